// SPDX-License-Identifier: GPL-3.0-or-later
// A table of rows as data: columns with their widths and scales, cells with words, bars and intervals. One description
// gives the picture and its hit areas.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "views/present/chart/axis.h"
#include "views/present/samples/sample_text.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {

/// Pixels as designed: `share` of the picture's width, within `least` and `most`.
struct ColumnWidth {
  float least = 0, share = 0, most = 0;
  bool fits = false;  ///< as wide as its widest words instead, up to that share
  bool rest = false;  ///< what the other columns leave, divided among all such columns
  float needed = 0;   ///< the column is absent where the picture is narrower
};
[[nodiscard]] constexpr ColumnWidth fixedWidth(float width, float needed = 0) {
  return {.least = width, .most = width, .needed = needed};
}
[[nodiscard]] constexpr ColumnWidth restWidth(float least, float most = 0) {
  return {.least = least, .most = most, .rest = true};
}

/// What bars, dots and intervals of a column stand on.
struct ColumnScale {
  double from = 0, to = 1;
  std::optional<double> zero = 0;  ///< where bars begin: a line through all rows
  std::string zeroWords{};         ///< below that line
  float tickGap = 0;               ///< numbers below the rows with grid lines, so far apart at least; 0: none
  bool differences = false;        ///< those numbers are whole and have their sign
  std::optional<double> dashed{};  ///< a value that all rows are held against, and its words above it
  std::string dashedWords{};
  bool line = false;    ///< one at zero even where the scale begins there
  bool beside = false;  ///< words stand at the right of bars instead of above them
  std::optional<std::pair<double, double>> band{};  ///< a pale ground through all rows
};

struct RowColumn {
  std::string title{};
  std::string unit{};  ///< a second line of the head
  ColumnWidth width{};
  Align align = Align::Left;
  std::optional<ColumnScale> scale{};
};

/// From the scale's zero to a value.
struct CellBar {
  double to = 0;
  Color fill{};
  std::optional<Swatch> copied{};     ///< filled as the place is, instead
  std::optional<double> generated{};  ///< up to there it goes on hatched as the place is
  bool outlined = false;              ///< of what kind it is, is not known
  std::optional<double> mark{};       ///< a line across, of what it is compared with
};
/// A dot with its interval. What lies beyond the scale is a triangle at its edge.
struct CellDot {
  double at = 0;
  std::optional<double> low{}, high{};
  Color fill{};                           ///< of the interval, too
  bool open = false;                      ///< a ring
  std::optional<Color> inside{};          ///< of the dot, else `fill`
  std::optional<Color> edge{};            ///< around the dot, else `fill`
  float radius = 3.5F, thickness = 1.5F;  ///< pixels
  float lane = 0.5F;                      ///< where it lies in the height of the row
  bool diamond = false;                   ///< what is claimed
  std::optional<double> other{};          ///< a small grey ring below it: the same in another way
};

/// What a cell or a row answers the mouse with; the table fills in where.
[[nodiscard]] HitArea hitOf(const Focus& focus, std::string label, std::string value);

/// Parts of one cell that lie over each other.
struct RowCell {
  std::string text{};
  std::optional<Color> ink{};  ///< absent: the theme's text
  Font font = textFont;
  bool name = false;               ///< shortened so that no two names look alike
  bool spans = false;              ///< has the room of the empty cells behind it, too
  bool reaches = false;            ///< has the room of the empty cells before it, too
  float least = 0;                 ///< letters become as small as this before words are cut, pixels
  int sign = 0;                    ///< a triangle before words at the right: 1 up for better, -1 down for worse
  std::optional<std::size_t> model{};                   ///< the mark of a compared model, before the words
  std::optional<std::pair<std::string, Color>> icon{};  ///< before the words, behind those of a place
  std::optional<Swatch> swatch{};  ///< before the words, which are a place's name then
  std::string more{};              ///< small and grey at the right of a place's name
  std::optional<Color> fill{};     ///< of the whole cell, below all else: a matrix
  bool whole = false;              ///< words are there whole or not at all
  std::optional<VisitLabel> visit{};
  std::optional<CellBar> bar{};
  std::vector<CellDot> dots{};
  std::optional<HitArea> hit{};  ///< its own, above its row's

  [[nodiscard]] bool isEmpty() const { return text.empty() && !bar && !visit && !model && dots.empty(); }
};

/// A square of a matrix, -1 to 1; grey for NaN. Its words go where they have no room.
[[nodiscard]] RowCell matrixCell(const Theme& theme, double share, std::string text, Color ink);

struct TableRow {
  std::vector<RowCell> cells{};  ///< as many as columns; what is absent at the end is empty
  std::optional<HitArea> hit{};
  Emphasis emphasis = Emphasis::None;
  std::optional<Color> rule{};  ///< of a line above it
  std::optional<Color> fill{};  ///< below all else
};

struct RowTable {
  std::vector<RowColumn> columns{};
  std::vector<TableRow> rows{};
  RowHeights heights{};              ///< the foot is of what stands there without notes
  std::vector<std::string> notes{};  ///< lines below the rows
  float left = 12, right = 8, gap = 6;
  float begin = 0;       ///< left of it is something else
  bool upwards = false;  ///< heads run upwards over their columns
};

/// The picture, and where its columns and rows are, for what a view adds; captions, summary and values are the
/// caller's.
struct DrawnTable {
  Scene scene;
  std::vector<CellColumn> columns;  ///< 0 wide where one is absent
  std::vector<Axis> axes;           ///< of the columns' scales
  float rowsTop = 0, rowsBottom = 0, rowHeight = 0;

  [[nodiscard]] Rect row(std::size_t index) const {
    return {0, rowsTop + rowHeight * static_cast<float>(index), scene.size.width, rowHeight};
  }
};
[[nodiscard]] DrawnTable drawTable(const RowTable& table, const Canvas& canvas);
/// Adds a table without notes to a scene that has more, and returns its lower end.
float drawTable(RowTable table, const Canvas& canvas, Point topLeft, float width, Scene& scene);

}  // namespace sojourn::present
