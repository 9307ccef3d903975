// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what each head reads, against uniform attention and beside the roles that were claimed for heads.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

struct RolePanel {
  HeadFigure figure;
  const char* title;
  const char* brief;  ///< where the title has no room
  int decimals;       ///< of what uniform attention gives
};

constexpr std::array rolePanels{RolePanel{HeadFigure::Latest, "Latest other visit", "Latest", 3},
                                RolePanel{HeadFigure::First, "First visit", "First", 3},
                                RolePanel{HeadFigure::SamePlace, "Same place", "Place", 3},
                                RolePanel{HeadFigure::SameTime, "Within 90 min", "90 min", 3},
                                RolePanel{HeadFigure::Distance, "Mean distance", "Dist.", 1},
                                RolePanel{HeadFigure::EffectiveVisits, "Effective visits", "Effective", 1}};

/// A tenth away from uniform is worth a bold number.
constexpr double notable = 0.1;

/// Of the published descriptions of the two models, to be seen beside what is measured.
std::string claimedRoles(const Capabilities& has) {
  if (has.pointer) return tr("recency, same location, similar time, user preference");
  return has.causal ? tr("recency, repeat, first position, temporal") : std::string();
}

const Estimate& times(const HeadRole& role, HeadFigure figure) {
  return role.timesUniform[static_cast<std::size_t>(figure)];
}

/// One scale for all heads, at least a quarter to either side of uniform.
ColumnScale scaleOf(const ModelProfile& read, HeadFigure figure) {
  double low = 0.75, high = 1.25;
  for (const HeadRole& role : read.heads) {
    const Estimate& estimate = times(role, figure);
    for (const double value : {estimate.mean, estimate.low, estimate.high}) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  const double room = 0.06 * (high - low);
  return {.from = low - room, .to = high + room, .zero = 1, .zeroWords = "1\u00D7"};
}

TableRow rowOf(const DatasetInput& input, const HeadRole& role, std::string title, const Theme& theme) {
  TableRow row{.cells = {{.text = std::move(title)}}};
  std::string label = tr("Layer %1, head %2", {std::to_string(role.layer), std::to_string(role.head)});
  for (const RolePanel& panel : rolePanels) {
    const Estimate& estimate = times(role, panel.figure);
    label += ", " + tr(panel.title) + " " + timesText(estimate.mean);
    CellDot dot{.at = estimate.mean, .fill = theme.solid};
    if (estimate.hasInterval()) {
      label += tr(" (%1 to %2)", {fixedText(estimate.low, 2), fixedText(estimate.high, 2)});
      dot.low = estimate.low;
      dot.high = estimate.high;
    }
    // Open: users do not tell it apart from uniform.
    dot.open = !estimate.hasInterval() || (estimate.low <= 1 && estimate.high >= 1);
    const bool far = std::abs(estimate.mean - 1) >= notable;
    row.cells.push_back({.dots = {dot}});
    row.cells.push_back({.text = std::isfinite(estimate.mean) ? fixedText(estimate.mean, 2) : std::string(),
                         .ink = far ? theme.text : theme.text2,
                         .font = far ? mediumBoldFont : smallFont});
  }
  Focus focus;
  focus.head = HeadRef{role.layer, role.head};
  if (input.focus.head == focus.head) row.emphasis = Emphasis::Selected;
  row.hit = hitOf(focus, label, label);
  row.hit->open = OpenView{"attention"};
  row.hit->openLabel = tr("Open attention map");
  return row;
}

/// Whether any head reads the same place or the same time of the day more than others.
std::string noteOf(const ModelProfile& read) {
  double most = 0;
  std::size_t leaning = 0;
  for (const HeadRole& role : read.heads) {
    most = std::max({most, times(role, HeadFigure::SamePlace).mean, times(role, HeadFigure::SameTime).mean});
    leaning += std::abs(times(role, HeadFigure::Latest).mean - 1) >= notable ? 1 : 0;
  }
  return tr(
      "%1 of %2 heads read the latest other visit at least a tenth more or less than uniform. Same place and "
      "similar time: no head beyond %3.",
      {std::to_string(leaning), std::to_string(read.heads.size()), timesText(most)});
}

Table valuesOf(const ModelProfile& read) {
  Table table{.columns = {"layer", "head"}, .rows = {}};
  for (const char* name : headFigureNames)
    for (const char* part : {"", " times uniform", " low", " high"}) table.columns.push_back(std::string(name) + part);
  for (const char* part : {"intercept", "same_place", "time_distance", "age", "first", "explained"})
    table.columns.push_back(std::string("fit ") + part);
  table.add("uniform", "");
  for (std::size_t f = 0; f < headFigureCount; ++f) table.extend(read.uniform[f], 1, Table::absent, Table::absent);
  for (int part = 0; part < 6; ++part) table.extend(Table::absent);
  for (const HeadRole& role : read.heads) {
    table.add(role.layer, role.head);
    for (std::size_t f = 0; f < headFigureCount; ++f)
      table.extend(role.means[f], role.timesUniform[f].mean, role.timesUniform[f].low, role.timesUniform[f].high);
    const RoleFit& fit = role.fit;
    table.extend(fit.intercept, fit.samePlace, fit.timeDistance, fit.age, fit.first, fit.explained);
  }
  return table;
}

Scene headRolesScene(const DatasetInput& input, const Canvas& canvas) {
  const ModelProfile& read = *input.read;
  const float width = canvas.size.width, labels = headLabelsWidth(width);
  Scene measured;
  const SceneBuilder measuring(measured, canvas);
  const std::string roles = claimedRoles(input.model->capabilities);
  const std::string claimed = roles.empty() ? std::string() : tr("Claimed: %1", {roles});
  // Beside the choice of the model, or below it.
  const float choice = headModelsWidth(measuring, input);
  const bool beside = choice > 0 && choice + measuring.width(claimed, smallFont) + 40 <= width;
  const float claimedTop = beside ? 5 : headModelsHeight(input) + 4;
  const float above = beside || claimed.empty() ? headModelsHeight(input) + 4 : claimedTop + 20;

  RowTable table{.columns = {{.width = fixedWidth(labels - 6)}},
                 .heights = {.head = above + 36, .least = 13, .most = 24, .margin = 2, .visible = 3},
                 .left = 10,
                 .gap = 4};
  const float pitch = (width - labels - 12) / static_cast<float>(rolePanels.size());
  for (const RolePanel& panel : rolePanels) {
    const std::string uniform = fixedText(read.uniform[static_cast<std::size_t>(panel.figure)], panel.decimals);
    const std::string wordy = tr("uniform %1", {uniform}), title = tr(panel.title);
    const auto fits = [&](const std::string& text, Font font) { return measuring.width(text, font) <= pitch - 8; };
    table.columns.push_back({.title = fits(title, boldFont) ? title : tr(panel.brief),
                             .unit = fits(wordy, smallFont) ? wordy : uniform,
                             .width = restWidth(8),
                             .scale = scaleOf(read, panel.figure)});
    // In a narrow column the dots alone.
    table.columns.push_back({.width = fixedWidth(pitch < 66 ? 0 : 32), .align = Align::Right});
  }
  for (const HeadRole& role : read.heads) {
    TableRow row = rowOf(input, role, headLabel(measuring, role, labels - 8), canvas.theme);
    if (!table.rows.empty() && role.layer != read.heads[table.rows.size() - 1].layer) row.rule = canvas.theme.line;
    table.rows.push_back(std::move(row));
  }
  const std::string note = noteOf(read);
  table.notes = {tr("Open dot: interval includes uniform. Bold: off by a tenth or more"), note};
  Scene scene = drawTable(table, canvas).scene;
  SceneBuilder builder(scene, canvas);
  paintHeadModels(builder, scene, input, {12, 4}, width - 24);
  const float left = beside ? choice + 24 : 12;
  if (!claimed.empty()) builder.text({left, claimedTop, width - 12 - left, 18}, claimed, canvas.theme.text2, smallFont);
  scene.table = valuesOf(read);
  scene.caption = tr("last query without itself, times uniform, %1", {modelScope(input)});
  scene.captionRight = tr("bars: 95 % by user");
  scene.summary = tr("Head roles over %1. ", {input.scope}) + note;
  return scene;
}

}  // namespace

ViewContent headRolesContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingOfHeads(input)) return *nothing;
  return headRolesScene(input, canvas);
}

}  // namespace sojourn::present
