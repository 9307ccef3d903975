// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of an ablation study for a chosen metric, from the rank of every target in every run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"
#include "model/results/variant_study.h"

namespace sojourn::session {

/// [rows of the split] of each target, from 1: all that the metrics of a study depend on.
using RanksPtr = std::shared_ptr<const std::vector<std::int32_t>>;
/// By the runs' names.
using RanksOfRuns = std::map<std::string, RanksPtr>;

[[nodiscard]] RanksPtr ranksOf(std::span<const Outcome> outcomes);

/// Adds what the finished runs amount to on `set`: values, means, differences to the full model paired by seed and
/// sample, and, for the metric that claims are about, where the claims lie. Runs without ranks stay without figures.
/// Cancelled, it ends early with parts missing.
void addFigures(VariantStudy& study, const SequenceSet& set, const RanksOfRuns& ranks, const StudyMetric& metric,
                const CancelToken& cancel = {});

}  // namespace sojourn::session
