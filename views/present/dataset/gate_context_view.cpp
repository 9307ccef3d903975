// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the gate of parts of the samples.
#include <algorithm>
#include <cmath>
#include <map>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

std::string contextTitle(const std::string& by) {
  static const std::map<std::string, const char*> titles{{"outcome", "Outcome"},
                                                         {"target", "Target"},
                                                         {"length", "Visits"},
                                                         {"hour", "Last began"},
                                                         {"weekday", "Last on"}};
  const auto found = titles.find(by);
  return found == titles.end() ? by : tr(found->second);
}

ColumnScale scaleOf(const GateProfile& gate) {
  double low = gate.mean, high = low;
  for (const GateContext& context : gate.contexts)
    for (const double value : {context.gate.mean, context.gate.low, context.gate.high}) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  const double room = std::max(0.01, 0.05 * (high - low));
  return {.from = std::max(0.0, low - room),
          .to = std::min(1.0, high + room),
          .zero = {},
          .tickGap = 34,
          .dashed = gate.mean,
          .dashedWords = tr("all %1", {probability(gate.mean)})};
}

Scene gateContextScene(const DatasetInput& input, const Canvas& canvas) {
  const GateProfile& gate = *input.gate;
  const Theme& theme = canvas.theme;
  const bool titled = canvas.size.width > 380;
  RowTable table{
      .columns = {{.title = tr("Context"), .width = fixedWidth(70, 381)},
                  {.title = titled ? "" : tr("Context"), .width = fixedWidth(canvas.size.width > 300 ? 86 : 74)},
                  {.title = tr("n"), .width = fixedWidth(44, 341), .align = Align::Right},
                  {.title = tr("users"), .width = fixedWidth(32, 341), .align = Align::Right},
                  {.width = restWidth(40), .scale = scaleOf(gate)},
                  {.title = tr("mean"), .width = fixedWidth(48), .align = Align::Right}},
      .heights = {.head = 22, .least = 15, .most = 22, .margin = 2, .visible = 3},
      .notes = {
          tr("Standard deviation of the gate %1. The gate is not the copy share", {probability(gate.deviation)})}};
  Table values{.columns = {"by", "value", "samples", "users", "mean", "low", "high"}, .rows = {}};
  std::string before;
  for (const GateContext& context : gate.contexts) {
    const Estimate& of = context.gate;
    const std::string title = contextTitle(context.by), value = tr(context.value);
    const bool begins = context.by != before;
    TableRow& row = table.rows.emplace_back();
    if (begins && !before.empty()) row.rule = theme.line;
    before = context.by;
    CellDot dot{.at = of.mean, .fill = theme.solid};
    if (of.hasInterval()) {
      dot.low = of.low;
      dot.high = of.high;
    }
    row.cells = {{.text = begins ? title : "", .ink = theme.text2, .font = smallFont},
                 {.text = value, .font = mediumFont},
                 {.text = grouped(of.n), .ink = theme.text2, .font = smallFont},
                 {.text = std::to_string(context.users), .ink = theme.text2, .font = smallFont},
                 {.dots = {dot}},
                 {.text = probability(of.mean), .font = mediumFont}};
    row.hit = hitOf({},
                    tr("%1, %2: %3 of %4, mean gate %5, %6",
                       {title, value, countText(of.n, "sample", "samples"), countText(context.users, "user", "users"),
                        exactText(of.mean), intervalText(of, context.users)}),
                    exactText(of.mean));
    row.hit->action = ToggleFilter{context.filter};
    values.add(context.by, context.value, of.n, context.users, of.mean, of.low, of.high);
  }
  Scene scene = drawTable(table, canvas).scene;
  scene.table = std::move(values);
  scene.caption = tr("mean and 95 % by user, %1", {modelScope(input)});
  scene.captionRight = tr("mean %1", {probability(gate.mean)});
  const auto highest = std::ranges::max_element(gate.contexts, {}, [](const auto& one) { return one.gate.mean; });
  const auto lowest = std::ranges::min_element(gate.contexts, {}, [](const auto& one) { return one.gate.mean; });
  scene.summary = tr("Gate over %1: mean %2, standard deviation %3. Highest for %4 (%5), lowest for %6 (%7).",
                     {input.scope, probability(gate.mean), probability(gate.deviation),
                      contextTitle(highest->by) + " " + tr(highest->value), probability(highest->gate.mean),
                      contextTitle(lowest->by) + " " + tr(lowest->value), probability(lowest->gate.mean)});
  return scene;
}

}  // namespace

ViewContent gateByContextContent(const DatasetInput& input, const Canvas& canvas) {
  const bool has = input.model && input.model->capabilities.gate;
  const std::string lacks = input.model ? tr("%1 has no gate", {input.model->title}) : std::string();
  DatasetInput asked = input;
  // The gate is of the outcomes, which come with the background pass.
  static const ModelProfile nothing;
  asked.read = &nothing;
  if (auto empty = nothingRead(asked, has, lacks)) return *empty;
  if (!input.gate || input.gate->contexts.empty()) return EmptyState{.title = tr("Nothing evaluated yet")};
  return gateContextScene(input, canvas);
}

}  // namespace sojourn::present
