// SPDX-License-Identifier: GPL-3.0-or-later
// The few marks that every view draws the same way: swatches, value bars, text lines, legends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "views/present/scene/canvas.h"
#include "views/present/scene/place_colors.h"

namespace sojourn::present {

/// A share as a length on an axis 0 to 1: clamped, and 0 for what is no number, so that no shape ever gets NaN.
[[nodiscard]] float toUnit(double value);

/// What lies between two ends that may come in either order: a bar from its zero, an interval.
[[nodiscard]] Rect between(float from, float to, float y, float height);

/// What is painted while it lives is a control: on the screen only.
class ControlScope {
 public:
  explicit ControlScope(Scene& scene) : m_scene(scene), m_begin(scene.shapes.size()) {}
  ControlScope(const ControlScope&) = delete;
  ControlScope& operator=(const ControlScope&) = delete;
  ~ControlScope() { m_scene.controls.push_back({m_begin, m_scene.shapes.size(), std::move(m_chosen)}); }
  /// What is written in its place where it is exported.
  void setChosen(TextShape chosen) { m_chosen = std::move(chosen); }

 private:
  Scene& m_scene;
  std::size_t m_begin;
  std::optional<TextShape> m_chosen;
};

/// Adds shapes to a scene; keeps presenters to one line a mark.
class SceneBuilder {
 public:
  SceneBuilder(Scene& scene, const Canvas& canvas)
      : m_scene(scene), m_canvas(canvas), m_names(canvas.text, canvas.shortNames) {}

  void box(Rect rect, Color fill, float radius = 0);
  void frame(Rect rect, Color stroke, float width = 1, float radius = 0, std::optional<Color> fill = {});
  void hatch(Rect rect, Color color, float radius = 0);
  void circle(Point center, float radius, Color fill, std::optional<Color> stroke = {}, float strokeWidth = 1);
  void line(Point a, Point b, Color color, float width = 1, bool dashed = false);
  void text(Rect rect, std::string_view text, Color color, Font font = {}, Align align = Align::Left);
  /// Text with a line through it: what was.
  void struck(Rect rect, std::string_view text, Color color, Font font = {}, Align align = Align::Left);
  /// An outline without a fill: where something was.
  void dashed(Rect rect, Color stroke, float radius = 0);
  /// A place's name, in letters down to 11 px where it has no room, else as fittingName() shortens it.
  void placeName(Rect rect, std::string_view name, Color color, Font font = {});
  /// The beginning of a place's name that no other has ("Record shop" of "Record shop, Market Street"), else all of it.
  [[nodiscard]] std::string_view briefName(std::string_view name) const { return m_names.briefName(name); }
  /// NameShortener::fitting(): no two names of one picture become the same text.
  [[nodiscard]] std::string fittingName(std::string_view name, float width, Font font) {
    return m_names.fitting(name, width, font);
  }
  void icon(Rect rect, std::string_view name, Color color);
  /// The square beside a place's name; 10 px by default.
  void swatch(Point topLeft, const Swatch& swatch, float side = 10);
  /// A place's own fill where there is no swatch: on the band, in a card's strip. Hatched where unseen, white with an
  /// edge where the place has no colour.
  void placeFill(Rect rect, const Swatch& swatch);
  /// Copied mass: filled in the place's colour (solid where it has none).
  void copiedBar(Rect rect, const Swatch& swatch);
  /// Generated mass: the same colour, hatched with an edge.
  void generatedBar(Rect rect, const Swatch& swatch);
  /// Valid until the next one.
  HitArea& hit(Rect rect, Focus focus, std::string label, std::string value = {});

  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }
  [[nodiscard]] float width(std::string_view text, Font font) const { return m_canvas.text.width(text, font); }

 private:
  Scene& m_scene;
  const Canvas& m_canvas;
  NameShortener m_names;
};

/// The letter of a compared model: "A".
[[nodiscard]] std::string modelMark(std::size_t model);
/// It in the model's shape, 16 px: A full, B open, C mid, D pale.
void paintModelMark(SceneBuilder& builder, Point topLeft, std::size_t model);
/// The diamond of a claim.
void paintClaimMark(Scene& scene, const Theme& theme, Point at, float radius);
/// A triangle whose tip is there: a value lies beyond.
void paintBeyond(Scene& scene, Point tip, bool toRight, Color fill);

/// Breaks at spaces; a word wider than the line gets a line of its own. No lines for an empty text.
[[nodiscard]] std::vector<std::string> wrapText(const SceneBuilder& builder, std::string_view text, Font font,
                                                float width);

/// Paints wrapped text downwards from `top` and returns the bottom of its last line.
float paintLines(SceneBuilder& builder, Point topLeft, float width, std::string_view text, Color color, Font font,
                 float lineHeight);

/// A line of marks with words that explains a picture, broken where the width ends.
class Legend {
 public:
  enum class Mark { Target, WindowRule, Copied, Generated, Reference };

  void add(Mark mark, std::string text) { m_items.push_back({mark, std::move(text)}); }
  /// What `paint` needs for this width; 0 without items.
  [[nodiscard]] float height(float width, const SceneBuilder& builder) const;
  void paint(Point topLeft, float width, SceneBuilder& builder) const;

 private:
  struct Item {
    Mark mark;
    std::string text;
  };
  /// One rectangle an item, relative to the legend's corner, never wider than `width`.
  [[nodiscard]] std::vector<Rect> flow(float width, const SceneBuilder& builder) const;

  std::vector<Item> m_items;
};

}  // namespace sojourn::present
