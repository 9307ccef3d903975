// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: one feature of one visit over its whole range, in one batched call of the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/place_names.h"
#include "model/data/edit/sequence_edit.h"
#include "model/data/statistics/statistics.h"
#include "model/results/counterfactual.h"
#include "model/results/model_description.h"

namespace sojourn {

class Engine;

struct FeatureSweepRequest {
  std::size_t visit = 0;
  SweepFeature feature = SweepFeature::Start;
  std::vector<LocationId> candidates = {};  ///< whose probabilities are kept
};

/// How many values the feature has in a model of these sizes: 96 quarter hours, 8 days, 7 weekdays, 97 half hours,
/// V - 1 places, U - 1 users (none in a model that reads no user).
[[nodiscard]] std::size_t sweepValues(SweepFeature feature, const ModelSizes& sizes);
/// Days, weekdays and times count from 0, places and users from 1.
[[nodiscard]] std::int32_t firstSweepValue(SweepFeature feature);
/// The value that the sequence has now, as the feature counts; out of its range where the record is.
[[nodiscard]] std::int32_t presentValue(const Sequence& sequence, std::size_t visit, SweepFeature feature);

/// What makes a point of a sweep the edit. Within the bin the value keeps its remainder (10:06 becomes 11:36, not
/// 11:30), so the present value is no change. The visit must be there.
[[nodiscard]] SequenceEdit sweepEdit(const Sequence& sequence, std::size_t visit, SweepFeature feature,
                                     std::int32_t value);

/// Errors: a visit that is not there, a feature without values, those of Engine::answers, cancelled.
[[nodiscard]] Result<FeatureSweep> sweep(const Engine& engine, const Sequence& sequence,
                                         const FeatureSweepRequest& request, const TrainingCounts& training,
                                         const PlaceNames& places, const CancelToken& cancel = {},
                                         const Progress& progress = {});

}  // namespace sojourn
