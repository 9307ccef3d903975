// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_rows.h"

#include "model/core/translation.h"

namespace sojourn::present {

PointerRows::PointerRows(const SampleContext& context, const Canvas& canvas, std::size_t rows, std::size_t sums,
                         std::optional<bool> sumsOpen)
    : RowsPainter(canvas),
      m_context(context),
      m_layout(layOutPointer(canvas.size, pointerWidths(context, canvas), rows, sums, sumsOpen)) {
  m_scene.contentSize = m_layout.contentSize;
  m_scene.pinnedTop = pointerHeaderHeight;
  m_scene.pinnedBottom = m_layout.pinnedBottom;
}

Rect PointerRows::visitRow(std::size_t row) const {
  return {0, pointerHeaderHeight + static_cast<float>(row) * m_layout.rowHeight, width(), m_layout.rowHeight};
}

void PointerRows::paintVisitHead() {
  m_builder.text({12, 5, m_layout.visitRight - 16, 16}, tr("Visit"), theme().text, pointerBoldFont);
  m_builder.text({12, 20, m_layout.visitRight - 16, 14}, tr("from end"), theme().text2, pointerSmallFont);
}

void PointerRows::paintGround(const Rect& row, Emphasis emphasis, bool newDay) {
  ground(row, emphasis);
  if (newDay) rule(row.y, theme().border, 8);
}

Rect PointerRows::paintStrip() {
  const Rect strip{0, m_layout.sumsTop, width(), pointerStripHeight};
  m_builder.box(strip, theme().title);
  rule(strip.y, theme().border);
  rule(strip.bottom() - 1, theme().border);
  const ControlScope control(m_scene);
  m_builder.icon({10, strip.y + 5, 14, 14}, m_layout.open ? "down" : "right", theme().text2);
  m_builder.hit(strip, {}, m_layout.open ? tr("Hide the sums per place") : tr("Show the sums per place")).action =
      Action{.id = "toggleSums", .argument = m_layout.open ? "fold" : "open"};
  return strip;
}

PlaceRow PointerRows::paintPlace(float y, LocationId location, std::size_t visits) {
  const VisitLabel label{.location = location,
                         .place = placeText(m_context, location),
                         .weekday = {},
                         .time = countText(visits, "visit", "visits"),
                         .swatch = swatchOf(m_context, location)};
  const Rect row{0, y, width(), pointerSumHeight};
  ground(row, emphasisOfPlace(m_context, location));
  paintVisit(row, label, {.right = m_layout.visitRight, .timeSize = pointerWhenFont.size});
  return {.rect = row, .swatch = label.swatch, .words = label.full()};
}

std::string PointerRows::paintOthers(float y, std::size_t places) {
  std::string words = countText(places - m_layout.shownSums, "other place", "other places");
  m_builder.text({pointerNameLeft, y, m_layout.visitRight - pointerNameLeft, pointerSumHeight}, words, theme().text2,
                 pointerTextFont);
  return tr("%1 together", {words});
}

}  // namespace sojourn::present
