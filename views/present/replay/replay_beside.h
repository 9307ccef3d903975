// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs that learn on the same probes, beside each other: what is said of both, and of each in its colour.
#pragma once

#include <span>

#include "views/present/replay/replay_view.h"

namespace sojourn::present {

/// The scales that all pictures of the two share. Each input's `beside` says the same scales after it.
void shareScales(std::span<ReplayInput> runs);

/// A run's name in its colour, with the gate and the target's probability of the chosen probe at B.
[[nodiscard]] ViewContent replayHeadContent(const ReplayInput& input, const Canvas& canvas);
/// The gate over the validation split at B: samples that are answered right upwards, wrong ones downwards, a line where
/// the chosen probe's gate is. The fullest bin of both runs fills half of the height.
[[nodiscard]] ViewContent replayGateHalvesContent(const ReplayInput& input, const Canvas& canvas);
/// The position bias of all runs at B, each in its colour.
[[nodiscard]] ViewContent replayBiasesContent(std::span<const ReplayInput> runs, const Canvas& canvas);

}  // namespace sojourn::present
