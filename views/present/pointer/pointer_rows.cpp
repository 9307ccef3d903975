// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_rows.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"

namespace sojourn::present {
namespace {

/// Rows of a short sample spread over a high dock.
constexpr float rowLeast = 22, rowMost = 38, sumLeast = 24;
constexpr float barRoom = 4;
constexpr float shortenedName = 44;  // enough of a name to tell it apart, with an ellipsis in its middle
// With fewer visible visits than this the sums give way.
constexpr std::size_t visitsBeforeSums = 10;

/// How much room the words and the numbers of a sample need.
struct PointerWidths {
  float text = 0;    ///< from the left edge to the end of the widest row's time
  float brief = 0;   ///< the same with names at their shortest that tells the places apart
  float number = 0;  ///< of the widest number of a column, its gap included
};

PointerWidths pointerWidths(const SampleContext& context, const Canvas& canvas) {
  const Inspection& inspection = *context.inspection;
  PointerWidths widths;
  for (const Visit& visit : inspection.sequence.visits) {
    const std::string name = placeText(context, visit.location);
    const float besideName = pointerNameLeft + 8 + canvas.text.width(whenText(context, visit), mediumFont);
    const float whole = canvas.text.width(name, boldFont);
    widths.text = std::max(widths.text, std::ceil(besideName + whole));
    const auto brief = canvas.shortNames ? canvas.shortNames->find(name) : ShortNames::const_iterator();
    const bool hasBrief = canvas.shortNames && brief != canvas.shortNames->end();
    const float least = std::min(whole, hasBrief ? canvas.text.width(brief->second, boldFont) : shortenedName);
    widths.brief = std::max(widths.brief, std::ceil(besideName + least));
  }
  const auto reach = [&](const std::string& text) {
    widths.number = std::max(widths.number, canvas.text.width(text, boldFont));
  };
  for (const char* title : {"Score", "Weight", "Copied", "<0.001"}) reach(tr(title));
  for (const PointerColumn& column : std::span(pointerColumns).first(3))
    for (const float value : inspection.*column.values) reach(column.text(value));
  widths.number = std::ceil(widths.number) + 6;
  return widths;
}

PointerLayout layOutPointer(Size canvas, PointerWidths widths, std::size_t rowCount, std::size_t sums,
                            std::optional<bool> sumsOpen) {
  PointerLayout layout;
  const float all = canvas.width - pointerRightMargin + 4;
  const float least = std::min(std::clamp(widths.brief, 160.0F, 200.0F), widths.text);
  while (layout.columns > 1 && all - least < static_cast<float>(layout.columns) * widths.number) --layout.columns;
  // Names get what they need as long as bars stay longer than numbers.
  const auto columns = static_cast<float>(layout.columns);
  const float share = std::clamp(canvas.width * 0.36F, 160.0F, 320.0F);
  const float most = std::max(least, all - columns * (widths.number + barRoom));
  const float visitWidth = std::round(std::clamp(std::max(share, widths.text), least, most));
  layout.pitch = std::max(24.0F, std::floor((all - visitWidth) / columns));
  // What is left over by whole pixels goes to the names.
  layout.visitRight = all - layout.pitch * columns;

  const auto rows = static_cast<float>(rowCount);
  const float visible = rowLeast * static_cast<float>(std::min(rowCount, visitsBeforeSums));
  const auto room = std::max(
      1.0F, (canvas.height - pointerHeaderHeight - visible - pointerStripHeight - pointerTotalHeight) / sumLeast);
  layout.shownSums = std::min(sums, static_cast<std::size_t>(std::max(room, 3.0F)));
  if (layout.shownSums + 1 == sums) layout.shownSums = sums;  // "1 other" would take the same row
  const std::size_t sumRows = layout.shownSums + (layout.shownSums < sums ? 1 : 0);
  const float aroundSums = pointerStripHeight + pointerTotalHeight;
  const float open = aroundSums + static_cast<float>(sumRows) * sumLeast;
  layout.open = sumsOpen.value_or(pointerHeaderHeight + visible + open <= canvas.height);
  const auto rowOf = [&](float height, float count, float lowest) {
    return std::clamp(std::floor(height / count), lowest, rowMost);
  };
  layout.rowHeight =
      rowOf(canvas.height - pointerHeaderHeight - (layout.open ? open : pointerStripHeight), rows, rowLeast);
  layout.sumsTop = pointerHeaderHeight + rows * layout.rowHeight;
  layout.sumHeight =
      rowOf(canvas.height - layout.sumsTop - aroundSums, std::max(1.0F, static_cast<float>(sumRows)), sumLeast);
  const float sumsHeight =
      layout.open ? aroundSums + static_cast<float>(sumRows) * layout.sumHeight : pointerStripHeight;
  const float needed = layout.sumsTop + sumsHeight;
  layout.contentSize = {canvas.width, std::max(canvas.height, needed)};
  layout.pinnedBottom = needed > canvas.height ? sumsHeight : 0;
  return layout;
}

}  // namespace

std::vector<PlaceSum> sumsPerPlace(const Inspection& inspection) {
  std::vector<PlaceSum> sums;
  const auto& visits = inspection.sequence.visits;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    auto sum = std::ranges::find(sums, visits[i].location, &PlaceSum::location);
    if (sum == sums.end()) sum = sums.insert(sum, {.location = visits[i].location});
    ++sum->visits;
    sum->weight += inspection.pointerWeight[i];
    sum->copied += inspection.copiedMass[i];
  }
  std::ranges::sort(sums, {}, [](const PlaceSum& sum) { return std::pair(-sum.weight, sum.location); });
  return sums;
}

Scale scaleAround(const std::vector<std::vector<float>>& columns) {
  double low = 0, high = 0;
  for (const auto& column : columns)
    for (const double value : column) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (low == 0 && high == 0) return {};
  const double step = roundStep((high - low) / 20);
  return {.low = std::floor(low / step) * step,
          .high = std::ceil(high / step) * step,
          .decimals = static_cast<int>(std::clamp(std::ceil(-std::log10(step) - 1e-9), 0.0, 6.0))};
}

PointerRows::PointerRows(const PointerInput& input, const Canvas& canvas, std::size_t rows, std::size_t sums)
    : RowsPainter(canvas),
      m_context(input.sample),
      m_layout(layOutPointer(canvas.size, pointerWidths(input.sample, canvas), rows, sums, input.options.sumsOpen)) {
  m_scene.contentSize = m_layout.contentSize;
  m_scene.pinnedTop = pointerHeaderHeight;
  m_scene.pinnedBottom = m_layout.pinnedBottom;
}

Rect PointerRows::visitRow(std::size_t row) const {
  return {0, pointerHeaderHeight + static_cast<float>(row) * m_layout.rowHeight, width(), m_layout.rowHeight};
}

void PointerRows::paintVisitHead() {
  m_builder.text({12, 5, m_layout.visitRight - 16, 16}, tr("Visit"), theme().text, boldFont);
  m_builder.text({12, 20, m_layout.visitRight - 16, 14}, tr("from end"), theme().text2, smallFont);
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
      ShowSums{!m_layout.open};
  return strip;
}

PlaceRow PointerRows::paintPlace(float y, LocationId location, std::size_t visits) {
  const VisitLabel label{.location = location,
                         .place = placeText(m_context, location),
                         .weekday = {},
                         .time = countText(visits, "visit", "visits"),
                         .swatch = swatchOf(m_context, location)};
  const Rect row{0, y, width(), m_layout.sumHeight};
  ground(row, emphasisOfPlace(m_context, location));
  paintVisit(row, label, {.right = m_layout.visitRight, .timeSize = mediumFont.size});
  return {.rect = row, .swatch = label.swatch, .text = label.full()};
}

std::string PointerRows::paintOthers(float y, std::size_t places) {
  std::string text = countText(places - m_layout.shownSums, "other place", "other places");
  m_builder.text({pointerNameLeft, y, m_layout.visitRight - pointerNameLeft, m_layout.sumHeight}, text, theme().text2,
                 textFont);
  return tr("%1 together", {text});
}

}  // namespace sojourn::present
