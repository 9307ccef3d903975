// SPDX-License-Identifier: GPL-3.0-or-later
// Assesses how a training goes: its trend while it runs, and a verdict on what it has reached when it has ended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/session/runs/run_digest.h"

namespace sojourn::session {

/// A judgement in words.
template <class Kind>
struct RunJudgement {
  Kind kind = Kind::None;
  std::string brief;   ///< what shows it, as short as a tile is wide
  std::string reason;  ///< the same in whole sentences, with what helps
};

/// Judges epoch after epoch from the beginning, so that it says the same in every viewer and after a restart. A trend
/// ends when its cause has been below half of its measure for two epochs in succession, or at once with the lowest loss
/// so far: the validation loss for overfitting, the training loss for diverging.
[[nodiscard]] RunJudgement<RunTrend> trendOf(const FollowedRun& run, const std::vector<ValidationFigures>& validation);

/// Of a run that has ended.
[[nodiscard]] RunJudgement<RunVerdict> verdictOf(const FollowedRun& run,
                                                 const std::vector<ValidationFigures>& validation);

/// The loss of a model that has learned nothing: the logarithm of the number of places, or that of the first step where
/// the run does not say how many there are.
[[nodiscard]] std::optional<double> untrainedLoss(const FollowedRun& run);

}  // namespace sojourn::session
