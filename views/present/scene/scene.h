// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as plain data: what a presenter makes and what Qt, ImGui and the exporters paint. One scene serves the
// screen, the hit test, PNG, SVG, the table behind the picture and the spoken summary, so they cannot disagree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/results/selection.h"
#include "views/present/scene/action.h"

namespace sojourn::present {

/// Logical pixels, origin at the top left, y down.
struct Point {
  float x = 0, y = 0;
};
struct Size {
  float width = 0, height = 0;
};
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] float right() const { return x + width; }
  [[nodiscard]] float bottom() const { return y + height; }
  [[nodiscard]] bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  [[nodiscard]] Rect inset(float by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
  bool operator==(const Rect&) const = default;
};

/// sRGB, not premultiplied.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Color&) const = default;
};

enum class Weight { Regular, Medium, SemiBold };
enum class Align { Left, Center, Right };

struct Font {
  float size = 12;  ///< pixels
  Weight weight = Weight::Regular;
  bool operator==(const Font&) const = default;
};

/// A filled and or stroked rectangle. Strokes lie inside the rectangle, so neighbours never blur.
struct BoxShape {
  Rect rect;
  std::optional<Color> fill;
  std::optional<Color> stroke;
  float strokeWidth = 1;
  float radius = 0;
  bool dashed = false;
};
/// 45 degree hatch lines clipped to the rectangle: generated mass, unseen places, masked cells.
struct HatchShape {
  Rect rect;
  Color color;
  float spacing = 4;
  float lineWidth = 1;
  float radius = 0;
};
struct LineShape {
  std::vector<Point> points;  ///< two or more
  Color color;
  float width = 1;
  bool dashed = false;
};
struct PolygonShape {
  std::vector<Point> points;
  Color fill;
};
struct CircleShape {
  Point center;
  float radius = 2;
  std::optional<Color> fill;
  std::optional<Color> stroke;
  float strokeWidth = 1;
};
/// One line of text. `rect` is where it may stand: aligned in it horizontally, centred vertically, elided with an
/// ellipsis where it does not fit. Rotated text runs upwards, `rect` is the box around the rotated text.
struct TextShape {
  Rect rect;
  std::string text;
  Font font;
  Color color;
  Align align = Align::Left;
  bool upwards = false;
  bool strikeOut = false;
};
/// Pixels, row by row, scaled to `rect`.
struct ImageShape {
  Rect rect;
  int columns = 0, rows = 0;
  std::shared_ptr<const std::vector<Color>> pixels;
  bool smooth = false;  ///< a photograph or a map tile, whose pixels are no cells
  float opacity = 1;
};
/// An icon by its name in resources/icons.json, 16 px box.
struct IconShape {
  Rect rect;
  std::string name;
  Color color;
};

/// Many small filled dots, painted at once; translucent ones add up.
struct DotsShape {
  struct Dot {
    Point center;
    float radius = 2;
    Color color;
  };
  std::shared_ptr<const std::vector<Dot>> dots;
  Color edge{0, 0, 0, 0};  ///< of a line around each, outside of its radius
  float edgeWidth = 0;
};

/// Many lines or areas of one colour, painted at once: what lies below a map. Their maker has cut them to the picture.
struct PathsShape {
  struct Paths {
    std::vector<Point> points;
    std::vector<std::size_t> ringEnds;  ///< into points
    std::vector<std::size_t> pathEnds;  ///< into ringEnds: a line has one ring, an area may have holes
  };
  std::shared_ptr<const Paths> paths;
  Color color;
  float width = 1;  ///< of a line; 0: areas, filled
};

struct Chart;
/// A standard chart (views/present/chart/chart.h), which the toolkit's own library draws.
struct ChartShape {
  std::shared_ptr<const Chart> chart;
  Point offset;  ///< added to all of the chart's own coordinates
};

using Shape = std::variant<BoxShape, HatchShape, LineShape, PolygonShape, CircleShape, TextShape, ImageShape, IconShape,
                           DotsShape, PathsShape, ChartShape>;

/// A visit's mark that can be dragged along the week: the mouse's way sideways is time. See visits_view.h for what it
/// shows and asks for.
struct Drag {
  std::size_t visit = 0;     ///< index in the sequence shown where the drag begins
  std::int32_t weekday = 0;  ///< when the visit begins, as shown
  std::int32_t minute = 0;   ///< 0..1439
  std::int32_t least = 0;    ///< how far it may go towards the past, minutes, 0 or below
  std::int32_t most = 0;     ///< and towards the target
  float pixelsPerMinute = 1;
  Rect block;  ///< its block on the band
  Rect band;   ///< what the block may not leave
  bool operator==(const Drag&) const = default;
};

/// A rectangle that answers the mouse. Later areas lie above earlier ones.
struct HitArea {
  Rect rect;
  Focus focus;                    ///< what hovering previews and clicking selects; may be empty
  std::string label;              ///< exact values in words: status line, tooltip, spoken name
  std::string value;              ///< "Copy value"
  std::optional<Action> action;   ///< what a click does beyond selecting: a button-like mark
  std::optional<Drag> drag = {};  ///< a mark that can be moved in time
  /// What is carried out as long as the pointer, or the keyboard's frame, is on it.
  std::optional<Action> preview = {};
  bool previewTells = false;  ///< the preview shows what the label says, so that no tooltip is needed
  /// What a double click, Enter or the menu does where a click only selects.
  std::optional<Action> open = {};
  std::string openLabel = {};  ///< of its menu entry: "Open training sample 12"
  /// What else its menu offers.
  std::vector<std::pair<std::string, Action>> further = {};
};

/// A step of the mouse on what it moves; pixels as designed.
struct Motion {
  enum class Kind { Pan, Zoom, Drop } kind = Kind::Pan;
  Point by{};        ///< Pan: since the step before
  double steps = 0;  ///< Zoom: of the wheel, forward above 0
  Point at{};        ///< the pointer in the picture
};

/// A part of a picture that the mouse moves: a map, a handle on a strip of time.
struct Movable {
  Rect area;
  std::string id;  ///< the same on the picture that a step has made again
  /// What a step asks for; nothing where it means none.
  std::function<std::optional<Action>(const Motion&)> moved;
  bool zooms = false;
};

/// The numbers behind a picture, unrounded. Cells are text or numbers; an absent number is NaN.
struct Table {
  using Cell = std::variant<std::string, double>;
  static constexpr double absent = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;

  /// Any number or text as a cell: a flag is 1 or 0, an optional without a value absent.
  template <typename Value>
  [[nodiscard]] static Cell cell(const Value& value) {
    if constexpr (std::is_convertible_v<const Value&, std::string>) {
      return Cell(std::in_place_type<std::string>, value);
    } else if constexpr (requires { value.has_value(); }) {
      return value ? static_cast<double>(*value) : absent;
    } else {
      return static_cast<double>(value);
    }
  }
  /// Appends a row of such cells.
  template <typename... Values>
  void add(const Values&... values) {
    rows.push_back({cell(values)...});
  }
  /// Appends such cells to the last row.
  template <typename... Values>
  void extend(const Values&... values) {
    (rows.back().push_back(cell(values)), ...);
  }
};

/// What zooming does to a picture that can be enlarged; absent where that way is closed.
struct ZoomActions {
  std::optional<Action> in, out;
  std::optional<Action> fit;  ///< back to what fits the canvas
};

/// Shapes [begin, end) of a button or switch, which a file cannot press: exports leave them out and write `chosen`,
/// what the switch is set to, in its place.
struct ControlShapes {
  std::size_t begin = 0, end = 0;
  std::optional<TextShape> chosen = {};
};

/// Shapes [begin, end) that lie at values of a chart: they go where its values go when a part of it is enlarged.
struct ChartMarks {
  enum class Kind {
    Areas,  ///< boxes and hatches reach from value to value
    Signs,  ///< all keep their size
    Names,  ///< beside the plot, which are written again for the part
  };
  Kind kind = Kind::Areas;
  std::size_t begin = 0, end = 0;
  std::size_t chart = 0;  ///< the first ChartShape from this place on
};

/// Where content is taller than the canvas, the painter scrolls it. The strips `pinnedTop` and `pinnedBottom` of the
/// content (headers, sums) then stay at the canvas' edges and only what lies between them moves: the same shapes
/// painted in up to three clipped strips. Where content is wider than the canvas they stay put sideways, too. Exports
/// paint the whole content instead and need to know nothing of this.
struct Scene {
  Size size;                  ///< the canvas asked for
  Size contentSize;           ///< at least `size`; what is beyond it scrolls
  float pinnedTop = 0;        ///< pixels of the content's top that stay put
  float pinnedBottom = 0;     ///< pixels of the content's bottom that stay put
  std::vector<Shape> shapes;  ///< in painting order
  std::vector<ControlShapes> controls;
  std::vector<ChartMarks> chartMarks;
  std::vector<HitArea> hits;
  /// What lies below `hits` and is too much to list: the area at a point, if any. The keyboard does not reach it.
  std::function<std::optional<HitArea>(Point)> moreHits;
  std::vector<Movable> movables;  ///< later ones lie above earlier ones
  std::string caption;            ///< beside the dock's name: scope, split, scale
  std::string captionRight;       ///< at the right of the dock's title, e.g. "bar: copied mass, 0 to 1"
  ZoomActions zoom;               ///< Ctrl and the wheel, or the keys +, - and 0
  std::string summary;            ///< the picture in one or two sentences, for a screen reader
  Table table;

  /// The topmost hit area at a point of the content, if any.
  [[nodiscard]] const HitArea* hitAt(Point p) const;
  /// The topmost part at a point that the mouse moves, if any.
  [[nodiscard]] const Movable* movableAt(Point p) const;
  /// How far it can be scrolled down.
  [[nodiscard]] float scrollRange() const;
  /// The point of the content that shows at `onCanvas` while scrolled down by `scroll`, pinned strips considered.
  [[nodiscard]] Point contentPoint(Point onCanvas, float scroll) const;

  mutable std::optional<HitArea> foundHit = {};  ///< keeps what hitAt() answered last out of moreHits
};

/// The shapes as they are exported, without controls.
[[nodiscard]] std::vector<Shape> exportedShapes(const Scene& scene);

/// Set instead of a picture: one sentence, a second one, and at most one button (VISUAL 2, Empty).
struct EmptyState {
  std::string title;
  std::string detail = {};
  std::string buttonText = {};  ///< empty: no button
  Action button = {};
};

/// What every presenter answers with.
using ViewContent = std::variant<Scene, EmptyState>;

inline constexpr Font textFont{.size = 12, .weight = Weight::Regular};
inline constexpr Font boldFont{.size = 12, .weight = Weight::SemiBold};
inline constexpr Font smallFont{.size = 11, .weight = Weight::Regular};      ///< ticks, captions, second lines
inline constexpr Font mediumFont{.size = 11.5F, .weight = Weight::Regular};  ///< between text and small, for close rows
inline constexpr Font mediumBoldFont{.size = 11.5F, .weight = Weight::SemiBold};

/// One cell as it is copied and exported: numbers with as many digits as it takes to read them back, an absent one is
/// empty.
[[nodiscard]] std::string cellText(const Table::Cell& cell);

}  // namespace sojourn::present
