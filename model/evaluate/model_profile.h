// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what a model reads of the samples of a split: roles of its heads, and where pointer and attention look
// (SPEC 11).
#pragma once

#include <cstddef>
#include <span>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/inspect/engine.h"
#include "model/results/profile.h"

namespace sojourn {

/// Width of the ranges of hours before the end of the last visit.
inline constexpr double hoursPerBin = 4;

/// Of these rows, all but the gate (gateProfile). Intervals resample users; more than 2,000 users in 2,000 groups of
/// like size. Errors: as forEachLastQuery. Progress counts samples.
[[nodiscard]] Result<ModelProfile> modelProfile(const Engine& engine, const SequenceSet& set,
                                                std::span<const std::size_t> rows, const CancelToken& cancel = {},
                                                const Progress& progress = {});

}  // namespace sojourn
