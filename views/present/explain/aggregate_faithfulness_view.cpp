// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how faithful each method is over many samples.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr float controlTop = 4, controlHeight = 22, headTop = 30;

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

/// Of the interval; of the mean alone where there is none.
std::pair<double, double> endsOf(const Estimate& estimate) {
  return estimate.hasInterval() ? std::pair(estimate.low, estimate.high) : std::pair(estimate.mean, estimate.mean);
}

std::string firstWord(const Panel& panel) {
  const std::string title = tr(panel.title);
  if (const std::size_t end = title.find(' '); end != std::string::npos) return title.substr(0, end);
  std::size_t end = std::min<std::size_t>(6, title.size());
  while (end < title.size() && (title[end] & 0xC0) == 0x80) ++end;  // never inside a letter of several bytes
  return title.substr(0, end) + ".";
}

/// What an evaluation found, row by row.
class AggregateFaithfulness {
 public:
  AggregateFaithfulness(const ExplanationContext& context, const Canvas& canvas)
      : m_context(context), m_canvas(canvas) {
    for (const MethodSummary& method : context.evaluation->methods) m_methods.push_back(&method);
    std::ranges::stable_sort(m_methods, std::greater<>(), [&](const MethodSummary* method) {
      return summaryBy(*method, context.removal).gain.mean;
    });
    m_panels = context.evaluation->withCauses > 0 ? panels.size() : faithfulnessPanels;
  }

  Scene scene() {
    RowTable table{.columns = {{.width = {.least = 48, .share = 0.3F, .fits = true}}},
                   .heights = {.head = headTop + 22, .least = 15, .most = 24, .foot = 18, .margin = 2},
                   .gap = 14};
    const float pitch = m_canvas.size.width * 0.7F / static_cast<float>(m_panels) - table.gap;
    for (std::size_t p = 0; p < m_panels; ++p)
      table.columns.push_back({.title = titleOf(panels[p], pitch),
                               .width = restWidth(12),
                               .align = Align::Center,
                               .scale = scaleOf(panels[p])});
    for (const MethodSummary* method : m_methods) {
      TableRow& row = table.rows.emplace_back();
      if (methodSelected(m_context.sample, method->name)) row.emphasis = Emphasis::Tint;
      row.cells.push_back(nameCell(*method));
      for (std::size_t p = 0; p < m_panels; ++p) row.cells.push_back(dotCell(*method, p));
    }
    Scene scene = drawTable(table, m_canvas).scene;
    paintControls(scene);
    describe(scene);
    return scene;
  }

 private:
  /// How many stand behind the columns of causes: mostly few.
  [[nodiscard]] std::string causesText() const {
    std::size_t most = 0;
    for (const MethodSummary* method : m_methods) most = std::max(most, method->causePrecision.n);
    return most == 0 ? std::string() : tr("; causes of %1", {countText(most, "sample", "samples")});
  }

  void paintControls(Scene& scene) const {
    SceneBuilder builder(scene, m_canvas);
    const ExplanationSummary& evaluation = *m_context.evaluation;
    const bool running = m_context.evaluating;
    const Rect drawn =
        paintSampleChoice(builder, scene, {12, controlTop}, controlHeight,
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
    builder.text({left, controlTop, std::max(0.0F, m_canvas.size.width - left - 6), controlHeight}, note + causesText(),
                 m_canvas.theme.text2, smallFont);
  }
  /// False for a model that takes no mask.
  [[nodiscard]] bool hasOther() const {
    return std::ranges::any_of(
        m_methods, [this](const MethodSummary* method) { return summaryBy(*method, otherRemoval()).gain.n > 0; });
  }
  [[nodiscard]] Removal otherRemoval() const {
    return m_context.removal == Removal::Masked ? Removal::Removed : Removal::Masked;
  }

  /// The arrow says whether high is good: it stays where words have to be shortened.
  [[nodiscard]] std::string titleOf(const Panel& panel, float room) const {
    const char* arrow = panel.highIsGood ? " \u2191" : " \u2193";
    for (const std::string& title : {tr(panel.title), firstWord(panel), tr(panel.brief)})
      if (m_canvas.text.width(title + arrow, smallFont) <= room) return title + arrow;
    return tr(panel.brief) + arrow;
  }

  [[nodiscard]] ColumnScale scaleOf(const Panel& panel) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const MethodSummary* method : m_methods)
      for (const Removal removal : {Removal::Masked, Removal::Removed}) {
        const Estimate& estimate = panel.of(*method, removal);
        if (estimate.n == 0) continue;
        const auto [from, to] = endsOf(estimate);
        low = std::min({low, from, estimate.mean});
        high = std::max({high, to, estimate.mean});
      }
    ColumnScale scale{.tickGap = 30};
    if (low <= high) {
      const double margin = std::max(0.01, 0.04 * (high - low));
      scale.from = low - margin;
      scale.to = high + margin;
    }
    if (const MethodSummary* random = summaryNamed(m_context.evaluation, randomOrders))
      if (const Estimate& band = panel.of(*random, m_context.removal); band.n > 0) scale.band = endsOf(band);
    return scale;
  }

  [[nodiscard]] RowCell nameCell(const MethodSummary& method) const {
    const Theme& theme = m_canvas.theme;
    const MethodLabels labels = methodLabels(method.name);
    const bool beats = labels.control || beatsRandom(&method, m_context.removal);
    const bool selected = methodNumber(method.name) == m_context.sample.selection.selected.method;
    const Color ink = beats && !labels.control ? theme.text : theme.text3;
    return {.text = labels.shortTitle,
            .ink = selected ? theme.accent : ink,
            .font = selected ? boldFont : textFont,
            .hit = hitOf(focusOnMethod(method.name), label(method), method.name)};
  }

  [[nodiscard]] RowCell dotCell(const MethodSummary& method, std::size_t number) const {
    const Panel& panel = panels[number];
    const bool bothOperators = number < faithfulnessPanels;
    const MethodLabels labels = methodLabels(method.name);
    CellDot dot{.at = Table::absent,
                .fill = methodEmphasised(m_context.sample, method.name) ? m_canvas.theme.accent : m_canvas.theme.solid,
                .open = labels.control};
    if (bothOperators)
      if (const Estimate& beside = panel.of(method, otherRemoval()); beside.n > 0) dot.other = beside.mean;
    const Estimate& estimate = panel.of(method, m_context.removal);
    if (estimate.n == 0) return {.dots = {dot}};
    dot.at = estimate.mean;
    if (estimate.hasInterval()) dot.low = estimate.low, dot.high = estimate.high;
    const std::string by = bothOperators ? ", " + tr(removalText(m_context.removal)) : "";
    return {.dots = {dot},
            .hit = hitOf(focusOnMethod(method.name),
                         labels.title + ", " + tr(panel.title) + by + ": " + exactText(estimate.mean) + ", " +
                             intervalText(estimate, users()),
                         exactText(estimate.mean))};
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

  void describe(Scene& scene) const {
    scene.caption = tr("%1; mean%2", {evaluationText(m_context), fewUsers() ? "; " + noIntervalText(users())
                                                                            : tr(" and 95 % interval over users")});
    if (m_context.sample.model && m_context.sample.model->epoch >= 0)
      scene.caption += tr(", epoch %1", {std::to_string(m_context.sample.model->epoch)});
    if (m_context.evaluation->withCauses > 0)
      scene.captionRight = tr("%1 with planted causes", {std::to_string(m_context.evaluation->withCauses)});
    scene.summary = tr("On %1 of %2, visits %3, %4 is the most faithful by insertion minus deletion area.",
                       {countText(m_context.evaluation->samples, "sample", "samples"),
                        countText(m_context.evaluation->users, "user", "users"), tr(removalText(m_context.removal)),
                        methodLabels(m_methods.front()->name).title});
    Table& table = scene.table;
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
  const Canvas& m_canvas;
  std::vector<const MethodSummary*> m_methods;  ///< random among them
  std::size_t m_panels = faithfulnessPanels;
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
  return AggregateFaithfulness(context, canvas).scene();
}

}  // namespace sojourn::present
