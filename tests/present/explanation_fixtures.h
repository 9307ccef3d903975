// SPDX-License-Identifier: GPL-3.0-or-later
// Fake explanations for the presenters' and the window's tests: figures that fit a fake sample.
#pragma once

#include "model/results/explanation.h"
#include "model/results/explanation_summary.h"
#include "tests/present/present_fixtures.h"
#include "views/present/explain/explanation_context.h"

namespace sojourn::present {

/// Every listed method that a model with these capabilities has, signed ones among them; figures follow from `seed`.
[[nodiscard]] Explanation fakeExplanation(const Inspection& inspection, const ExplanationTarget& target,
                                          bool refined = true, std::uint32_t seed = 1);

[[nodiscard]] ExplainedSample fakeExplained(const Inspection& inspection, const ExplanationTarget& target,
                                            bool refined = true, std::uint32_t seed = 1);

/// Values fall from player to player, the last one's below 0; drawn where there are more than ten.
[[nodiscard]] ShapleyExplanation fakeGame(const Inspection& inspection, const ExplanationTarget& target,
                                          Players players);

/// Between five models, without controls: every third method is unstable.
[[nodiscard]] ModelAgreement fakeAgreement(const Explanation& explanation);
/// Three stages, without controls: every fourth method survives.
[[nodiscard]] ParameterRandomizationTest fakeRandomization(const Explanation& explanation);

/// Of 80 samples. The k-th method of the registry's order is the k-th worst, and `beaten` of them do not beat random.
[[nodiscard]] ExplanationSummary fakeSummary(const Explanation& explanation, std::size_t beaten = 3);

/// As the same figures of so few users would be: means without intervals.
void keepFewUsers(ExplanationSummary& summary, std::size_t users);

/// A sample with its explanation and a summary, and a context that borrows them.
struct ExplanationFixture {
  FixtureSample sample;
  ExplainedSample explained;
  ExplanationSummary summary;

  explicit ExplanationFixture(const FixtureOptions& options = {});
  /// Valid while this lives. Without an evaluation unless one is set.
  [[nodiscard]] ExplanationContext context(bool withEvaluation = true) const;
};

}  // namespace sojourn::present
