// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the scores of all methods as columns on the visits.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/explain/attribution_head.h"
#include "views/present/explain/explain_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float barHeight = 5;
constexpr float pitchLeast = 74, pitchMost = 132;
constexpr float sumHeight = 22, legendLine = 14;
constexpr float nameLeft = 50, rightMargin = 8;
constexpr double none = Table::absent;

/// The three highest scores, none of them 0: a visit that counts for nothing is never one of the best.
std::vector<bool> topThreeOf(const std::vector<double>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return scores[i]; });
  order.resize(std::min<std::size_t>(3, order.size()));
  std::vector<bool> top(scores.size(), false);
  for (const std::size_t i : order) top[i] = scores[i] > 0;
  return top;
}

/// So many that the largest number keeps two digits, and no column runs full of zeros.
int decimalsFor(double largest) {
  if (!(largest > 0)) return 2;
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  return std::clamp(magnitude >= 1 ? 2 - magnitude : magnitude >= -1 ? 2 : 1 - magnitude, 0, 4);
}

/// Columns of all methods, not placed yet.
std::vector<AttributionColumn> attributionColumns(const ExplanationContext& context) {
  std::vector<AttributionColumn> columns;
  const bool ratherThan = context.explained->explanation.target.ratherThan.has_value();
  for (const ShownMethod& shown : shownMethods(context)) {
    double low = 0, high = 0;
    for (const double score : shown.method->scores) {
      if (!std::isfinite(score)) continue;
      low = std::min(low, score);
      high = std::max(high, score);
    }
    columns.push_back({.shown = shown,
                       .labels = methodLabels(shown.method->name, ratherThan),
                       .faded = !beatsRandom(shown.summary, context.removal),
                       .isSigned = low<0, .low = low, .high = high> low ? high : low + 1,
                       .decimals = decimalsFor(std::max(high, -low)),
                       .topThree = topThreeOf(shown.method->scores)});
  }
  return columns;
}

/// A score as its column writes it.
std::string scoreText(const AttributionColumn& column, double score) {
  if (score == 0) return "\u2013";
  const std::string text = fixedText(score, column.decimals);
  if (text.find_first_of("123456789") == std::string::npos) return fixedText(0, column.decimals);
  return column.isSigned && score > 0 ? "+" + text : text;
}

class AttributionPainter : RowsPainter {
 public:
  AttributionPainter(const ExplanationContext& context, const AttributionOptions& options, const Canvas& canvas)
      : RowsPainter(canvas),
        m_context(context),
        m_sample(context.sample),
        m_explanation(context.explained->explanation),
        m_labels(visitLabels(context.sample)),
        m_columns(attributionColumns(context)) {
    layOut(canvas.size, options.firstColumn);
  }

  Scene paint() {
    paintColumnGrounds();
    paintAttributionHead(m_context, m_builder, m_scene, m_labelsRight, m_columns, m_first, m_count);
    for (std::size_t i = 0; i < m_labels.size(); ++i) paintRow(i, row(i));
    paintFoot();
    describe();
    return std::move(m_scene);
  }

 private:
  void layOut(Size canvas, std::size_t first) {
    const float labels = labelsWidth(canvas.width);
    const float room = std::max(pitchLeast, canvas.width - labels - rightMargin);
    m_count = std::clamp<std::size_t>(static_cast<std::size_t>(room / pitchLeast), 1, m_columns.size());
    m_first = std::min(first, m_columns.size() - m_count);
    const float pitch = std::min(pitchMost, std::floor(room / static_cast<float>(m_count)));
    m_labelsRight =
        std::max(labels, std::min(labels + 120, canvas.width - rightMargin - pitch * static_cast<float>(m_count)));
    for (std::size_t c = m_first; c < m_first + m_count; ++c) {
      m_columns[c].left = m_labelsRight + pitch * static_cast<float>(c - m_first);
      m_columns[c].right = m_columns[c].left + pitch;
    }
    const std::size_t legendLines = wrapText(m_builder, legend(), smallFont, canvas.width - 20).size();
    // In a dock too low for both, the rows matter more than what is pinned.
    fitRows(m_labels.size(), {.head = attributionHeadHeight(m_context),
                              .least = 22,
                              .most = 40,  // of a short sample
                              .foot = sumHeight + legendLine * static_cast<float>(legendLines) + 6,
                              .visible = 3});
  }

  [[nodiscard]] std::span<const AttributionColumn> shownColumns() const {
    return std::span(m_columns).subspan(m_first, m_count);
  }

  /// Names get what they need where all columns fit beside them, else what is left for them.
  [[nodiscard]] float labelsWidth(float width) const {
    float needed = 0;
    for (const VisitLabel& label : m_labels)
      needed = std::max(
          needed, nameLeft + m_builder.width(label.place, boldFont) + 12 + m_builder.width(label.time, smallFont) + 8);
    const float least = std::round(std::clamp(width * 0.17F, 166.0F, 200.0F));
    const float spare = width - rightMargin - pitchLeast * static_cast<float>(m_columns.size());
    return std::floor(std::min(std::max(needed, least), std::max(spare, least)));
  }

  [[nodiscard]] std::string legend() const {
    std::string text = tr(
        "Strip: dot = this method, tick = recency, grey = random orders \u00b1 1 sd. Red: no better than random. Bold: "
        "the three highest.");
    if (m_context.evaluation)
      text += m_context.evaluation->users < fewestUsersOfInterval
                  ? tr(" Nothing is faded (%1).", {noIntervalText(m_context.evaluation->users)})
                  : tr(" Faded: no better than random in the aggregate evaluation; ignore it.");
    if (m_context.seeds) text += tr(" Marked tau-b of seeds: no more similar than by chance.");
    if (m_context.randomization) text += tr(" Marked tau-b of random weights: the ranking survives them.");
    if (m_explanation.untrainedLength) text += tr(" Training had no windows this short.");
    return text;
  }

  /// Hovered and selected columns, behind everything.
  void paintColumnGrounds() {
    for (const AttributionColumn& column : shownColumns()) {
      if (methodSelected(m_sample, column.shown.method->name))
        m_builder.box({column.left, 0, column.right - column.left, rowsBottom() + sumHeight}, theme().soft);
      const auto number = methodNumber(column.shown.method->name);
      if (number && number == m_sample.selection.selected.method)
        m_builder.box({column.left, 0, column.right - column.left, 2}, theme().accent);
      m_builder.box({column.left, 4, 1, rowsBottom() + sumHeight - 4}, theme().grid);
    }
  }

  void paintRow(std::size_t i, const Rect& area) {
    const Emphasis emphasis = emphasisOfVisit(m_sample, i);
    ground(area, emphasis);
    if (i > 0 && m_labels[i].daysAgo != m_labels[i - 1].daysAgo) rule(area.y, theme().border, 8);
    paintVisit(area, m_labels[i],
               {.right = m_labelsRight - 6,
                .fromEnd = positionFromEnd(i, m_labels.size()),
                .bold = emphasis == Emphasis::Selected});
    m_builder.hit({0, area.y, m_labelsRight, area.height}, focusOnVisit(m_sample, i), rowLabel(i),
                  visitText(m_sample, i));
    for (const AttributionColumn& column : shownColumns()) paintCell(column, i, area);
  }

  void paintCell(const AttributionColumn& column, std::size_t i, const Rect& area) {
    const double score = column.shown.method->scores[i];
    if (!column.labels.control) {
      const float top = std::round(area.height * 0.64F);
      paintBar(column, score, area.y + top);
      m_builder.text({column.left + 4, area.y, column.right - column.left - 8, top}, scoreText(column, score),
                     column.faded ? theme().text3 : theme().text, column.topThree[i] ? boldFont : textFont,
                     Align::Right);
    }
    Focus focus = focusOnVisit(m_sample, i);
    focus.method = methodNumber(column.shown.method->name);
    m_builder.hit({column.left, area.y, column.right - column.left, area.height}, focus,
                  visitText(m_sample, i) + ": " + column.labels.title + " " + exactText(score), exactText(score));
  }

  void paintBar(const AttributionColumn& column, double score, float y) {
    const Axis axis(column.low, column.high, column.left + 6, column.right - 5);
    const float zero = std::round(axis.at(0));
    if (std::isfinite(score)) {
      const Color color = column.isSigned ? changeFill(theme(), score) : theme().solid;
      m_builder.box(between(zero, axis.at(score), y, barHeight),
                    column.faded ? mix(color, theme().panel, 0.6F) : color);
    }
    m_builder.box({zero, y - 1, 1, barHeight + 2}, theme().mid);
  }

  void paintFoot() {
    rule(rowsBottom(), theme().border);
    m_builder.text({nameLeft, rowsBottom(), m_labelsRight - nameLeft - 6, sumHeight}, tr("Sum"), theme().text2,
                   textFont);
    for (const AttributionColumn& column : shownColumns()) {
      if (!column.labels.addsUp) continue;
      const Rect cell{column.left + 4, rowsBottom(), column.right - column.left - 8, sumHeight};
      m_builder.text(cell, fixedText(sumOf(column), std::max(2, column.decimals)), theme().text2, textFont,
                     Align::Right);
      m_builder.hit({column.left, rowsBottom(), column.right - column.left, sumHeight},
                    focusOnMethod(column.shown.method->name), sumLabel(column), exactText(sumOf(column)));
    }
    paintLines(m_builder, {10, rowsBottom() + sumHeight}, width() - 20, legend(), theme().text2, smallFont, legendLine);
  }

  static double sumOf(const AttributionColumn& column) {
    const std::vector<double>& scores = column.shown.method->scores;
    return std::accumulate(scores.begin(), scores.end(), 0.0);
  }

  /// What the sum is to be held against.
  [[nodiscard]] std::string sumLabel(const AttributionColumn& column) const {
    const MethodExplanation& method = *column.shown.method;
    std::string text = tr("%1 adds up to %2", {column.labels.title, exactText(sumOf(column))});
    if (method.name == "copied_mass")
      text += tr(", the copied part of P = %1; %2 is generated",
                 {exactText(m_explanation.probability), exactText(m_explanation.decomposition.generated)});
    if (method.completenessGap)
      text += tr("; the change of log P that it distributes differs by %1 %", {percent(100 * *method.completenessGap)});
    return text;
  }

  [[nodiscard]] std::string rowLabel(std::size_t i) const {
    std::string text =
        tr("%1, position from end %2:", {visitText(m_sample, i), std::to_string(positionFromEnd(i, m_labels.size()))});
    const char* between = " ";
    for (const AttributionColumn& column : m_columns) {
      if (column.labels.control) continue;
      text += between + column.labels.shortTitle + " " + exactText(column.shown.method->scores[i]);
      between = ", ";
    }
    return text;
  }

  void describe() {
    m_scene.caption = scopeText(m_sample) + "; " + targetText(m_context) + ", " + orderText(m_context);
    if (m_context.evaluation && m_context.evaluation->samples < m_context.evaluation->asked)
      m_scene.caption += tr(", partial");
    std::size_t ordersOfP = 0;
    for (const AttributionColumn& column : m_columns) ordersOfP = std::max(ordersOfP, column.shown.method->pOrders);
    m_scene.captionRight =
        awaitsFaithfulness(*m_context.explained)
            ? tr("scores alone so far, %1 s", {fixedText(m_context.explained->milliseconds / 1000, 2)})
            : tr("%1 random orders, %2%3 s%4",
                 {std::to_string(m_explanation.randomOrders),
                  ordersOfP > m_explanation.randomOrders ? tr("p from up to %1, ", {grouped(ordersOfP)})
                                                         : std::string(),
                  fixedText(m_context.explained->milliseconds / 1000, 2),
                  m_context.explained->refined ? "" : tr(", first result")});
    m_scene.summary = tr("%1 methods on %2, explaining %3 = %4.",
                         {std::to_string(m_columns.size()), countText(m_labels.size(), "visit", "visits"),
                          targetText(m_context), probability(m_explanation.value)});
    if (!m_columns.empty()) {
      const auto& scores = m_columns.front().shown.method->scores;
      const auto best = static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
      m_scene.summary += tr(" First column: %1, whose highest visit is %2.",
                            {m_columns.front().labels.title, visitText(m_sample, best)});
    }
    fillTable();
  }

  /// Scores first, then every figure of faithfulness as rows under the same columns.
  void fillTable() {
    Table& table = m_scene.table;
    table.columns = {"row", "location", "place"};
    for (const AttributionColumn& column : m_columns) table.columns.push_back(column.shown.method->name);
    table.columns.emplace_back("random");
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
      table.add("visit " + std::to_string(i), m_labels[i].location, m_labels[i].full());
      for (const AttributionColumn& column : m_columns) table.extend(column.shown.method->scores[i]);
      table.extend(none);
    }
    const MethodExplanation* random = controlNamed(m_explanation, randomOrders);
    const auto figures = [&](const std::string& name, const auto& of) {
      table.add(name, none, "");
      for (const AttributionColumn& column : m_columns) table.extend(of(*column.shown.method));
      table.extend(random ? of(*random) : none);
    };
    for (const Removal removal : {Removal::Masked, Removal::Removed})
      for (const auto& [name, which] :
           {std::pair{"comprehensiveness", &Faithfulness::comprehensiveness},
            std::pair{"sufficiency", &Faithfulness::sufficiency}, std::pair{"deletion_auc", &Faithfulness::deletionAuc},
            std::pair{"insertion_auc", &Faithfulness::insertionAuc}}) {
        figures(std::string(name) + ", " + removalText(removal), [&](const MethodExplanation& method) {
          const auto& quality = faithfulnessBy(method, removal);
          return quality ? (*quality).*which : none;
        });
      }
    figures("p", [](const MethodExplanation& method) { return method.pValue.value_or(none); });
    figures("p, Holm", [](const MethodExplanation& method) { return method.pHolm.value_or(none); });
    figures("random orders of p",
            [](const MethodExplanation& method) { return method.pValue ? static_cast<double>(method.pOrders) : none; });
    figures("tied share", [](const MethodExplanation& method) { return method.tiedShare; });
    figures("completeness gap", [](const MethodExplanation& method) { return method.completenessGap.value_or(none); });
    if (m_context.seeds)
      figures("between seeds, tau-b", [&](const MethodExplanation& method) {
        const MethodAgreement* seeds = seedsOf(m_context, method.name);
        return seeds ? seeds->mean : none;
      });
    if (m_context.randomization)
      figures("random weights, tau-b", [&](const MethodExplanation& method) {
        const MethodRandomization* randomization = randomizationOf(m_context, method.name);
        return randomization ? randomization->taus.back() : none;
      });
    if (!m_context.evaluation) return;
    for (const Removal removal : {Removal::Masked, Removal::Removed})
      figures("samples: insertion \u2212 deletion, " + std::string(removalText(removal)),
              [&](const MethodExplanation& method) {
                const MethodSummary* summary = summaryNamed(m_context.evaluation, method.name);
                return summary ? summaryBy(*summary, removal).gain.mean : none;
              });
  }

  const ExplanationContext& m_context;
  const SampleContext& m_sample;
  const Explanation& m_explanation;
  std::vector<VisitLabel> m_labels;
  std::vector<AttributionColumn> m_columns;
  std::size_t m_first = 0, m_count = 0;
  float m_labelsRight = 0;
};

}  // namespace

ViewContent attributionContent(const ExplanationContext& context, const AttributionOptions& options,
                               const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (shownMethods(context).empty())
    return EmptyState{.title = tr("No explanation method applies to %1", {context.sample.model->title})};
  return AttributionPainter(context, options, canvas).paint();
}

}  // namespace sojourn::present
