// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/attribution_head.h"

#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {
namespace {

constexpr float titleTop = 6, lineHeight = 15;
constexpr float stripTop = 56, stripHeight = 22;
constexpr float figuresTop = 82, figureHeight = 17;
constexpr std::size_t figureRows = 4;

std::string figure(double value) {
  return std::isnan(value) ? "\u2013" : fixedText(value, 2);
}

/// A figure of one operator, and whether it is no better than that of random orders.
struct OperatorFigure {
  double value = Table::absent;
  bool poor = false;
};

class HeadPainter {
 public:
  HeadPainter(const ExplanationContext& context, SceneBuilder& builder, Scene& scene, float labelsRight)
      : m_context(context),
        m_explanation(context.explained->explanation),
        m_builder(builder),
        m_theme(builder.theme()),
        m_scene(scene),
        m_labelsRight(labelsRight),
        m_random(controlNamed(m_explanation, randomOrders)),
        m_tooFewVisits(tooFewVisitsForP(m_explanation.methods)) {
    // One scale for all strips, 0 within it.
    double low = 0, high = 0;
    const auto widen = [&](double value) {
      low = std::min(low, value);
      high = std::max(high, value);
    };
    for (const ShownMethod& shown : shownMethods(context))
      if (const auto& quality = faithfulnessBy(*shown.method, context.removal)) widen(gainOf(*quality));
    if (const auto band = randomBand()) {
      widen(band->first);
      widen(band->second);
    }
    const double margin = std::max(0.02, 0.06 * (high - low));
    m_low = low - margin;
    m_high = high + margin;
  }

  void paint(std::span<const AttributionColumn> columns, std::size_t first, std::size_t count) {
    paintLabels();
    paintPager(columns.size(), first, count);
    for (const AttributionColumn& column : columns.subspan(first, count)) paintColumn(column);
    m_builder.box({0, attributionHeadHeight(m_context) - 1, m_scene.size.width, 1}, m_theme.border);
  }

 private:
  void write(const Rect& rect, std::string_view text, Color ink) { m_builder.text(rect, text, ink, smallFont); }
  [[nodiscard]] static float rowTop(std::size_t row) { return figuresTop + figureHeight * static_cast<float>(row); }

  /// The gain of random orders, one standard deviation down and up.
  [[nodiscard]] std::optional<std::pair<double, double>> randomBand() const {
    const auto& scatter = scatterBy(m_explanation, m_context.removal);
    if (!m_random || !scatter) return std::nullopt;
    const auto& quality = faithfulnessBy(*m_random, m_context.removal);
    if (!quality) return std::nullopt;
    return std::pair(gainOf(*quality) - scatter->gain, gainOf(*quality) + scatter->gain);
  }

  void paintLabels() {
    const float width = m_labelsRight - 12 - 6;
    const auto fitting = [&](const std::string& text, const std::string& shorter) {
      return m_builder.width(text, smallFont) <= width ? text : shorter;
    };
    const auto label = [&](std::size_t row, const std::string& text, const std::string& shorter) {
      write({12, rowTop(row), width, figureHeight}, fitting(text, shorter), m_theme.text2);
    };
    write({12, stripTop, width, stripHeight}, tr("insertion \u2212 deletion"), m_theme.text2);
    label(0, tr("Insertion area, high is good"), tr("Insertion area \u2191"));
    label(1, tr("Deletion area, low is good"), tr("Deletion area \u2193"));
    if (m_tooFewVisits)
      label(2, tr("p: too few visits to tell"), tr("p: too few visits"));
    else
      label(2, tr("p of this sample, %1, Holm", {tr(removalText(pOperator()))}),
            tr("p, %1, Holm", {tr(removalText(pOperator()))}));
    std::size_t row = figureRows;
    if (m_context.seeds) {
      const std::string models = tr("%1 seeds", {std::to_string(m_context.seeds->models.size())});
      label(row++, tr("%1, mean tau-b", {models}), models);
    }
    if (m_context.randomization) label(row, tr("Random weights, tau-b"), tr("Random weights"));
    const Rect last{12, rowTop(3), width, figureHeight};
    if (m_context.evaluation)
      return write(last, tr("%1 samples: ins. \u2212 del.", {grouped(m_context.evaluation->samples)}), m_theme.text2);
    const ControlScope control(m_scene);
    if (m_context.evaluating) return write(last, tr("Evaluating\u2026"), m_theme.text2);
    write(last, fitting(tr("Evaluate on many samples\u2026"), tr("Evaluate samples\u2026")), m_theme.accent);
    m_builder.hit(last, {}, tr("Evaluate how faithful the methods are on %1", {m_context.filteredText})).action =
        OpenView{"aggregate_faithfulness"};
  }

  /// That p is counted by: a model that takes no mask has removed visits alone.
  [[nodiscard]] Removal pOperator() const {
    return m_context.sample.model ? operatorOf(m_context.sample.model->capabilities) : Removal::Masked;
  }

  void paintPager(std::size_t all, std::size_t first, std::size_t count) {
    const float width = m_labelsRight - 16;
    m_builder.text({12, titleTop, width, lineHeight}, tr("Faithfulness"), m_theme.text, boldFont);
    write(
        {12, titleTop + lineHeight, width, lineHeight},
        tr(pOperator() == Removal::Masked ? "left: masked, right: removed" : "right: removed, the model takes no mask"),
        m_theme.text2);
    if (count == all) return;
    const auto arrow = [&](float x, const char* icon, std::size_t from, bool open, const std::string& text) {
      const ControlScope control(m_scene);
      m_builder.icon({x, titleTop + 32, 14, 14}, icon, open ? m_theme.text2 : m_theme.border);
      if (!open) return;
      m_builder.hit({x - 2, titleTop + 30, 18, 18}, {}, text).action = ShowMethodsFrom{from};
    };
    arrow(12, "left", first > count ? first - count : 0, first > 0, tr("Previous columns"));
    arrow(30, "right", std::min(first + count, all - count), first + count < all, tr("Next columns"));
    write({50, titleTop + 30, m_labelsRight - 54, lineHeight},
          tr("%1\u2013%2 of %3", {std::to_string(first + 1), std::to_string(first + count), std::to_string(all)}),
          m_theme.text2);
  }

  void paintColumn(const AttributionColumn& column) {
    const MethodExplanation& method = *column.shown.method;
    const Color ink = column.faded ? m_theme.text3 : m_theme.text;
    const float left = column.left + 5, width = column.right - left - 4;
    m_builder.text({left, titleTop, width, lineHeight}, column.labels.firstLine, ink, boldFont);
    m_builder.text({left, titleTop + lineHeight, width, lineHeight}, column.labels.secondLine, ink, boldFont);
    write({left, titleTop + 2 * lineHeight, width, lineHeight}, column.labels.unit, m_theme.text2);
    paintStrip(column);
    paintQuality(column, rowTop(0), &Faithfulness::insertionAuc, true);
    paintQuality(column, rowTop(1), &Faithfulness::deletionAuc, false);
    const std::optional<double> p = method.pHolm ? method.pHolm : method.pValue;
    const bool undecided = method.pUndecided();
    std::string text = m_context.explained->refined ? "\u2013" : "\u2026";
    if (p) text = (undecided ? "\u2264 " : "") + fixedText(*p, *p < 0.01 ? 3 : 2);
    if (m_tooFewVisits) text = "\u2013";
    const bool poor = p && *p > significantP && !m_tooFewVisits;
    write({left, rowTop(2), width, figureHeight}, text, undecided ? m_theme.text3 : poor ? m_theme.err : ink);
    if (const MethodSummary* summary = column.shown.summary)
      paintPair(column, rowTop(3), [&](Removal removal) -> OperatorFigure {
        return {summaryBy(*summary, removal).gain.mean, !beatsRandom(summary, removal)};
      });
    paintRankStability(column);
    m_builder.hit({column.left, 0, column.right - column.left, attributionHeadHeight(m_context)},
                  focusOnMethod(method.name), label(column), method.name);
  }

  void paintQuality(const AttributionColumn& column, float y, double Faithfulness::*which, bool highIsGood) {
    paintPair(column, y, [&](Removal removal) -> OperatorFigure {
      const auto& mine = faithfulnessBy(*column.shown.method, removal);
      if (!mine) return {};
      const double value = (*mine).*which;
      const auto* random = m_random ? &faithfulnessBy(*m_random, removal) : nullptr;
      if (!random || !*random) return {value};
      return {value, highIsGood ? value <= (**random).*which : value >= (**random).*which};
    });
  }

  /// Whether the ranking stays with other seeds, and whether it goes with random weights, where that is known.
  void paintRankStability(const AttributionColumn& column) {
    const std::string& name = column.shown.method->name;
    std::size_t row = figureRows;
    if (m_context.seeds) {
      if (const MethodAgreement* seeds = seedsOf(m_context, name))
        paintTau(column, rowTop(row), seeds->mean, !seeds->stable);
      ++row;
    }
    if (const MethodRandomization* randomization = randomizationOf(m_context, name))
      paintTau(column, rowTop(row), randomization->taus.back(), randomization->survives);
  }

  /// A tau with a mark where it speaks against the method.
  void paintTau(const AttributionColumn& column, float y, double tau, bool against) {
    const float left = column.left + 5;
    const std::string text = figure(tau);
    write({left, y, column.right - left - 4, figureHeight}, text,
          against        ? m_theme.err
          : column.faded ? m_theme.text3
                         : m_theme.text);
    if (against) m_builder.icon({left + m_builder.width(text, smallFont) + 5, y + 2, 13, 13}, "warn", m_theme.err);
  }

  /// Two figures side by side: masked, removed; the shown operator's in ink.
  template <class Of>
  void paintPair(const AttributionColumn& column, float y, const Of& of) {
    const float left = column.left + 5, width = column.right - left - 4;
    const OperatorFigure masked = of(Removal::Masked), removed = of(Removal::Removed);
    const auto color = [&](Removal removal, bool poor) {
      if (poor) return removal == m_context.removal ? m_theme.err : mix(m_theme.err, m_theme.panel, 0.35F);
      return removal == m_context.removal && !column.faded ? m_theme.text : m_theme.text3;
    };
    const std::string first = figure(masked.value), second = figure(removed.value);
    // Two numbers that touch read as one.
    Font font = smallFont;
    constexpr float gap = 5, smallest = 9.5F;
    while (font.size > smallest && m_builder.width(first, font) + gap + m_builder.width(second, font) > width)
      font.size -= 0.5F;
    m_builder.text({left, y, m_builder.width(first, font) + 1, figureHeight}, first,
                   color(Removal::Masked, masked.poor), font);
    const float secondWidth = m_builder.width(second, font) + 1;
    m_builder.text({left + width - secondWidth, y, secondWidth, figureHeight}, second,
                   color(Removal::Removed, removed.poor), font, Align::Right);
  }

  void paintStrip(const AttributionColumn& column) {
    const float left = column.left + 5, right = column.right - 4, middle = std::round(stripTop + stripHeight / 2);
    const auto at = [&](double value) {
      return left + static_cast<float>(std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0)) * (right - left);
    };
    m_builder.box({left, middle, right - left, 1}, m_theme.border);
    if (const auto band = randomBand()) {
      const float from = at(band->first), to = at(band->second);
      m_builder.box({from, middle - 5, std::max(1.0F, to - from), 11}, m_theme.pale);
    }
    if (const MethodExplanation* recency = controlNamed(m_explanation, "recency"))
      if (const auto& quality = faithfulnessBy(*recency, m_context.removal))
        m_builder.box({std::round(at(gainOf(*quality))), middle - 7, 1, 15}, m_theme.text);
    if (const auto& quality = faithfulnessBy(*column.shown.method, m_context.removal)) {
      const Color color = column.faded ? m_theme.mid : m_theme.solid;
      m_builder.circle({at(gainOf(*quality)), middle + 0.5F}, 4.5F, column.labels.control ? m_theme.panel : color,
                       color, 1.5F);
    }
  }

  [[nodiscard]] std::string label(const AttributionColumn& column) const {
    const MethodExplanation& method = *column.shown.method;
    std::string text = column.labels.title + ": " + column.labels.meaning;
    for (const auto& [name, quality] : {std::pair("Masked", &method.masked), std::pair("Removed", &method.removed)})
      if (*quality)
        text += tr("\n%1: insertion %2, deletion %3, comprehensiveness %4, sufficiency %5",
                   {tr(name), exactText((*quality)->insertionAuc), exactText((*quality)->deletionAuc),
                    exactText((*quality)->comprehensiveness), exactText((*quality)->sufficiency)});
    if (method.pValue)
      text +=
          tr("\np %1 from %2 random orders%3", {exactText(*method.pValue), grouped(method.pOrders),
                                                method.pIsLeast() ? tr(", the smallest that this many can give") : ""});
    if (method.pHolm) text += tr(", with Holm's correction %1", {exactText(*method.pHolm)});
    if (method.pValue && m_tooFewVisits)
      text += tr(": with so few visits no order can be significant");
    else if (method.pUndecided())
      text += tr(": too few orders to distinguish it from random");
    if (const MethodSummary* summary = column.shown.summary)
      text += tr("\nOn %1, insertion \u2212 deletion: masked %2, removed %3",
                 {countText(m_context.evaluation->samples, "sample", "samples"), exactText(summary->masked.gain.mean),
                  exactText(summary->removed.gain.mean)});
    if (const MethodAgreement* seeds = seedsOf(m_context, method.name))
      text +=
          tr("\nBetween %1 seeds: tau-b %2%3", {std::to_string(m_context.seeds->models.size()), exactText(seeds->mean),
                                                seeds->stable ? "" : tr(", unstable: no more similar than by chance")});
    if (const MethodRandomization* randomization = randomizationOf(m_context, method.name))
      text += tr("\nWith random weights: tau-b %1%2",
                 {exactText(randomization->taus.back()),
                  randomization->survives ? tr(", survives: it reflects the input, not what was learned")
                                          : tr(", does not survive")});
    if (method.tiedShare > 0) text += tr("\n%1 % of the visits are tied", {percent(100 * method.tiedShare)});
    if (method.completenessGap) text += tr("\nCompleteness gap %1 %", {percent(100 * *method.completenessGap)});
    if (column.faded)
      text += tr("\nFaded: in the aggregate evaluation it does not beat random orders, visits %1",
                 {tr(removalText(m_context.removal))});
    return text;
  }

  const ExplanationContext& m_context;
  const Explanation& m_explanation;
  SceneBuilder& m_builder;
  const Theme& m_theme;
  Scene& m_scene;
  float m_labelsRight;
  const MethodExplanation* m_random;
  bool m_tooFewVisits;
  double m_low = -1, m_high = 1;  ///< of the strips
};

}  // namespace

float attributionHeadHeight(const ExplanationContext& context) {
  const std::size_t rows = figureRows + (context.seeds ? 1 : 0) + (context.randomization ? 1 : 0);
  return figuresTop + figureHeight * static_cast<float>(rows) + 6;
}

void paintAttributionHead(const ExplanationContext& context, SceneBuilder& builder, Scene& scene, float labelsRight,
                          std::span<const AttributionColumn> columns, std::size_t first, std::size_t count) {
  HeadPainter(context, builder, scene, labelsRight).paint(columns, first, count);
}

}  // namespace sojourn::present
