// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how many targets lie in each district, next to training.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

/// [districts + 1] targets; the last of none.
std::vector<std::size_t> countsOf(const PlaceDistricts& districts, const DatasetFacts& facts) {
  std::vector<std::size_t> counts(districts.names().size() + 1);
  std::size_t known = 0;
  for (const TargetCount& target : facts.targetCounts) {
    known += target.n;
    counts[districts.of(target.location).value_or(counts.size() - 1)] += target.n;
  }
  counts.back() += facts.n - std::min(facts.n, known);
  return counts;
}

double shareOf(std::size_t count, const DatasetFacts& facts) {
  return facts.n > 0 ? static_cast<double>(count) / static_cast<double>(facts.n) : 0;
}

Scene districtsScene(const DatasetInput& input, const Canvas& canvas) {
  const auto& names = input.districts->names();
  const std::vector<std::size_t> counts = countsOf(*input.districts, *input.facts);
  // Nothing to compare with where training is what is shown.
  const DatasetFacts* train =
      input.split == Split::Train && !input.filtered ? nullptr : input.splits[static_cast<std::size_t>(Split::Train)];
  const std::vector<std::size_t> before = train ? countsOf(*input.districts, *train) : std::vector<std::size_t>();
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return counts[i]; });
  const double most = shareOf(counts[order.front()], *input.facts);

  RowTable table{.columns = {{.title = tr("District"), .width = {.least = 80, .share = 0.34F, .most = 200}},
                             {.title = tr("targets"), .width = fixedWidth(46), .align = Align::Right},
                             {.width = restWidth(10), .scale = ColumnScale{.to = std::max(most, 1e-9)}},
                             {.title = "%", .width = fixedWidth(44), .align = Align::Right}},
                 .heights = {.head = 24, .least = 18, .most = 22, .visible = 3}};
  Table values{.columns = {"district", "targets", "share"}, .rows = {}};
  if (train) {
    table.columns.push_back({.title = tr("in train"), .width = fixedWidth(48), .align = Align::Right});
    table.notes = {tr("vertical mark: share in train")};
    values.columns.emplace_back("share_in_training");
  }
  const auto nameOf = [&](std::size_t i) { return i < names.size() ? names[i] : tr("No district"); };
  for (const std::size_t i : order) {
    const bool named = i < names.size();
    const double own = shareOf(counts[i], *input.facts);
    const std::string name = nameOf(i), count = grouped(counts[i]), share = percent(100 * own);
    std::string label = tr("%1: %2 targets, %3 %", {name, count, share});
    values.add(name, counts[i], own);
    CellBar bar{.to = own, .fill = named ? canvas.theme.solid : canvas.theme.pale};
    TableRow row;
    row.cells = {{.text = name, .ink = named ? canvas.theme.text : canvas.theme.text2, .name = named},
                 {.text = count},
                 {},
                 {.text = share}};
    if (train) {
      bar.mark = shareOf(before[i], *train);
      const std::string trained = percent(100 * *bar.mark);
      row.cells.push_back({.text = trained, .ink = canvas.theme.text2});
      values.extend(*bar.mark);
      label += tr("; in train %1 %", {trained});
    }
    row.cells[2].bar = bar;
    row.hit = hitOf({}, label, count);
    if (named) row.hit->action = ToggleFilter{"district:\"" + name + "\""};
    table.rows.push_back(std::move(row));
  }
  Scene scene = drawTable(table, canvas).scene;
  scene.table = std::move(values);
  scene.caption = input.scope;
  scene.summary = tr("Most targets lie in %1: %2 %.",
                     {order.front() < names.size() ? names[order.front()] : tr("no district"), percent(100 * most)});
  return scene;
}

}  // namespace

ViewContent districtsContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  if (!input.districts)
    return EmptyState{.title = tr("No districts are known"),
                      .detail = tr("Add a GeoJSON file of districts as a background in Places"),
                      .buttonText = tr("Open Places"),
                      .button = WindowCommand::OpenPlaces};
  return districtsScene(input, canvas);
}

}  // namespace sojourn::present
