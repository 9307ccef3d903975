// SPDX-License-Identifier: GPL-3.0-or-later
// The Components view: what the model says with one of its parts set to zero, to its mean, or resampled.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "model/results/component.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Pointers are borrowed and valid during one call of the presenter.
struct ComponentsInput {
  SampleContext sample;                              ///< of the ablations, which may be an older sample for a moment
  std::span<const Component> components = {};        ///< of the model
  const AblationTable* ablationTable = nullptr;      ///< null: not answered yet
  std::size_t training = 0;                          ///< sequences that the means are over
  std::pair<std::size_t, std::size_t> learned = {};  ///< of the means that are being computed: done, all
  bool learning = false;
  bool stopped = false;                         ///< somebody cancelled what there is none of
  const AblationSummaryTable* table = nullptr;  ///< over many samples; null: not measured yet
  bool measuring = false;                       ///< that is being measured
  std::size_t filtered = 0;                     ///< samples that could be measured
  std::string filteredText = {};                ///< "594 filtered of 3 502 test samples"
  std::string failure = {};                     ///< why there are no ablations; empty: none failed
};

/// Rows are components, the heads of a layer one row of cells; three columns, each with the change of P round zero, the
/// target's rank and the place that comes first; below them the change of Acc@1 where it was measured.
[[nodiscard]] ViewContent componentsContent(const ComponentsInput& input, const Canvas& canvas);

}  // namespace sojourn::present
