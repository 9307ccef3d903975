// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the What if workspace: edits, counterfactuals and feature sweeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/results/counterfactual.h"
#include "views/present/samples/sample_context.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {

/// "2 edits", "1 edit"; empty for none.
[[nodiscard]] std::string editsText(std::size_t edits);

/// "Office 0.471 to 0.251, Home 0.266 to 0.560, gate 0.749 to 0.826": the reference's first place and the present one,
/// and the gate of a model that has one. Empty without a reference.
[[nodiscard]] std::string changeText(const SampleContext& context);

/// What one value of a feature is called, and many.
struct SweepUnit {
  const char* one;
  const char* many;
};
[[nodiscard]] SweepUnit sweepUnit(SweepFeature feature);

/// Places and users have no order of their own.
[[nodiscard]] bool isOrderedSweep(SweepFeature feature);

/// When the swept visit is shown to begin with a value of the time, the day, the weekday or the recency.
[[nodiscard]] ShownStart shownSweepStart(const SampleContext& context, const FeatureSweep& sweep, std::int32_t value);
/// The points of an ordered sweep in the order in which they are shown: with times shown in another zone a day begins
/// at another quarter hour than it was recorded with.
[[nodiscard]] std::vector<std::size_t> shownSweepOrder(const SampleContext& context, const FeatureSweep& sweep);

/// "11:30 to 11:45", "Wed, 2 days ago", "4 h to 4 h 30", "Bakery", "user 7": a value of a sweep in words.
[[nodiscard]] std::string sweepValueText(const SampleContext& context, const FeatureSweep& sweep, std::int32_t value);
/// As short as a mark's label must be: "11:36", "4 h".
[[nodiscard]] std::string shortSweepValue(const SampleContext& context, const FeatureSweep& sweep, std::int32_t value);

/// What the picture says, in words that a person can check; `lines` are the candidates that it draws.
[[nodiscard]] std::vector<std::string> sweepSentences(const SampleContext& context, const FeatureSweep& sweep,
                                                      std::span<const std::size_t> lines);

}  // namespace sojourn::present
