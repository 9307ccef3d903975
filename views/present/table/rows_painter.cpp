// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/table/rows_painter.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {

Color matrixFill(const Theme& theme, double share) {
  return std::isnan(share) ? theme.track : divergingColor(theme, static_cast<float>(share));
}

Color matrixInk(const Theme& theme, double share, Color ink) {
  return std::abs(share) > 0.7 ? theme.panel : ink;
}

RowsPainter::RowsPainter(const Canvas& canvas) : m_builder(m_scene, canvas) {
  m_scene.size = m_scene.contentSize = canvas.size;
}

void RowsPainter::fitRows(std::size_t rows, const RowHeights& heights) {
  const auto count = static_cast<float>(rows);
  const float free = m_scene.size.height - heights.head - heights.foot - heights.margin;
  m_rowHeight = std::clamp(std::floor(free / count), heights.least, heights.most);
  m_rowsTop = heights.head;
  m_rowsBottom = heights.head + count * m_rowHeight;
  const float needed = m_rowsBottom + heights.foot + heights.margin;
  m_scene.contentSize.height = std::max(m_scene.size.height, needed);
  if (needed <= m_scene.size.height || free < heights.least * static_cast<float>(heights.visible)) return;
  m_scene.pinnedTop = heights.head;
  m_scene.pinnedBottom = heights.foot;
}

Rect RowsPainter::row(std::size_t index) const {
  return {0, m_rowsTop + m_rowHeight * static_cast<float>(index), width(), m_rowHeight};
}

void RowsPainter::rule(float y, Color color, float inset) {
  m_builder.box({inset, y, width() - 2 * inset, 1}, color);
}

void RowsPainter::ground(const Rect& row, Emphasis emphasis) {
  if (emphasis != Emphasis::None) m_builder.box(row, theme().soft);
  if (emphasis == Emphasis::Selected) m_builder.box({row.x, row.y, 3, row.height}, theme().accent);
}

void RowsPainter::interval(float low, float high, float middle, Color color, float thickness) {
  m_builder.box({low, middle - 0.5F, std::max(1.0F, high - low), thickness}, color);
}

void RowsPainter::tile(const Rect& rect, double share, const std::string& text, Color ink) {
  m_builder.box(rect, matrixFill(theme(), share));
  if (text.empty() || m_builder.width(text, smallFont) > rect.width) return;
  m_builder.text(rect, text, matrixInk(theme(), share, ink), smallFont, Align::Center);
}

void RowsPainter::paintVisit(const Rect& row, const VisitLabel& label, const VisitCell& cell) {
  if (cell.fromEnd)
    m_builder.text({4, row.y, 22, row.height}, std::to_string(*cell.fromEnd), theme().text3, smallFont, Align::Right);
  m_builder.swatch({cell.swatchLeft, std::round(row.y + row.height / 2 - 5)}, label.swatch);
  const Font timeFont{.size = cell.timeSize, .weight = cell.newTime ? Weight::SemiBold : Weight::Regular};
  const float nameLeft = cell.swatchLeft + 16, timeWidth = m_builder.width(label.time, timeFont) + 1;
  const float timeLeft = cell.right - timeWidth;
  const bool timed = cell.leastName == 0 || timeLeft - 6 - nameLeft > cell.leastName;
  const float nameRight = timed ? timeLeft - 6 : cell.right;
  const Rect name{nameLeft, row.y, std::max(0.0F, nameRight - nameLeft), row.height};
  const Rect time{timeLeft, row.y, timeWidth, row.height};
  if (cell.removed) {
    m_builder.struck(name, m_builder.fittingName(label.place, name.width, textFont), theme().text3, textFont);
    m_builder.struck(time, label.time, theme().text3, timeFont, Align::Right);
    return;
  }
  m_builder.placeName(name, label.place, cell.newPlace ? theme().accent : theme().text,
                      cell.bold ? boldFont : textFont);
  if (timed) m_builder.text(time, label.time, cell.newTime ? theme().accent : theme().text2, timeFont, Align::Right);
}

}  // namespace sojourn::present
