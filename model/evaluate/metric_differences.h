// SPDX-License-Identifier: GPL-3.0-or-later
// Differences of all figures between every two models, with intervals from the same draws of users (SPEC 11).
#pragma once

#include <span>

#include "model/core/cancel.h"
#include "model/data/dataset/sequence_set.h"
#include "model/evaluate/compare_models.h"

namespace sojourn {

/// Sets the differences of each of comparison.pairs, whose models, metrics and calibration are there, and the intervals
/// of the calibration. Users are drawn once for all figures, so that the interval of A less B and that of A less C are
/// of the same draws. What is a mean over samples has a p and a naive interval too; F1 and the calibration error are
/// no means, and have the interval alone. Progress counts draws. False: cancelled, and what is set is worth nothing.
[[nodiscard]] bool setMetricDifferences(ModelComparison& comparison, const SequenceSet& set,
                                        std::span<const std::size_t> rows, std::span<const ModelAnswers> models,
                                        const PairedDifferenceOptions& options, const CancelToken& cancel,
                                        const Progress& progress);

}  // namespace sojourn
