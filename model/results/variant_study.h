// SPDX-License-Identifier: GPL-3.0-or-later
// The ablation study: a model trained without one part at a time, with several seeds each, against the full model
// (SPEC 11).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/results/comparison.h"

namespace sojourn {

/// The state of a run in the words that people read, the same in every table and view: "finished", "stopped", "queued",
/// "not trained", ...; files keep their own ("interrupted", "waiting", "missing").
[[nodiscard]] constexpr std::string_view stateText(std::string_view state) {
  if (state == "interrupted") return "stopped";
  if (state == "waiting") return "queued";
  if (state == "missing") return "not trained";
  if (state == "unreadable") return "cannot be evaluated";
  return state;
}

/// Which figure a study compares, in percent.
enum class StudyFigure { Accuracy1, Accuracy5, Accuracy10, ReciprocalRank };
/// Over which targets: an unseen one is a place that the training data does not contain.
enum class StudyTargets { All, Known, Unseen };

struct StudyMetric {
  StudyFigure figure = StudyFigure::Accuracy1;
  StudyTargets targets = StudyTargets::All;

  /// What the documents' claims are about.
  [[nodiscard]] bool isClaimed() const { return *this == StudyMetric{}; }
  bool operator==(const StudyMetric&) const = default;
};

/// Where a claimed difference lies.
enum class ClaimStanding { NoClaim, NotMeasured, TooFewSeeds, TooFewUsers, Inside, Outside };

/// One training of a variant.
struct VariantRun {
  std::int64_t seed = 0;
  std::string run;          ///< its folder, below that of the study
  std::string state;        ///< "finished", "running", "waiting", "interrupted", "failed", "missing", "unreadable"
  std::string reason = {};  ///< of one that failed or cannot be read
  std::optional<double> accuracy = {}, known = {};  ///< Acc@1 in percent, of all targets and of known ones
  std::optional<double> value = {};                 ///< of the metric
};

/// What a user's samples contribute to a difference.
struct UserDifference {
  std::int32_t user = 0;
  std::size_t n = 0;      ///< samples
  double difference = 0;  ///< their mean, in points, over the seeds
};

struct StudiedVariant {
  std::string name;  ///< "no_pointer", "layers_3"; the first is "full_model"
  std::vector<VariantRun> runs;
  std::int64_t parameters = 0;     ///< trainable numbers; 0: not known yet
  std::int64_t layers = 0;         ///< of the encoder
  std::optional<double> mean, sd;  ///< of the runs' values; the standard deviation of two and more
  PairedDifference difference;     ///< to the full model, in points, paired by seed and sample
  std::size_t seeds = 0;           ///< that the difference rests on
  std::optional<double> claimedGeolife, claimedDiy;
  std::vector<UserDifference> byUser;  ///< most negative first
  std::optional<double> claimed;       ///< for this dataset, of Acc@1
  ClaimStanding standing = ClaimStanding::NoClaim;
  std::string verdict;  ///< on that claim; empty where there is none
};

struct VariantStudy {
  std::size_t n = 0, users = 0;  ///< samples that the metric is of, and their users; 0: nothing is evaluated
  StudyMetric metric;
  std::vector<StudiedVariant> variants;
};

/// How a training of the study goes, as its log says.
struct StudyTraining {
  std::string run, variant;
  std::int64_t seed = 0;
  std::string state;                      ///< as VariantRun's, or "paused"
  std::vector<double> epochs, accuracy;   ///< Acc@1 on validation in percent, by epoch
  std::optional<std::int64_t> bestEpoch;  ///< with the lowest validation loss
  std::optional<double> bestAccuracy;     ///< of that epoch
  double seconds = 0;                     ///< of training, over the whole epochs
  double wall = 0;                        ///< when it was validated last, seconds since 1970

  bool operator==(const StudyTraining&) const = default;
};

/// With fewer seeds nothing is said about a claim; with fewer than `seedsToTrust` the interval is too short.
inline constexpr std::size_t seedsToTell = 3, seedsToTrust = 5;

}  // namespace sojourn
