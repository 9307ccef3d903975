// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view of a model that reads the user's history in place of a pointer: the attention over the half hours
// of the day.
#include <algorithm>
#include <functional>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr std::size_t mostPlaces = 4;

std::int64_t visitsOf(const HistoryRow& row) {
  return std::accumulate(row.visited.begin(), row.visited.end(), std::int64_t{0},
                         [](std::int64_t sum, const HistoryEntry& entry) { return sum + entry.count; });
}

std::string timeOf(const SampleContext& context, const HistoryRow& half) {
  const std::int64_t start = half.slot * minutesPerHistorySlot + context.displayOffsetMinutes;
  return clockText(start) + "\u2013" + clockText(start + minutesPerHistorySlot);
}

/// How many of a half hour's places have room.
std::size_t placesShown(float room) {
  constexpr float least = 60, usual = 130;
  return room < least ? 0 : std::min(mostPlaces, static_cast<std::size_t>(room / usual) + 1);
}

Scene historyScene(const SampleContext& context, const Canvas& canvas) {
  std::vector<const HistoryRow*> halfHours;
  for (const HistoryRow& row : context.inspection->history) halfHours.push_back(&row);
  std::ranges::stable_sort(halfHours, std::greater<>(), &HistoryRow::weight);
  const float weights = std::clamp(canvas.size.width * 0.24F, 60.0F, 200.0F);
  RowTable table{
      .columns = {{.title = tr("Half hour"), .width = fixedWidth(90)},
                  {.title = tr("Weight"), .width = fixedWidth(weights), .align = Align::Right, .scale = ColumnScale{}},
                  {.title = tr("Visits"), .width = fixedWidth(52), .align = Align::Right}},
      .heights = {.head = 24, .least = 22, .most = 28, .visible = 2}};
  for (std::size_t k = placesShown(canvas.size.width - weights - 180); k > 0; --k)
    table.columns.push_back({.title = table.columns.size() == 3 ? tr("Most often at") : "", .width = restWidth(52)});
  Table values{.columns = {"half hour", "weight", "visits", "location", "place", "visits there"}, .rows = {}};
  for (const HistoryRow* half : halfHours) {
    const std::int64_t visits = visitsOf(*half);
    const std::string time = timeOf(context, *half);
    TableRow& row = table.rows.emplace_back();
    row.cells = {{.text = time},
                 {.text = probability(half->weight), .bar = CellBar{.to = half->weight, .fill = canvas.theme.accent}},
                 {.text = groupThousands(visits), .ink = canvas.theme.text2}};
    row.hit = hitOf({},
                    tr("%1: weight %2, %3",
                       {time, exactText(half->weight), countText(static_cast<std::size_t>(visits), "visit", "visits")}),
                    exactText(half->weight));
    for (const HistoryEntry& entry : half->visited) {
      const std::string name = placeText(context, entry.location);
      const bool selected = emphasisOfPlace(context, entry.location) != Emphasis::None;
      values.add(time, half->weight, visits, entry.location, name, entry.count);
      row.cells.push_back(
          {.text = name,
           .ink = selected ? canvas.theme.accent : canvas.theme.text,
           .swatch = swatchOf(context, entry.location),
           .more = "\u00D7" + groupThousands(entry.count),
           .hit = hitOf(focusOnPlace(entry.location),
                        name + ", " + countText(static_cast<std::size_t>(entry.count), "visit", "visits"), {})});
    }
  }
  Scene scene = drawTable(table, canvas).scene;
  scene.table = std::move(values);
  scene.caption = tr("%1; attention over what the user did before the window", {scopeText(context)});
  scene.captionRight = tr("weights 0 to 1");
  const HistoryRow& most = *halfHours.front();
  scene.summary =
      tr("The model reads most of %1: weight %2, most often at %3.",
         {timeOf(context, most), probability(most.weight), placeText(context, most.visited.front().location)});
  return scene;
}

}  // namespace

ViewContent historyContent(const SampleContext& context, const Canvas& canvas) {
  if (context.inspection->history.empty())
    return EmptyState{
        .title = tr("The user did nothing before this window"),
        .detail = tr("%1 copies nothing; without a history it reads the window alone", {context.model->title})};
  return historyScene(context, canvas);
}

}  // namespace sojourn::present
