// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the matrix of Kendall's tau-b between the methods.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

const Agreement* agreementOf(const Explanation& explanation, const std::string& a, const std::string& b) {
  const auto names = std::minmax(a, b);
  for (const Agreement& one : explanation.agreements)
    if (std::minmax(one.first, one.second) == names) return &one;
  return nullptr;
}

RowCell nameCell(const ExplanationContext& context, const std::string& method, const Theme& theme) {
  const MethodLabels labels = methodLabels(method);
  const bool emphasised = methodEmphasised(context.sample, method);
  return {.text = labels.shortTitle,
          .ink = emphasised       ? theme.accent
                 : labels.control ? theme.text2
                                  : theme.text,
          .hit = hitOf(focusOnMethod(method), labels.title + ": " + labels.meaning, method)};
}

/// The leading zero goes before the number does.
RowCell tauCell(const Agreement& agreement, const std::string& row, const std::string& column, const Canvas& canvas,
                float room) {
  const Theme& theme = canvas.theme;
  const bool known = !std::isnan(agreement.tau), shown = known && agreement.significant;
  std::string text = known ? fixedText(agreement.tau, 1) : "\u2013";
  if (canvas.text.width(text, smallFont) > room)
    if (const std::size_t zero = text.find("0."); zero != std::string::npos) text.erase(zero, 1);
  RowCell cell = matrixCell(theme, shown ? agreement.tau : Table::absent, text, shown ? theme.text : theme.text3);
  cell.hit =
      hitOf(focusOnMethod(row),
            tr("%1 and %2: tau-b %3%4", {methodLabels(row).title, methodLabels(column).title, exactText(agreement.tau),
                                         known && !agreement.significant ? tr(", not significant") : ""}),
            exactText(agreement.tau));
  return cell;
}

Scene agreementScene(const ExplanationContext& context, const Canvas& canvas) {
  const Explanation& explanation = context.explained->explanation;
  std::vector<std::string> methods;
  float names = 52;
  for (const ShownMethod& shown : shownMethods(context)) {
    methods.push_back(shown.method->name);
    names = std::max(names, canvas.text.width(methodLabels(methods.back()).shortTitle, textFont) + 2);
  }
  names = std::min(names, canvas.size.width * 0.4F);
  constexpr float left = 10, beside = 4, right = 8, widest = 39;
  const auto columns = static_cast<float>(std::max<std::size_t>(2, methods.size()) - 1);
  const float room = std::min(widest, (canvas.size.width - left - names - beside - right - 2) / columns - 1);

  RowTable table{.columns = {{.width = fixedWidth(names), .align = Align::Right}, {.width = fixedWidth(beside)}},
                 .heights = {.head = 6, .least = 15, .most = 24, .margin = 6},
                 .left = left,
                 .right = right,
                 .gap = 1};
  for (std::size_t column = 0; column + 1 < methods.size(); ++column)
    table.columns.push_back({.width = restWidth(8, widest), .align = Align::Center});
  for (std::size_t row = 0; row < methods.size(); ++row) {
    std::vector<RowCell>& cells = table.rows.emplace_back().cells;
    cells = {nameCell(context, methods[row], canvas.theme), {}};
    for (std::size_t column = 0; column < row; ++column) {
      const Agreement* agreement = agreementOf(explanation, methods[row], methods[column]);
      cells.push_back(agreement ? tauCell(*agreement, methods[row], methods[column], canvas, room) : RowCell{});
    }
  }
  Scene scene = drawTable(table, canvas).scene;
  scene.caption =
      tr("%1; %2, Kendall tau-b of the visits\u2019 scores", {scopeText(context.sample), targetText(context)});
  if (const double least = explanation.agreementThreshold; std::isfinite(least))
    scene.captionRight = tr("grey: below %1, not significant", {fixedText(least, 2)});
  scene.summary = tr("Agreement of %1 rankings of the visits.", {std::to_string(methods.size())});
  const Agreement* best = nullptr;
  scene.table.columns = {"first", "second", "tau_b", "significant"};
  for (const Agreement& one : explanation.agreements) {
    scene.table.add(one.first, one.second, one.tau, one.significant);
    if (one.significant && (!best || std::abs(one.tau) > std::abs(best->tau))) best = &one;
  }
  if (best)
    scene.summary += tr(" Strongest: %1 and %2, tau-b %3.",
                        {methodLabels(best->first).title, methodLabels(best->second).title, fixedText(best->tau, 2)});
  return scene;
}

}  // namespace

ViewContent agreementContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.sample.inspection->sequence.visits.size() < 2)
    return EmptyState{.title = tr("Needs at least two visits")};
  return agreementScene(context, canvas);
}

}  // namespace sojourn::present
