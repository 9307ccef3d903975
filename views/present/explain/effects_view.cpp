// SPDX-License-Identifier: GPL-3.0-or-later
// The Decomposition and Interventions views: what P is made of, and what would change it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

struct Column {
  const char *title, *unit, *text;
};
constexpr std::array<Column, 4> columns{
    {{"Copied", "towards P", "copied towards the location"},
     {"Total", "lost", "lost when it is masked"},
     {"Direct", "by weights", "of the total, because the pointer's weights change"},
     {"Indirect", "by reading", "of the total, because other visits no longer read it"}}};

/// What masking a visit costs; the copied mass first. Absent where it was not measured.
std::array<std::optional<double>, columns.size()> effectsOf(const Explanation& explanation, std::size_t visit) {
  if (visit >= explanation.effects.size()) return {explanation.decomposition.copied[visit]};
  const VisitEffect& effect = explanation.effects[visit];
  return {explanation.decomposition.copied[visit], effect.total, effect.direct, effect.indirect};
}

ColumnScale scaleOf(const Explanation& explanation, std::size_t visits) {
  ColumnScale scale{.to = 0};
  for (std::size_t i = 0; i < visits; ++i)
    for (const auto& value : effectsOf(explanation, i)) {
      scale.from = std::min(scale.from, value.value_or(0));
      scale.to = std::max(scale.to, value.value_or(0));
    }
  if (scale.to - scale.from < 1e-9) scale.to = scale.from + 1;
  return scale;
}

Scene effectsScene(const ExplanationContext& context, const Canvas& canvas) {
  const SampleContext& sample = context.sample;
  const Explanation& explanation = context.explained->explanation;
  const bool contrasted = explanation.target.ratherThan.has_value();
  const std::string target = placeText(sample, explanation.target.location);
  const std::vector<VisitLabel> labels = visitLabels(sample);
  // The numbers need their room before the names do.
  const float numbers = 46 * float{columns.size()} + 8;
  const float visits = std::min({178.0F, canvas.size.width * 0.34F - 12, canvas.size.width - numbers - 12});
  RowTable table{.columns = {{.title = tr("Visit"),
                              .unit = contrasted ? targetText(context) : std::string(),
                              .width = fixedWidth(std::max(20.0F, visits))}},
                 .heights = {.head = 38, .most = 24, .visible = 1},
                 .gap = 4};
  for (const Column& column : columns)
    table.columns.push_back({.title = tr(column.title),
                             .unit = tr(column.unit),
                             .width = restWidth(40),
                             .align = Align::Right,
                             .scale = scaleOf(explanation, labels.size())});
  Table values{.columns = {"visit", "location", "place", "copied", "total", "direct", "indirect"}, .rows = {}};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string name = visitText(sample, i);
    TableRow& row = table.rows.emplace_back();
    row.emphasis = emphasisOfVisit(sample, i);
    if (i > 0 && labels[i].daysAgo != labels[i - 1].daysAgo) row.rule = canvas.theme.border;
    row.hit = hitOf(focusOnVisit(sample, i), name, name);
    row.cells.push_back({.visit = labels[i]});
    values.add(i, labels[i].location, labels[i].full());
    const auto effects = effectsOf(explanation, i);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double value = effects[c].value_or(0);
      RowCell& cell = row.cells.emplace_back();
      cell.text = c > 0 ? signedProbability(value) : value > 0 ? probability(value) : "\u2013";
      cell.bar = CellBar{.to = value, .fill = changeFill(canvas.theme, value)};
      if (c == 0) cell.bar->copied = labels[i].swatch;
      cell.hit =
          hitOf(focusOnVisit(sample, i), name + ": " + exactText(value) + " " + tr(columns[c].text), exactText(value));
      values.extend(effects[c]);
    }
  }
  const Decomposition& parts = explanation.decomposition;
  const std::string copied = probability(std::accumulate(parts.copied.begin(), parts.copied.end(), 0.0));
  const std::string whole = probability(explanation.probability), generated = probability(parts.generated);
  std::string shares = parts.copyShare ? tr("copy share %1 %", {percent(100 * *parts.copyShare)}) : "";
  if (parts.gate) shares += tr("%1the gate is %2", {shares.empty() ? "" : "; ", probability(*parts.gate)});
  table.notes = {tr("copied %1 + generated %2 = P%3%4",
                    {copied, generated, contrasted ? "(" + target + ") " : std::string(" "), whole}),
                 shares};
  Scene scene = drawTable(table, canvas).scene;
  scene.table = std::move(values);
  scene.caption = tr("%1; %2, visits masked one at a time", {scopeText(sample), targetText(context)});
  if (contrasted) scene.caption += tr("; copied and generated: of P(%1) only", {target});
  scene.summary = tr("P(%1) is %2: %3 copied and %4 generated.", {target, whole, copied, generated});
  return scene;
}

}  // namespace

ViewContent effectsContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.explained->explanation.decomposition.copied.empty())
    return EmptyState{.title = tr("%1 has no pointer, so all of P is generated", {context.sample.model->title}),
                      .detail = tr("To see what masking a visit costs, look at Mask one in Attribution"),
                      .buttonText = tr("Open Attribution"),
                      .button = OpenView{"attribution"}};
  return effectsScene(context, canvas);
}

namespace {

Scene interventionsScene(const ExplanationContext& context, const Canvas& canvas) {
  const SampleContext& sample = context.sample;
  const auto& found = context.explained->interventions;
  const bool contrasted = context.explained->explanation.target.ratherThan.has_value();
  const auto valueText = [&](double value) { return contrasted ? signedProbability(value) : probability(value); };
  double largest = 1e-9;
  for (const Intervention& one : found) largest = std::max(largest, std::abs(one.change));
  RowTable table{
      .columns = {{.title = tr("Intervention"), .width = {.least = 28, .share = 0.34F, .fits = true}},
                  {.width = restWidth(0), .scale = ColumnScale{.from = -largest, .to = largest}},
                  {.title = tr("change"), .width = fixedWidth(48), .align = Align::Right},
                  {.title = contrasted ? tr("now") : tr("P now"), .width = fixedWidth(44), .align = Align::Right},
                  {.title = tr("First"), .width = {.least = 58, .share = 0.24F, .most = 124}}},
      .heights = {.head = 24, .margin = 4},
      .gap = 10};
  const auto placeCell = [&](LocationId location) {
    return RowCell{.text = placeText(sample, location), .swatch = swatchOf(sample, location)};
  };
  // The model as it is, to hold the others against.
  const double own = context.explained->explanation.value;
  TableRow& none = table.rows.emplace_back();
  none.cells = {
      {.text = tr("None"), .ink = canvas.theme.text2},
      {.text = contrasted ? targetText(context) : std::string(), .ink = canvas.theme.text2, .font = smallFont},
      {},
      {.text = valueText(own), .font = boldFont},
      placeCell(sample.inspection->best().location)};
  none.hit = hitOf({}, tr("Unchanged model: %1", {exactText(own)}), exactText(own));
  Table values{.columns = {"intervention", "probability", "value", "change", "rank", "first", "first place"},
               .rows = {}};
  for (const Intervention& one : found) {
    const std::string title = interventionTitle(one.name), value = exactText(one.value);
    const LocationId* first = one.top.empty() ? nullptr : &one.top.front();
    const std::string firstName = first ? placeText(sample, *first) : std::string();
    TableRow& row = table.rows.emplace_back();
    if (&one == &found.front()) row.rule = canvas.theme.grid;
    row.cells = {{.text = title},
                 {.bar = CellBar{.to = one.change, .fill = changeFill(canvas.theme, one.change)}},
                 {.text = signedProbability(one.change)},
                 {.text = valueText(one.value)}};
    if (first) row.cells.push_back(placeCell(*first));
    row.hit = hitOf(
        first ? focusOnPlace(*first) : Focus{},
        tr("%1: %2 %3, change %4, rank %5%6", {title, targetText(context), value, exactText(one.change),
                                               std::to_string(one.rank), first ? tr(", first %1", {firstName}) : ""}),
        value);
    values.add(one.name, one.probability, one.value, one.change, one.rank, first ? *first : -1, firstName);
  }
  Scene scene = drawTable(table, canvas).scene;
  scene.table = std::move(values);
  scene.caption = tr("%1; change of %2, without re-encoding", {scopeText(sample), targetText(context)});
  const auto least = std::ranges::min_element(found, {}, &Intervention::change);
  scene.summary = tr("The largest loss is with %1: %2 becomes %3.",
                     {interventionTitle(least->name), targetText(context), valueText(least->value)});
  return scene;
}

}  // namespace

ViewContent interventionsContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.explained->interventions.empty())
    return EmptyState{.title = tr("%1 has no pointer and no gate to change", {context.sample.model->title})};
  return interventionsScene(context, canvas);
}

}  // namespace sojourn::present
