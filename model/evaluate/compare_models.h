// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the answers of several models to the same samples (SPEC 11).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/background/districts.h"
#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence_set.h"
#include "model/evaluate/paired_difference.h"
#include "model/results/comparison.h"
#include "model/results/outcome.h"

namespace sojourn {

/// A model and its answers.
struct ModelAnswers {
  std::string name, kind;         ///< as in ComparisonModel
  std::vector<Outcome> outcomes;  ///< of the samples, in their order; rank 0 where the answer does not list the target
  bool probabilities = true;      ///< the outcomes have that of the first place, for the calibration
  std::optional<double> labelSmoothing;   ///< of the criterion, for the losses; without it there are none
  std::optional<std::size_t> ranks = {};  ///< as in ComparisonModel
};

/// Of what models are compared. All is borrowed.
struct ComparedSamples {
  const SequenceSet& set;
  std::span<const std::size_t> rows;  ///< of the set
  /// Counts how often a target occurs in training; null: there is no slice of that.
  const SequenceSet* train = nullptr;
  const PlaceNames* places = nullptr;         ///< for the errors in kilometres; null: there are none
  const PlaceDistricts* districts = nullptr;  ///< null: there are no slices by them
  /// Hours and weekdays of slices are those of a clock that is so far ahead of the recorded one.
  std::int32_t zoneOffsetMinutes = 0;
};

/// Two to eight models. Differences are in percentage points and kilometres. Progress counts draws of users and slices.
/// Errors: too few or too many models, answers that are not one a row (ErrorKind::BadInput), cancelled.
[[nodiscard]] Result<ModelComparison> compareModels(const ComparedSamples& samples,
                                                    std::span<const ModelAnswers> models,
                                                    const PairedDifferenceOptions& options = {},
                                                    const CancelToken& cancel = {}, const Progress& progress = {});

/// Expected calibration error over 15 bins of equal width of the first place's probability.
inline constexpr std::size_t calibrationBins = 15;
[[nodiscard]] std::vector<CalibrationBin> calibrationOf(std::span<const Outcome> outcomes);
/// Adds an outcome to its bin, as sums.
void addToBin(std::span<CalibrationBin> bins, const Outcome& outcome);
/// Sum of each bin's share times |accuracy - mean confidence|.
[[nodiscard]] double calibrationError(std::span<const CalibrationBin> bins);

}  // namespace sojourn
