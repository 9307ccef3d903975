// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/explain/attribution_columns.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float titleTop = 6, titleHeight = 15, unitHeight = 15;
constexpr float stripTop = 56, stripHeight = 22;
constexpr float figuresTop = 82, figureHeight = 17;
constexpr std::size_t figureRows = 4;

std::string figure(double value) {
  return std::isnan(value) ? "\u2013" : fixedText(value, 2);
}

std::string chance(double p) {
  return p < 0.01 ? fixedText(p, 3) : fixedText(p, 2);
}

}  // namespace

AttributionHead::AttributionHead(const ExplanationContext& context, SceneBuilder& builder, Scene& scene,
                                 float labelsRight)
    : m_context(context),
      m_builder(builder),
      m_scene(scene),
      m_labelsRight(labelsRight),
      m_random(controlNamed(context.explained->explanation, randomOrders)) {
  // One scale for all strips, 0 within it.
  double low = 0, high = 0;
  const auto widen = [&](double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const ShownMethod& shown : shownMethods(context))
    if (const auto& quality = faithfulnessBy(*shown.method, context.removal)) widen(gainOf(*quality));
  const auto& scatter = scatterBy(context.explained->explanation, context.removal);
  if (m_random && scatter)
    if (const auto& quality = faithfulnessBy(*m_random, context.removal)) {
      widen(gainOf(*quality) - scatter->gain);
      widen(gainOf(*quality) + scatter->gain);
    }
  const double margin = std::max(0.02, 0.06 * (high - low));
  m_low = low - margin;
  m_high = high + margin;
}

float AttributionHead::height(const ExplanationContext& context) {
  const std::size_t rows = figureRows + (context.seeds ? 1 : 0) + (context.randomization ? 1 : 0);
  return figuresTop + figureHeight * static_cast<float>(rows) + 6;
}

void AttributionHead::paint(const std::vector<AttributionColumn>& columns, std::size_t first, std::size_t count) {
  paintLabels(figuresTop);
  paintPager(columns.size(), first, count);
  for (std::size_t c = first; c < first + count; ++c) paintColumn(columns[c]);
  m_builder.box({0, height(m_context) - 1, m_scene.size.width, 1}, m_builder.theme().border);
}

void AttributionHead::paintLabels(float y) {
  const Theme& theme = m_builder.theme();
  const float width = m_labelsRight - 12 - 6;
  m_builder.text({12, stripTop, width, stripHeight}, tr("insertion \u2212 deletion"), theme.text2, attributionSmall);
  const std::string samples = m_context.evaluation
                                  ? tr("%1 samples: ins. \u2212 del.", {grouped(m_context.evaluation->samples)})
                                  : std::string();
  const auto fitting = [&](const std::string& words, const std::string& shorter) {
    return m_builder.width(words, attributionSmall) <= width ? words : shorter;
  };
  const std::array<std::string, 3> labels{fitting(tr("Insertion area, high is good"), tr("Insertion area \u2191")),
                                          fitting(tr("Deletion area, low is good"), tr("Deletion area \u2193")),
                                          fitting(tr("p of this sample, masked, Holm"), tr("p, masked, Holm"))};
  for (std::size_t row = 0; row < labels.size(); ++row)
    m_builder.text({12, y + figureHeight * static_cast<float>(row), width, figureHeight}, labels[row], theme.text2,
                   attributionSmall);
  float below = y + figureHeight * 4;
  if (m_context.seeds) {
    const std::string models = tr("%1 seeds", {std::to_string(m_context.seeds->models.size())});
    m_builder.text({12, below, width, figureHeight}, fitting(tr("%1, mean tau-b", {models}), models), theme.text2,
                   attributionSmall);
    below += figureHeight;
  }
  if (m_context.randomization)
    m_builder.text({12, below, width, figureHeight}, fitting(tr("Random weights, tau-b"), tr("Random weights")),
                   theme.text2, attributionSmall);
  const Rect last{12, y + figureHeight * 3, width, figureHeight};
  if (m_context.evaluation) {
    m_builder.text(last, samples, theme.text2, attributionSmall);
    return;
  }
  const ControlScope control(m_scene);
  const std::string words = m_context.evaluating
                                ? tr("Evaluating\u2026")
                                : fitting(tr("Evaluate on many samples\u2026"), tr("Evaluate samples\u2026"));
  m_builder.text(last, words, m_context.evaluating ? theme.text2 : theme.accent, attributionSmall);
  if (!m_context.evaluating)
    m_builder.hit(last, {}, tr("Evaluate how faithful the methods are on %1", {m_context.filteredText})).action =
        Action{.id = "openView", .argument = "aggregate_faithfulness"};
}

void AttributionHead::paintPager(std::size_t all, std::size_t first, std::size_t count) {
  const Theme& theme = m_builder.theme();
  m_builder.text({12, titleTop, m_labelsRight - 16, titleHeight}, tr("Faithfulness"), theme.text, attributionBold);
  m_builder.text({12, titleTop + titleHeight, m_labelsRight - 16, unitHeight}, tr("left: masked, right: removed"),
                 theme.text2, attributionSmall);
  if (count == all) return;
  const auto arrow = [&](float x, const char* icon, std::size_t from, bool open, const std::string& words) {
    const ControlScope control(m_scene);
    m_builder.icon({x, titleTop + 32, 14, 14}, icon, open ? theme.text2 : theme.border);
    if (!open) return;
    m_builder.hit({x - 2, titleTop + 30, 18, 18}, {}, words).action =
        Action{.id = "attributionFrom", .argument = std::to_string(from)};
  };
  arrow(12, "left", first > count ? first - count : 0, first > 0, tr("Previous columns"));
  arrow(30, "right", std::min(first + count, all - count), first + count < all, tr("Next columns"));
  m_builder.text(
      {50, titleTop + 30, m_labelsRight - 54, unitHeight},
      tr("%1\u2013%2 of %3", {std::to_string(first + 1), std::to_string(first + count), std::to_string(all)}),
      theme.text2, attributionSmall);
}

void AttributionHead::paintColumn(const AttributionColumn& column) {
  const Theme& theme = m_builder.theme();
  const MethodExplanation& method = *column.shown.method;
  const Color ink = column.faded ? theme.text3 : theme.text;
  const float left = column.left + 5, width = column.right - left - 4;
  m_builder.text({left, titleTop, width, titleHeight}, column.words.firstLine, ink, attributionBold);
  m_builder.text({left, titleTop + titleHeight, width, titleHeight}, column.words.secondLine, ink, attributionBold);
  m_builder.text({left, titleTop + 2 * titleHeight, width, unitHeight}, column.words.unit, theme.text2,
                 attributionSmall);
  paintStrip(column, stripTop);

  const auto pick = [](const std::optional<Faithfulness>& quality, double Faithfulness::*which) {
    return quality ? (*quality).*which : Table::absent;
  };
  const auto poor = [&](Removal removal, double Faithfulness::*which, bool highIsGood) {
    const auto& mine = faithfulnessBy(method, removal);
    if (!mine || !m_random || !faithfulnessBy(*m_random, removal)) return false;
    const double value = (*mine).*which, random = (*faithfulnessBy(*m_random, removal)).*which;
    return highIsGood ? value <= random : value >= random;
  };
  float y = figuresTop;
  for (const auto& [which, highIsGood] :
       {std::pair{&Faithfulness::insertionAuc, true}, std::pair{&Faithfulness::deletionAuc, false}}) {
    paintPair(column, y, pick(method.masked, which), pick(method.removed, which),
              poor(Removal::Masked, which, highIsGood), poor(Removal::Removed, which, highIsGood));
    y += figureHeight;
  }
  const std::optional<double> p = method.pHolm ? method.pHolm : method.pValue;
  const bool undecided = method.pUndecided();
  m_builder.text({left, y, width, figureHeight},
                 p                              ? (undecided ? "\u2264 " : "") + chance(*p)
                 : m_context.explained->refined ? "\u2013"
                                                : "\u2026",
                 undecided                ? theme.text3
                 : p && *p > significantP ? theme.err
                                          : ink,
                 attributionSmall, Align::Left);
  y += figureHeight;
  if (const MethodSummary* summary = column.shown.summary)
    paintPair(column, y, summary->masked.gain.mean, summary->removed.gain.mean, !beatsRandom(summary, Removal::Masked),
              !beatsRandom(summary, Removal::Removed));
  paintRankStability(column, y + figureHeight);
  m_builder.hit({column.left, 0, column.right - column.left, height(m_context)}, focusOnMethod(method.name),
                label(column), method.name);
}

void AttributionHead::paintRankStability(const AttributionColumn& column, float y) {
  const std::string& name = column.shown.method->name;
  if (m_context.seeds) {
    if (const MethodAgreement* seeds = seedsOf(m_context, name)) paintTau(column, y, seeds->mean, !seeds->stable);
    y += figureHeight;
  }
  if (const MethodRandomization* randomization = randomizationOf(m_context, name))
    paintTau(column, y, randomization->taus.back(), randomization->survives);
}

void AttributionHead::paintTau(const AttributionColumn& column, float y, double tau, bool against) {
  const Theme& theme = m_builder.theme();
  const float left = column.left + 5;
  const std::string words = figure(tau);
  m_builder.text({left, y, column.right - left - 4, figureHeight}, words,
                 against        ? theme.err
                 : column.faded ? theme.text3
                                : theme.text,
                 attributionSmall);
  if (against) m_builder.icon({left + m_builder.width(words, attributionSmall) + 5, y + 2, 13, 13}, "warn", theme.err);
}

void AttributionHead::paintPair(const AttributionColumn& column, float y, double masked, double removed,
                                bool maskedPoor, bool removedPoor) {
  const Theme& theme = m_builder.theme();
  const float left = column.left + 5, width = column.right - left - 4;
  const auto color = [&](Removal removal, bool poor) {
    if (poor) return removal == m_context.removal ? theme.err : mix(theme.err, theme.panel, 0.35F);
    return removal == m_context.removal && !column.faded ? theme.text : theme.text3;
  };
  const std::string first = figure(masked), second = figure(removed);
  // Two numbers that touch read as one.
  Font font = attributionSmall;
  constexpr float gap = 5, smallest = 9.5F;
  while (font.size > smallest && m_builder.width(first, font) + gap + m_builder.width(second, font) > width)
    font.size -= 0.5F;
  const float secondWidth = m_builder.width(second, font) + 1;
  m_builder.text({left, y, m_builder.width(first, font) + 1, figureHeight}, first, color(Removal::Masked, maskedPoor),
                 font);
  m_builder.text({left + width - secondWidth, y, secondWidth, figureHeight}, second,
                 color(Removal::Removed, removedPoor), font, Align::Right);
}

void AttributionHead::paintStrip(const AttributionColumn& column, float y) {
  const Theme& theme = m_builder.theme();
  const float left = column.left + 5, right = column.right - 4, middle = std::round(y + stripHeight / 2);
  const auto at = [&](double value) {
    return left + static_cast<float>(std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0)) * (right - left);
  };
  m_builder.box({left, middle, right - left, 1}, theme.border);
  const Explanation& explanation = m_context.explained->explanation;
  const auto& scatter = scatterBy(explanation, m_context.removal);
  if (m_random && scatter)
    if (const auto& random = faithfulnessBy(*m_random, m_context.removal)) {
      const float from = at(gainOf(*random) - scatter->gain), to = at(gainOf(*random) + scatter->gain);
      m_builder.box({from, middle - 5, std::max(1.0F, to - from), 11}, theme.pale);
    }
  if (const MethodExplanation* recency = controlNamed(explanation, "recency"))
    if (const auto& quality = faithfulnessBy(*recency, m_context.removal))
      m_builder.box({std::round(at(gainOf(*quality))), middle - 7, 1, 15}, theme.text);
  if (const auto& quality = faithfulnessBy(*column.shown.method, m_context.removal)) {
    const bool control = column.words.control;
    const Color color = column.faded ? theme.mid : theme.solid;
    m_builder.circle({at(gainOf(*quality)), middle + 0.5F}, 4.5F, control ? theme.panel : color, color, 1.5F);
  }
}

std::string AttributionHead::label(const AttributionColumn& column) const {
  const MethodExplanation& method = *column.shown.method;
  std::string words = column.words.title + ": " + column.words.meaning;
  const auto add = [&](const char* name, const std::optional<Faithfulness>& quality) {
    if (!quality) return;
    words += tr("\n%1: insertion %2, deletion %3, comprehensiveness %4, sufficiency %5",
                {tr(name), exactText(quality->insertionAuc), exactText(quality->deletionAuc),
                 exactText(quality->comprehensiveness), exactText(quality->sufficiency)});
  };
  add("Masked", method.masked);
  add("Removed", method.removed);
  if (method.pValue)
    words +=
        tr("\np %1 from %2 random orders%3", {exactText(*method.pValue), grouped(method.pOrders),
                                              method.pIsLeast() ? tr(", the smallest that this many can give") : ""});
  if (method.pHolm) words += tr(", with Holm's correction %1", {exactText(*method.pHolm)});
  if (method.pUndecided()) words += tr(": too few orders to distinguish it from random");
  if (const MethodSummary* summary = column.shown.summary)
    words += tr("\nOn %1, insertion \u2212 deletion: masked %2, removed %3",
                {countText(m_context.evaluation->samples, "sample", "samples"), exactText(summary->masked.gain.mean),
                 exactText(summary->removed.gain.mean)});
  if (const MethodAgreement* seeds = seedsOf(m_context, method.name))
    words +=
        tr("\nBetween %1 seeds: tau-b %2%3", {std::to_string(m_context.seeds->models.size()), exactText(seeds->mean),
                                              seeds->stable ? "" : tr(", unstable: no more similar than by chance")});
  if (const MethodRandomization* randomization = randomizationOf(m_context, method.name))
    words += tr("\nWith random weights: tau-b %1%2",
                {exactText(randomization->taus.back()),
                 randomization->survives ? tr(", survives: it reflects the input, not what was learned")
                                         : tr(", does not survive")});
  if (method.tiedShare > 0) words += tr("\n%1 % of the visits are tied", {percent(100 * method.tiedShare)});
  if (method.completenessGap) words += tr("\nCompleteness gap %1 %", {percent(100 * *method.completenessGap)});
  if (column.faded)
    words += tr("\nFaded: in the aggregate evaluation it does not beat random orders, visits %1",
                {tr(removalText(m_context.removal))});
  return words;
}

}  // namespace sojourn::present
