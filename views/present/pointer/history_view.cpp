// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view of a model that reads the user's history in place of a pointer: the attention over the half hours
// of the day.
#include <algorithm>
#include <functional>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float historyBarHeight = 5, leastPlaceRoom = 60, usualPlaceRoom = 130, leastNameRoom = 24;
constexpr CellColumn timeColumn{12, 92};
constexpr std::size_t mostPlaces = 4;

std::int64_t visitsOf(const HistoryRow& row) {
  return std::accumulate(row.visited.begin(), row.visited.end(), std::int64_t{0},
                         [](std::int64_t sum, const HistoryEntry& entry) { return sum + entry.count; });
}

class HistoryPainter : RowsPainter {
 public:
  HistoryPainter(const SampleContext& context, const Canvas& canvas) : RowsPainter(canvas), m_context(context) {
    for (const HistoryRow& row : context.inspection->history) m_halfHours.push_back(&row);
    std::ranges::stable_sort(m_halfHours, std::greater<>(), &HistoryRow::weight);
    fitRows(m_halfHours.size(), {.head = 24, .least = 22, .most = 28, .visible = 2});
    m_weight = {timeColumn.left + timeColumn.width + 4, std::clamp(width() * 0.24F, 60.0F, 200.0F)};
    m_visits = {m_weight.left + m_weight.width + 6, 52};
    m_placesLeft = m_visits.left + m_visits.width + 14;
    const float room = width() - m_placesLeft - 6;
    m_places = room < leastPlaceRoom ? 0 : std::min(mostPlaces, static_cast<std::size_t>(room / usualPlaceRoom) + 1);
    m_placePitch = room / static_cast<float>(std::max<std::size_t>(m_places, 1));
  }

  Scene paint() {
    const Rect head{0, 4, 0, 18};
    m_builder.text(timeColumn.at(head), tr("Half hour"), theme().text2, smallFont);
    m_builder.text(m_weight.at(head), tr("Weight"), theme().text2, smallFont, Align::Right);
    m_builder.text(m_visits.at(head), tr("Visits"), theme().text2, smallFont, Align::Right);
    m_builder.text({m_placesLeft, head.y, width() - m_placesLeft - 6, head.height}, tr("Most often at"), theme().text2,
                   smallFont);
    rule(rowsTop() - 1, theme().border);
    m_scene.table.columns = {"half hour", "weight", "visits", "location", "place", "visits there"};
    for (std::size_t i = 0; i < m_halfHours.size(); ++i) paintHalfHour(*m_halfHours[i], row(i));
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] std::string timeOf(const HistoryRow& half) const {
    const std::int64_t start = half.slot * minutesPerHistorySlot + m_context.displayOffsetMinutes;
    return clockText(start) + "\u2013" + clockText(start + minutesPerHistorySlot);
  }

  void paintHalfHour(const HistoryRow& half, const Rect& area) {
    const std::int64_t visits = visitsOf(half);
    const std::string text = tr("%1: weight %2, %3", {timeOf(half), exactText(half.weight),
                                                      countText(static_cast<std::size_t>(visits), "visit", "visits")});
    m_builder.hit(area, {}, text, exactText(half.weight));
    m_builder.text(timeColumn.at(area), timeOf(half), theme().text, textFont);
    const float top = std::round(area.height * 0.66F);
    const Rect room = m_weight.at(area);
    const Axis axis(0, 1, room.x, room.right());
    m_builder.box(between(axis.at(0), axis.at(half.weight), area.y + top, historyBarHeight), theme().accent);
    m_builder.box({std::round(room.x), area.y + top - 1, 1, historyBarHeight + 2}, theme().mid);
    m_builder.text({room.x, area.y, room.width, top}, probability(half.weight), theme().text, textFont, Align::Right);
    m_builder.text(m_visits.at(area), groupThousands(visits), theme().text2, textFont, Align::Right);
    for (std::size_t k = 0; k < half.visited.size(); ++k) {
      const HistoryEntry& entry = half.visited[k];
      m_scene.table.add(timeOf(half), half.weight, visits, entry.location, placeText(m_context, entry.location),
                        entry.count);
      const float left = m_placesLeft + m_placePitch * static_cast<float>(k);
      if (k < m_places) paintEntry(entry, {left, area.y, m_placePitch - 8, area.height});
    }
  }

  void paintEntry(const HistoryEntry& entry, const Rect& room) {
    const std::string count = "\u00D7" + groupThousands(entry.count), name = placeText(m_context, entry.location);
    const float countWidth = m_builder.width(count, smallFont) + 2;
    m_builder.swatch({room.x, room.y + (room.height - 10) / 2}, swatchOf(m_context, entry.location));
    const Rect text{room.x + 15, room.y, room.width - 15 - countWidth - 4, room.height};
    const bool selected = emphasisOfPlace(m_context, entry.location) != Emphasis::None;
    if (text.width >= leastNameRoom)
      m_builder.placeName(text, name, selected ? theme().accent : theme().text, textFont);
    m_builder.text({room.right() - countWidth, room.y, countWidth, room.height}, count, theme().text2, smallFont,
                   Align::Right);
    m_builder.hit(room, focusOnPlace(entry.location),
                  name + ", " + countText(static_cast<std::size_t>(entry.count), "visit", "visits"));
  }

  void describe() {
    m_scene.caption = tr("%1; attention over what the user did before the window", {scopeText(m_context)});
    m_scene.captionRight = tr("weights 0 to 1");
    const HistoryRow& most = *m_halfHours.front();
    m_scene.summary = tr("The model reads most of %1: weight %2, most often at %3.",
                         {timeOf(most), probability(most.weight), placeText(m_context, most.visited.front().location)});
  }

  const SampleContext& m_context;
  std::vector<const HistoryRow*> m_halfHours;  ///< heaviest first
  CellColumn m_weight, m_visits;
  float m_placesLeft = 0, m_placePitch = 0;
  std::size_t m_places = 0;  ///< shown in each row
};

}  // namespace

ViewContent historyContent(const SampleContext& context, const Canvas& canvas) {
  if (context.inspection->history.empty())
    return EmptyState{
        .title = tr("The user did nothing before this window"),
        .detail = tr("%1 copies nothing; without a history it reads the window alone", {context.model->title})};
  return HistoryPainter(context, canvas).paint();
}

}  // namespace sojourn::present
