// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the views that are rows of cells with inline bars: it holds the scene, divides the height and paints what
// such rows have in common.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "views/present/samples/sample_text.h"

namespace sojourn::present {

/// How a canvas is divided from top to bottom. Rows get what head and foot leave, within limits.
struct RowHeights {
  float head = 0;
  float least = 20, most = 26;  ///< of a row
  float foot = 0;
  float margin = 0;         ///< free below the foot
  std::size_t visible = 0;  ///< where rows scroll, head and foot stay put if so many rows are seen between them
};

/// Where the cells of a column stand.
struct CellColumn {
  float left = 0, width = 0;
  [[nodiscard]] Rect at(const Rect& row) const { return {left, row.y, width, row.height}; }
};

/// How a visit is written at the left of its row: its number from the end, swatch, place and, at the right, its time.
struct VisitCell {
  float swatchLeft = 34, right = 0;
  std::optional<std::size_t> fromEnd = {};
  bool bold = false;
  bool removed = false;                    ///< struck out
  bool newPlace = false, newTime = false;  ///< in the accent colour
  float timeSize = 11;
  float leastName = 0;  ///< the time goes where the place would have less; 0: never
};

/// The ground of a square of a matrix, -1 to 1, grey for NaN; and the ink on it: strong colours are dark at both ends
/// in the light theme, and bright in the dark one.
[[nodiscard]] Color matrixFill(const Theme& theme, double share);
[[nodiscard]] Color matrixInk(const Theme& theme, double share, Color ink);

class RowsPainter {
 public:
  RowsPainter(const RowsPainter&) = delete;
  RowsPainter& operator=(const RowsPainter&) = delete;

 protected:
  explicit RowsPainter(const Canvas& canvas);
  ~RowsPainter() = default;

  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] float width() const { return m_scene.size.width; }

  /// Sizes the content, too.
  void fitRows(std::size_t rows, const RowHeights& heights);
  [[nodiscard]] Rect row(std::size_t index) const;
  [[nodiscard]] float rowsTop() const { return m_rowsTop; }
  [[nodiscard]] float rowsBottom() const { return m_rowsBottom; }

  /// A line of 1 px across the whole width, `inset` px free at either side.
  void rule(float y, Color color, float inset = 0);
  /// What shows that a row is hovered or chosen.
  void ground(const Rect& row, Emphasis emphasis);

  /// The line of an interval, at least 1 px long.
  void interval(float low, float high, float middle, Color color, float thickness = 1.5F);
  /// A square of a matrix, -1 to 1; grey for NaN. Words that have no room in it go.
  void tile(const Rect& rect, double share, const std::string& text, Color ink);
  void paintVisit(const Rect& row, const VisitLabel& label, const VisitCell& cell);

  Scene m_scene;
  SceneBuilder m_builder;

 private:
  float m_rowHeight = 0, m_rowsTop = 0, m_rowsBottom = 0;
};

}  // namespace sojourn::present
