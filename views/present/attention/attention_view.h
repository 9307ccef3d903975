// SPDX-License-Identifier: GPL-3.0-or-later
// The Attention view: every layer and head small, one of them large, with what it does not prove beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/name_table.h"
#include "model/results/inspection.h"
#include "model/results/selection.h"
#include "views/present/chart/color_scale.h"
#include "views/present/samples/sample_context.h"

namespace sojourn::present {

/// Over what a colour scale reaches from 0 to its largest weight; Uniform colours log(weight * visits) around 0.
enum class AttentionScale { Row, Head, Model, Uniform };
inline constexpr NameTable<4> attentionScaleNames{"row", "head", "model", "uniform"};

struct AttentionOptions {
  AttentionScale scale = AttentionScale::Model;
  /// Locked by the pin, so that samples compare. Ignored while it is of the other kind (magnitude or diverging).
  std::optional<ColorScale> pinned;
  /// The same for the scale of differences from a reference.
  std::optional<ColorScale> pinnedChange = {};
  /// Side of a cell of the large map in pixels, at most largestCell; 0 fits the map to the view.
  int zoomedCell = 0;

  static constexpr int largestCell = 200;

  static void fields(auto& json, auto& options) {
    json.orDefault("scale", options.scale, attentionScaleNames);
    json.ifAny("pinned", options.pinned);
    json.ifAny("pinned_change", options.pinnedChange);
    json.orDefault("cell", options.zoomedCell, 0, largestCell);
    if constexpr (requires { options.pinned.reset(); }) {
      for (auto* pinned : {&options.pinned, &options.pinnedChange})
        if (*pinned && !(*pinned)->isValid()) pinned->reset();
    }
  }
};

/// How many visits a query may read: all of them, or itself and the earlier ones in a causal model.
[[nodiscard]] constexpr std::size_t visibleVisits(std::size_t query, std::size_t length, bool causal) {
  return causal ? query + 1 : length;
}

/// The head that is shown large: the selected one, as long as this model has it, else the first of the last layer.
[[nodiscard]] HeadRef chosenHead(const AttentionMaps& maps, const Selection& selection);

class AttentionChange;

/// The colours of all cells of one model under one choice of scope. Borrows the maps.
class AttentionColors {
 public:
  AttentionColors(const AttentionMaps& maps, bool causal, const AttentionOptions& options, const Theme& theme);
  /// Of differences from a reference: diverging around 0 with symmetric ends. Uniform has no meaning there; it counts
  /// as Model.
  AttentionColors(const AttentionChange& change, const AttentionOptions& options, const Theme& theme);

  /// The scale in force for a row; the same for all rows unless the scope is Row.
  [[nodiscard]] ColorScale scale(HeadRef head, std::size_t query) const;
  /// Of a cell that is not masked.
  [[nodiscard]] Color color(const ColorScale& scale, std::size_t query, float weight) const;
  [[nodiscard]] bool pinned() const { return m_pinned.has_value(); }

 private:
  const AttentionMaps& m_maps;
  bool m_causal;
  const AttentionChange* m_change = nullptr;
  AttentionScale m_scope;
  std::optional<ColorScale> m_pinned;
  const ColorRamp& m_ramp;
  std::vector<double> m_headMaximum;  ///< [layer * heads + head], for Head
  ColorScale m_model;                 ///< for Model and Uniform
};

/// What the colour bar shows and what the pin locks: the chosen head's scale, of its last query where the scope is Row.
[[nodiscard]] ColorScale attentionColorScale(const AttentionMaps& maps, bool causal, const AttentionOptions& options,
                                             HeadRef head);

/// Actions: SetAttentionScale, TogglePin (locks or frees attentionColorScale() of what is shown). Cells carry head,
/// query, visit (the key) and its location.
/// EmptyState where nothing is inspected or the model has no attention maps.
[[nodiscard]] ViewContent attentionContent(const SampleContext& context, const AttentionOptions& options,
                                           const Canvas& canvas);

}  // namespace sojourn::present
