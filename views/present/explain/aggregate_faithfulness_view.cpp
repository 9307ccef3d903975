// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how faithful each method is over many samples.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float controlTop = 4, controlHeight = 22, headTop = 30, headHeight = 34;

/// One column of dots.
struct Panel {
  const char* title;
  const char* brief;  ///< where the title has no room
  const char* table;
  bool highIsGood;
  /// By an operator; causes have none.
  const Estimate& (*of)(const MethodSummary&, Removal);
};

template <Estimate OperatorSummary::*figure>
const Estimate& byOperator(const MethodSummary& method, Removal removal) {
  return summaryBy(method, removal).*figure;
}
template <Estimate MethodSummary::*figure>
const Estimate& ofCauses(const MethodSummary& method, Removal) {
  return method.*figure;
}

constexpr std::array<Panel, 6> panels{
    {{"Comprehensiveness", "Comp.", "comprehensiveness", true, byOperator<&OperatorSummary::comprehensiveness>},
     {"Sufficiency", "Suff.", "sufficiency", false, byOperator<&OperatorSummary::sufficiency>},
     {"Deletion area", "Del.", "deletion_auc", false, byOperator<&OperatorSummary::deletionAuc>},
     {"Insertion area", "Ins.", "insertion_auc", true, byOperator<&OperatorSummary::insertionAuc>},
     {"Causes found", "Cause", "cause_precision", true, ofCauses<&MethodSummary::causePrecision>},
     {"Rank of causes", "Rank", "cause_rank", false, ofCauses<&MethodSummary::causeRank>}}};
constexpr std::size_t faithfulnessPanels = 4;

class AggregateFaithfulnessPainter : RowsPainter {
 public:
  AggregateFaithfulnessPainter(const ExplanationContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context) {
    for (const MethodSummary& method : context.evaluation->methods) m_methods.push_back(&method);
    std::ranges::stable_sort(m_methods, std::greater<>(), [&](const MethodSummary* method) {
      return summaryBy(*method, context.removal).gain.mean;
    });
    m_panels = context.evaluation->withCauses > 0 ? panels.size() : faithfulnessPanels;
    for (const MethodSummary* method : m_methods)
      m_labelsRight =
          std::max(m_labelsRight, 12 + m_builder.width(methodLabels(method->name).shortTitle, boldFont) + 8);
    m_labelsRight = std::min(m_labelsRight, width() * 0.3F);
    fitRows(m_methods.size(), {.head = headTop + headHeight, .least = 15, .most = 24, .margin = 6});
  }

  Scene paint() {
    paintControls();
    for (std::size_t i = 0; i < m_methods.size(); ++i)
      if (methodSelected(m_context.sample, m_methods[i]->name)) ground(row(i), Emphasis::Tint);
    const float pitch = std::floor((width() - m_labelsRight - 8) / static_cast<float>(m_panels));
    for (std::size_t p = 0; p < m_panels; ++p)
      paintPanel(panels[p], {m_labelsRight + pitch * static_cast<float>(p) + 6, headTop, pitch - 14, headHeight},
                 p < faithfulnessPanels);
    for (std::size_t i = 0; i < m_methods.size(); ++i) paintName(*m_methods[i], row(i));
    describe();
    return std::move(m_scene);
  }

 private:
  /// How many stand behind the columns of causes: mostly few.
  [[nodiscard]] std::string causesText() const {
    std::size_t most = 0;
    for (const MethodSummary* method : m_methods) most = std::max(most, method->causePrecision.n);
    return most == 0 ? std::string() : tr("; causes of %1", {countText(most, "sample", "samples")});
  }

  void paintControls() {
    const ExplanationSummary& evaluation = *m_context.evaluation;
    const bool running = m_context.evaluating;
    const Rect drawn =
        paintSampleChoice(m_builder, m_scene, {12, controlTop}, controlHeight,
                          {.title = tr("Evaluate"),
                           .sizes = evaluatedSampleCounts,
                           .filtered = m_context.filtered,
                           .filteredText = m_context.filteredText,
                           .measured = evaluation.samples,
                           .start = [](std::size_t samples) -> Action { return StartEvaluation{samples}; },
                           .running = running,
                           .cancel = ExplainCommand::CancelEvaluation},
                          smallFont);
    const std::string few = fewUsers() ? noIntervalText(users()) : std::string();
    const char* between = few.empty() ? "" : "; ";
    const std::string note =
        running ? tr("%1 of %2 evaluated, random order%3%4",
                     {grouped(evaluation.samples), grouped(evaluation.asked), between, few})
                : tr("%1%2dot: %3%4, grey: random",
                     {few, between, tr(removalText(m_context.removal)),
                      hasOther() ? tr(", ring: %1", {tr(removalText(otherRemoval()))}) : std::string()});
    const float left = drawn.right() + (running ? 10.0F : 12.0F);
    m_builder.text({left, controlTop, std::max(0.0F, width() - left - 6), controlHeight}, note + causesText(),
                   theme().text2, smallFont);
  }
  /// False for a model that takes no mask.
  [[nodiscard]] bool hasOther() const {
    return std::ranges::any_of(
        m_methods, [this](const MethodSummary* method) { return summaryBy(*method, otherRemoval()).gain.n > 0; });
  }
  [[nodiscard]] Removal otherRemoval() const {
    return m_context.removal == Removal::Masked ? Removal::Removed : Removal::Masked;
  }

  void paintName(const MethodSummary& method, const Rect& area) {
    const MethodLabels labels = methodLabels(method.name);
    const bool beats = labels.control || beatsRandom(&method, m_context.removal);
    const bool selected = methodNumber(method.name) == m_context.sample.selection.selected.method;
    const Color ink = beats && !labels.control ? theme().text : theme().text3;
    m_builder.text({12, area.y, m_labelsRight - 20, area.height}, labels.shortTitle, selected ? theme().accent : ink,
                   selected ? boldFont : textFont);
    m_builder.hit({0, area.y, m_labelsRight - 4, area.height}, focusOnMethod(method.name), label(method), method.name);
  }

  void paintPanel(const Panel& panel, Rect head, bool bothOperators) {
    paintTitle(panel, {head.x - 4, head.y, head.width + 8, 16});
    const Axis axis = axisOf(panel, head);
    const float height = rowsBottom() - head.bottom();
    float labelled = -std::numeric_limits<float>::infinity();
    for (const Tick& tick : numberTicks(axis, 30)) {
      const float x = std::round(axis.at(tick.value));
      m_builder.box({x, head.bottom(), 1, height}, tick.value == 0 ? theme().border : theme().grid);
      const float width = m_builder.width(tick.text, smallFont) + 1;
      const float left = std::clamp(x - width / 2, head.x - 6, std::max(head.x - 6, head.right() + 6 - width));
      if (left < labelled + 4) continue;  // a number that has no room is left out whole
      m_builder.text({left, head.y + 17, width, 14}, tick.text, theme().text2, smallFont);
      labelled = left + width;
    }
    if (const MethodSummary* random = summaryNamed(m_context.evaluation, randomOrders)) {
      const Estimate& band = panel.of(*random, m_context.removal);
      const auto [low, high] = endsOf(band);
      if (band.n > 0)
        m_builder.box({axis.at(low), head.bottom(), std::max(1.0F, axis.at(high) - axis.at(low)), height},
                      mix(theme().pale, theme().panel, 0.35F));
    }
    for (std::size_t i = 0; i < m_methods.size(); ++i) paintDots(panel, *m_methods[i], row(i), axis, bothOperators);
  }

  /// The arrow says whether high is good: it stays where words have to be shortened.
  void paintTitle(const Panel& panel, const Rect& area) {
    const char* arrow = panel.highIsGood ? " \u2191" : " \u2193";
    std::string text = tr(panel.title);
    for (const std::string& shorter : {firstWord(panel), tr(panel.brief)})
      if (m_builder.width(text + arrow, boldFont) > area.width) text = shorter;
    Font font = boldFont;
    while (font.size > smallFont.size - 1 && m_builder.width(text + arrow, font) > area.width) font.size -= 0.5F;
    m_builder.text(area, text + arrow, theme().text, font, Align::Center);
  }

  [[nodiscard]] static std::string firstWord(const Panel& panel) {
    const std::string title = tr(panel.title);
    if (const std::size_t end = title.find(' '); end != std::string::npos) return title.substr(0, end);
    std::size_t end = std::min<std::size_t>(6, title.size());
    while (end < title.size() && (title[end] & 0xC0) == 0x80) ++end;  // never inside a letter of several bytes
    return title.substr(0, end) + ".";
  }

  /// Of the interval; of the mean alone where there is none.
  [[nodiscard]] static std::pair<double, double> endsOf(const Estimate& estimate) {
    return estimate.hasInterval() ? std::pair(estimate.low, estimate.high) : std::pair(estimate.mean, estimate.mean);
  }

  [[nodiscard]] Axis axisOf(const Panel& panel, Rect head) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const MethodSummary* method : m_methods)
      for (const Removal removal : {Removal::Masked, Removal::Removed}) {
        const Estimate& estimate = panel.of(*method, removal);
        if (estimate.n == 0) continue;
        const auto [from, to] = endsOf(estimate);
        low = std::min({low, from, estimate.mean});
        high = std::max({high, to, estimate.mean});
      }
    if (!(low <= high)) return {0, 1, head.x, head.right()};
    const double margin = std::max(0.01, 0.04 * (high - low));
    return {low - margin, high + margin, head.x, head.right()};
  }

  void paintDots(const Panel& panel, const MethodSummary& method, const Rect& area, const Axis& axis,
                 bool bothOperators) {
    const float middle = std::round(area.y + area.height / 2);
    const MethodLabels labels = methodLabels(method.name);
    const Color color = methodEmphasised(m_context.sample, method.name) ? theme().accent : theme().solid;
    if (bothOperators)
      if (const Estimate& beside = panel.of(method, otherRemoval()); beside.n > 0)
        m_builder.circle({axis.at(beside.mean), middle + 4}, 2.5F, theme().panel, theme().mid);
    const Estimate& estimate = panel.of(method, m_context.removal);
    if (estimate.n == 0) return;
    const float x = axis.at(estimate.mean);
    if (estimate.hasInterval()) interval(axis.at(estimate.low), axis.at(estimate.high), middle, color);
    m_builder.circle({x, middle}, 4, labels.control ? theme().panel : color, color, 1.5F);
    m_builder.hit({x - 8, area.y, 16, area.height}, focusOnMethod(method.name),
                  labels.title + ", " + tr(panel.title) + (bothOperators ? ", " : "") +
                      (bothOperators ? tr(removalText(m_context.removal)) : "") + ": " + exactText(estimate.mean) +
                      ", " + intervalText(estimate, users()),
                  exactText(estimate.mean));
  }

  [[nodiscard]] std::size_t users() const { return m_context.evaluation->users; }
  [[nodiscard]] bool fewUsers() const { return users() < fewestUsersOfInterval; }

  [[nodiscard]] std::string label(const MethodSummary& method) const {
    std::string text = tr("%1, insertion \u2212 deletion", {methodLabels(method.name).title});
    for (const Removal removal : {Removal::Masked, Removal::Removed}) {
      const OperatorSummary& by = summaryBy(method, removal);
      text += tr("%1%2 %3, more than random by %4 (%5)",
                 {removal == Removal::Masked ? ": " : "; ", tr(removalText(removal)), exactText(by.gain.mean),
                  exactText(by.overRandom.mean), intervalText(by.overRandom, users())});
    }
    return text;
  }

  void describe() {
    m_scene.caption = tr("%1; mean%2", {evaluationText(m_context), fewUsers() ? "; " + noIntervalText(users())
                                                                              : tr(" and 95 % interval over users")});
    if (m_context.sample.model && m_context.sample.model->epoch >= 0)
      m_scene.caption += tr(", epoch %1", {std::to_string(m_context.sample.model->epoch)});
    if (m_context.evaluation->withCauses > 0)
      m_scene.captionRight = tr("%1 with planted causes", {std::to_string(m_context.evaluation->withCauses)});
    m_scene.summary = tr("On %1 of %2, visits %3, %4 is the most faithful by insertion minus deletion area.",
                         {countText(m_context.evaluation->samples, "sample", "samples"),
                          countText(m_context.evaluation->users, "user", "users"), tr(removalText(m_context.removal)),
                          methodLabels(m_methods.front()->name).title});
    Table& table = m_scene.table;
    table.columns = {"method", "operator"};
    for (const Panel& panel : panels)
      for (const char* part : {"", " low", " high"}) table.columns.push_back(std::string(panel.table) + part);
    for (const char* part : {"gain", "over random", "over random low", "over random high", "tied share", "samples"})
      table.columns.emplace_back(part);
    for (const MethodSummary* method : m_methods)
      for (const Removal removal : {Removal::Masked, Removal::Removed}) {
        table.add(method->name, removalText(removal));
        for (const Panel& panel : panels) {
          const Estimate& estimate = panel.of(*method, removal);
          table.extend(estimate.mean, estimate.low, estimate.high);
        }
        const OperatorSummary& by = summaryBy(*method, removal);
        table.extend(by.gain.mean, by.overRandom.mean, by.overRandom.low, by.overRandom.high, method->tiedShare.mean,
                     by.gain.n);
      }
  }

  const ExplanationContext& m_context;
  std::vector<const MethodSummary*> m_methods;  ///< random among them
  std::size_t m_panels = faithfulnessPanels;
  float m_labelsRight = 60;
};

EmptyState notMeasured(const ExplanationContext& context) {
  if (context.evaluating)
    return {.title = tr("Evaluating the methods on many samples"),
            .detail = tr("The first results appear in a moment; samples are taken in random order"),
            .buttonText = tr("Cancel"),
            .button = ExplainCommand::CancelEvaluation};
  if (context.filtered == 0)
    return {.title = tr("No samples to evaluate"), .detail = tr("The filter in Samples matches none")};
  const std::size_t first = std::min(evaluatedSampleCounts.front(), context.filtered);
  const std::string many = grouped(first);
  return {.title = tr("Aggregate faithfulness is not evaluated yet"),
          .detail = tr("A single sample may favour a method. %1 to see which methods are faithful; the result orders "
                       "the columns of Attribution.",
                       {first < context.filtered ? tr("A random %1 of %2 are enough", {many, context.filteredText})
                                                 : tr("Evaluate the %1", {context.filteredText})}),
          .buttonText = tr("Evaluate %1 samples", {many}),
          .button = StartEvaluation{first}};
}

}  // namespace

ViewContent aggregateFaithfulnessContent(const ExplanationContext& context, const Canvas& canvas) {
  if (!context.evaluation || context.evaluation->methods.empty()) {
    if (!context.sample.model) return *nothingInspected(context.sample);
    return notMeasured(context);
  }
  return AggregateFaithfulnessPainter(context, canvas).paint();
}

}  // namespace sojourn::present
