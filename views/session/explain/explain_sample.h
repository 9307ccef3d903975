// SPDX-License-Identifier: GPL-3.0-or-later
// One sample explained on a worker's thread: first quickly, then again with what takes longer.
#pragma once

#include <functional>
#include <string>

#include "model/results/explained_sample.h"
#include "views/session/dataset/explainer.h"

namespace sojourn::session {

/// What is explained: a sample as it was inspected, and the question.
struct SampleQuestion {
  std::shared_ptr<const Engine> engine;
  InspectionPtr inspection;
  std::string sampleText;
  ExplanationTarget target;
  Baseline baseline = Baseline::Zero;

  bool operator==(const SampleQuestion&) const = default;
};

/// So many random orders are enough to see at once what holds; p-values need more (SPEC 6).
inline constexpr std::size_t quickRandomOrders = 20;
inline constexpr std::size_t refinedRandomOrders = 199;
/// With twelve methods 199 orders give no p below 0.06 after Holm: where that would decide, so many are asked.
inline constexpr std::size_t decidingRandomOrders = 1999;

/// `refined` as in ExplainedSample. Errors: those of explain(), cancelled.
[[nodiscard]] Result<ExplainedSample> explainSample(const Explainer& explainer, const SampleQuestion& question,
                                                    bool refined, const CancelToken& cancel,
                                                    const Progress& progress = {});

/// The visit of which a sentence can say most: the heaviest copied one towards the target, else the one whose absence
/// costs most. The latest of equal ones.
[[nodiscard]] std::size_t visitToCheck(const Explanation& explanation, std::size_t length);

}  // namespace sojourn::session
