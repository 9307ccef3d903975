// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of every scene, whatever it shows: checked over many sizes and samples.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "views/present/scene/canvas.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {

/// Shapes and hit areas lie inside the content, sizes are finite and not negative, colours stay in their image.
void expectInsideContent(const Scene& scene);

/// No two texts run into each other: their inked boxes, elided to their rectangles, do not overlap.
void expectTextsApart(const Scene& scene, const TextMeasurer& measurer);

/// Names may be elided; numbers and times never are: half a number is a wrong one.
void expectNumbersWhole(const Scene& scene, const TextMeasurer& measurer);

/// Caption with the scope, a summary, a table whose rows are as wide as its head, a label on every hit area.
void expectDescribed(const Scene& scene, std::string_view scope);

/// The shapes of a scene with each chart as the lines, dots, bars, areas and markers that it asks for, cut at its plot.
[[nodiscard]] std::vector<Shape> withChartsAsShapes(const Scene& scene);

/// All shapes of one kind, those that charts ask for among them, in painting order.
template <typename Kind>
[[nodiscard]] std::vector<Kind> shapesOf(const Scene& scene) {
  std::vector<Kind> found;
  for (const Shape& shape : withChartsAsShapes(scene)) {
    if (const Kind* one = std::get_if<Kind>(&shape)) found.push_back(*one);
  }
  return found;
}

/// Everything of a scene, so that two scenes can be compared to the last bit.
struct WholeScene {
  std::string text;
  std::vector<std::optional<Action>> actions;  ///< of its hits
  bool operator==(const WholeScene&) const = default;
};
[[nodiscard]] WholeScene wholeScene(const Scene& scene);

/// The texts of a scene that equal `words`.
[[nodiscard]] std::vector<TextShape> textsSaying(const Scene& scene, std::string_view text);
/// Whether any text holds `words`.
[[nodiscard]] bool says(const Scene& scene, std::string_view text);

/// A number of a table cell; NaN where it is a text.
[[nodiscard]] double numberIn(const Table& table, std::size_t row, std::string_view column);
/// The same as a text; empty for a number.
[[nodiscard]] std::string cellIn(const Table& table, std::size_t row, std::string_view column);

}  // namespace sojourn::present
