// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the matrix of Kendall's tau-b between the methods.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float cellMargin = 6, cellLeast = 15, cellHighest = 24, cellWidest = 40;

class AgreementPainter : RowsPainter {
 public:
  AgreementPainter(const ExplanationContext& context, const Canvas& canvas)
      : RowsPainter(canvas),
        m_context(context),
        m_explanation(context.explained->explanation),
        m_methods(shownMethods(context)) {
    for (const ShownMethod& shown : m_methods)
      m_labels = std::max(m_labels, 10 + m_builder.width(methodLabels(shown.method->name).shortTitle, textFont) + 8);
    m_labels = std::min(m_labels, canvas.size.width * 0.4F);
    const auto count = static_cast<float>(m_methods.size());
    m_height = std::clamp(std::floor((canvas.size.height - 2 * cellMargin) / count), cellLeast, cellHighest);
    m_width = std::min(cellWidest, std::floor((canvas.size.width - m_labels - 8) / std::max(1.0F, count - 1)));
    m_scene.contentSize = {canvas.size.width, std::max(canvas.size.height, count * m_height + 2 * cellMargin)};
  }

  Scene paint() {
    for (std::size_t row = 0; row < m_methods.size(); ++row) {
      paintName(row);
      for (std::size_t column = 0; column < row; ++column) paintCell(row, column);
    }
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const std::string& nameOf(std::size_t index) const { return m_methods[index].method->name; }
  [[nodiscard]] float top(std::size_t row) const { return cellMargin + m_height * static_cast<float>(row); }

  void paintName(std::size_t row) {
    const MethodLabels labels = methodLabels(nameOf(row));
    const bool emphasised = methodEmphasised(m_context.sample, nameOf(row));
    m_builder.text({10, top(row), m_labels - 18, m_height}, labels.shortTitle,
                   emphasised       ? theme().accent
                   : labels.control ? theme().text2
                                    : theme().text,
                   textFont, Align::Right);
    m_builder.hit({0, top(row), m_labels - 4, m_height}, focusOnMethod(nameOf(row)),
                  labels.title + ": " + labels.meaning, nameOf(row));
  }

  [[nodiscard]] const Agreement* between(std::size_t a, std::size_t b) const {
    const auto names = std::minmax(nameOf(a), nameOf(b));
    for (const Agreement& one : m_explanation.agreements)
      if (std::minmax(one.first, one.second) == names) return &one;
    return nullptr;
  }

  void paintCell(std::size_t row, std::size_t column) {
    const Agreement* agreement = between(row, column);
    if (!agreement) return;
    const Rect cell{m_labels + m_width * static_cast<float>(column), top(row), m_width - 1, m_height - 1};
    const bool known = !std::isnan(agreement->tau), shown = known && agreement->significant;
    std::string text = known ? fixedText(agreement->tau, 1) : "\u2013";
    if (m_builder.width(text, smallFont) > cell.width)
      if (const std::size_t zero = text.find("0."); zero != std::string::npos) text.erase(zero, 1);
    tile(cell, shown ? agreement->tau : Table::absent, text, shown ? theme().text : theme().text3);
    m_builder.hit(cell, focusOnMethod(nameOf(row)),
                  tr("%1 and %2: tau-b %3%4",
                     {methodLabels(nameOf(row)).title, methodLabels(nameOf(column)).title, exactText(agreement->tau),
                      known && !agreement->significant ? tr(", not significant") : ""}),
                  exactText(agreement->tau));
  }

  void describe() {
    m_scene.caption =
        tr("%1; %2, Kendall tau-b of the visits\u2019 scores", {scopeText(m_context.sample), targetText(m_context)});
    if (const double least = m_explanation.agreementThreshold; std::isfinite(least))
      m_scene.captionRight = tr("grey: below %1, not significant", {fixedText(least, 2)});
    const Agreement* best = nullptr;
    for (const Agreement& one : m_explanation.agreements)
      if (one.significant && (!best || std::abs(one.tau) > std::abs(best->tau))) best = &one;
    m_scene.summary = tr("Agreement of %1 rankings of the visits.", {std::to_string(m_methods.size())});
    if (best)
      m_scene.summary +=
          tr(" Strongest: %1 and %2, tau-b %3.",
             {methodLabels(best->first).title, methodLabels(best->second).title, fixedText(best->tau, 2)});
    m_scene.table.columns = {"first", "second", "tau_b", "significant"};
    for (const Agreement& one : m_explanation.agreements)
      m_scene.table.add(one.first, one.second, one.tau, one.significant);
  }

  const ExplanationContext& m_context;
  const Explanation& m_explanation;
  std::vector<ShownMethod> m_methods;
  float m_labels = 60, m_width = 0, m_height = 0;
};

}  // namespace

ViewContent agreementContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.sample.inspection->sequence.visits.size() < 2)
    return EmptyState{.title = tr("Needs at least two visits")};
  return AgreementPainter(context, canvas).paint();
}

}  // namespace sojourn::present
