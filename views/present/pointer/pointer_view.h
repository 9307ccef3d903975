// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view: how each visit's content and position become a score, a weight and a copied mass; sums per place.
// The Position bias view: what the pointer learned about position alone, how often it saw each position, how much it
// matters.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/core/translation.h"
#include "model/results/slices.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct PointerOptions {
  /// What the person chose with ShowSums; without a choice the sums fold where rows need their room.
  std::optional<bool> sumsOpen = {};

  static void fields(auto& json, auto& options) { json.ifAny("sums_open", options.sumsOpen); }
};

struct PointerInput {
  const SampleContext& sample;
  PointerOptions options = {};
};

/// Rows are visits, oldest first. Content, bias and score share one scale and zero line, so that a bias that matters
/// little looks little; weight and copied mass share the fixed axis 0 to 1. Header and sums stay put when rows scroll.
/// historyContent() of a model that reads a history in place of a pointer.
[[nodiscard]] ViewContent pointerContent(const PointerInput& input, const Canvas& canvas);

/// Of a model that reads the user's history and has no pointer: the attention over the half hours of the day, heaviest
/// first, with the places that the user visited then. EmptyState without a history.
[[nodiscard]] ViewContent historyContent(const SampleContext& context, const Canvas& canvas);

struct PositionBiasData {
  /// Entry p: training sequences that reach position p from end (entry 0 is padding's). Empty without a training split.
  std::vector<std::size_t> reached;
  std::size_t trainingSequences = 0;
  PositionBiasSummary effect;                         ///< n = 0 while nothing has been evaluated
  std::string scope;                                  ///< of `effect`: "3 502 test samples"
  std::string nothing = tr("Nothing evaluated yet");  ///< said where n is 0
};

/// The curve is the model's own. How much it matters is shown as within-sample deviations, divergence and changed
/// predictions, not as a span: softmax ignores what is added to all scores (SPEC 6). EmptyState without a bias.
[[nodiscard]] ViewContent positionBiasContent(const SampleContext& context, const PositionBiasData& data,
                                              const Canvas& canvas);

}  // namespace sojourn::present
