// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/component_ablation/component_ablation_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/chart/color_scale.h"
#include "views/present/component_ablation/component_rows.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float margin = 12, controlTop = 4, controlHeight = 22, headTop = 30, headHeight = 36;
/// A row of one line, and of two: accuracies stand below.
constexpr float rowLeast = 21, rowMost = 26, secondLine = 15;
constexpr std::array<std::size_t, 2> sizes{200, 500};

struct AblationLabels {
  const char* title;
  const char* ground;  ///< whether the parts behind it ever saw such an input
};
constexpr std::array<AblationLabels, everyAblationMode.size()> ablationLabels{
    {{"Zero", "out of distribution"}, {"Mean", "of the training set"}, {"Resampled", "in distribution"}}};

class ComponentsPainter : RowsPainter {
 public:
  ComponentsPainter(const ComponentsInput& input, const Canvas& canvas)
      : RowsPainter(canvas),
        m_input(input),
        m_sample(input.sample),
        m_own(*input.ablationTable),
        m_effects(input.ablationTable->effects),
        m_rows(componentRows(input.components)) {
    measure(canvas.size);
  }

  Scene paint() {
    paintControls();
    paintHead();
    paintOwn();
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
      m_builder.text({margin, rowTop(row), m_names - margin - 4, m_lineHeight}, m_rows[row].title, theme().text,
                     textFont);
      for (const AblationMode to : everyAblationMode) m_rows[row].heads() ? paintHeads(row, to) : paintCell(row, to);
    }
    describe();
    return std::move(m_scene);
  }

 private:
  void measure(Size size) {
    for (const ComponentRow& row : m_rows)
      m_names = std::max(m_names, margin + m_builder.width(row.title, textFont) + 10);
    // In a narrow picture the numbers need the room.
    m_names = std::min(m_names, size.width * (size.width < 400 ? 0.3F : 0.36F));
    m_cell = (size.width - m_names - 4) / static_cast<float>(everyAblationMode.size());
    const auto isHeadName = [](const std::string& name) { return name.find(".head.") != std::string::npos; };
    for (const AblationEffect& effect : m_effects) {
      const bool head = isHeadName(effect.component);
      double& largest = head ? m_largestHead : m_largest;
      largest = std::max(largest, std::abs(effect.change));
      if (!head) m_rank = std::max(m_rank, m_builder.width(grouped(effect.rank), smallFont) + 2);
      m_number = std::max(m_number, m_builder.width(signedProbability(effect.change), textFont) + 2);
    }
    if (m_input.table)
      for (const AblationSummary& one : m_input.table->ablations) {
        const bool head = isHeadName(one.component);
        double& largest = head ? m_largestHeadPoints : m_largestPoints;
        const Estimate& change = one.accuracyChange;
        largest = std::max(largest, std::abs(change.mean));
        if (!head && change.hasInterval()) largest = std::max({largest, std::abs(change.low), std::abs(change.high)});
      }
    // What has no room goes: first the rank, then the bar.
    m_showRank = m_cell >= m_number + m_rank + 22 + 24;
    const float second = m_input.table ? secondLine : 0;
    const float top = headTop + headHeight;
    const auto rows = static_cast<float>(m_rows.size() + 1);
    m_lineHeight = std::clamp(std::floor((size.height - top - 6) / rows) - second, rowLeast, rowMost);
    m_rowHeight = m_lineHeight + second;
    const float needed = top + m_lineHeight + m_rowHeight * static_cast<float>(m_rows.size()) + 6;
    m_scene.contentSize.height = std::max(size.height, needed);
    m_scene.pinnedTop = needed > size.height ? top : 0;
  }

  [[nodiscard]] float rowTop(std::size_t row) const {
    return headTop + headHeight + m_lineHeight + m_rowHeight * static_cast<float>(row);
  }
  /// Where a column's marks lie.
  [[nodiscard]] Rect cellOf(std::size_t row, AblationMode to) const {
    return {m_names + m_cell * static_cast<float>(to) + 6, rowTop(row), m_cell - 12, m_rowHeight};
  }
  [[nodiscard]] float firstLeft(const Rect& cell) const { return cell.right() - 10 - (m_showRank ? m_rank + 4 : 0); }
  /// Of bars round zero; without length where there is no room for bars.
  [[nodiscard]] Axis barsOf(const Rect& cell, double largest) const {
    const double end = std::max(largest, 1e-9);
    return {-end, end, cell.x, std::max(cell.x, firstLeft(cell) - 6 - m_number - 4)};
  }
  /// "P 0.812"; of one place rather than another the difference, with or without the places' names.
  [[nodiscard]] std::string ownText(bool named = true) const {
    if (!m_own.target.ratherThan) return tr("P %1", {probability(m_own.value)});
    return (named ? targetText(m_sample, m_own.target) : tr("difference")) + " " + signedProbability(m_own.value);
  }

  /// What one ablation of a component does to this sample, and over many; null where that is not known.
  struct Answer {
    const AblationEffect* effect = nullptr;
    const AblationSummary* summary = nullptr;
  };
  [[nodiscard]] Answer answerOf(const Component& component, AblationMode to) const {
    const auto isIt = [&](const auto& one) { return one.component == component.name && one.to == to; };
    Answer answer;
    if (const auto found = std::ranges::find_if(m_effects, isIt); found != m_effects.end()) answer.effect = &*found;
    if (!m_input.table) return answer;
    const auto& summaries = m_input.table->ablations;
    if (const auto found = std::ranges::find_if(summaries, isIt); found != summaries.end()) answer.summary = &*found;
    return answer;
  }

  void paintControls() {
    if (!m_input.measuring && m_input.filtered == 0) return;
    const Rect drawn =
        paintSampleChoice(m_builder, m_scene, {margin, controlTop}, controlHeight,
                          {.title = tr("Accuracy over"),
                           .sizes = sizes,
                           .filtered = m_input.filtered,
                           .filteredText = m_input.filteredText,
                           .measured = m_input.table ? m_input.table->samples : 0,
                           .start = [](std::size_t samples) -> Action { return StartComponentEvaluation{samples}; },
                           .running = m_input.measuring,
                           .cancel = ExplainCommand::CancelComponentEvaluation},
                          smallFont);
    std::string beside = m_input.measuring ? tr("Evaluating the accuracy")
                         : m_input.table   ? tr("below each bar: Acc@1, percentage points")
                                           : "";
    if (!m_input.measuring && m_input.table && m_input.table->users < fewestUsersOfInterval)
      beside += "; " + noIntervalText(m_input.table->users);
    const float left = drawn.right() + 10;
    if (left + 40 < width())
      m_builder.text({left, controlTop, width() - left - 6, controlHeight}, beside, theme().text2, smallFont);
  }

  void paintHead() {
    m_builder.text({margin, headTop, m_names - margin - 4, 18}, tr("Ablated to"), theme().text2, smallFont);
    for (const AblationMode to : everyAblationMode) {
      const AblationLabels& text = ablationLabels[static_cast<std::size_t>(to)];
      const float left = m_names + m_cell * static_cast<float>(to);
      m_builder.text({left + 6, headTop, m_cell - 12, 18}, tr(text.title), theme().text, boldFont);
      m_builder.text({left + 6, headTop + 16, m_cell - 12, 16}, tr(text.ground), theme().text2, smallFont);
      m_builder.box({std::round(left), headTop + 2, 1, m_scene.contentSize.height - headTop - 6}, theme().grid);
    }
    rule(headTop + headHeight - 1, theme().border);
  }

  /// The model as it is, to hold the others against.
  void paintOwn() {
    const float y = headTop + headHeight;
    const LocationId first = m_sample.inspection->best().location;
    const std::string place = placeText(m_sample, first), value = exactText(m_own.value);
    const std::string figures =
        tr(", rank %1%2", {std::to_string(m_own.rank), m_input.table ? tr("; Acc@1 %1 %", {percent(accuracy())}) : ""});
    m_builder.text({margin, y, m_names - margin - 4, m_lineHeight}, tr("No ablation"), theme().text2, textFont);
    const float left = m_names + 6;
    std::string text = ownText() + figures;
    // The names go before a digit does.
    if (left + m_builder.width(text, boldFont) + 2 > width() - 4) text = ownText(false) + figures;
    const float right = left + m_builder.width(text, boldFont) + 2;
    m_builder.text({left, y, std::min(right, width() - 4) - left, m_lineHeight}, text, theme().text, boldFont);
    if (right + 60 < width()) {
      m_builder.swatch({right + 10, std::round(y + m_lineHeight / 2 - 5)}, swatchOf(m_sample, first));
      m_builder.placeName({right + 25, y, width() - right - 31, m_lineHeight}, place, theme().text, textFont);
    }
    m_builder.hit({0, y, width(), m_lineHeight}, focusOnPlace(first),
                  tr("Unchanged model: %1 %2, rank %3, first %4",
                     {targetText(m_sample, m_own.target), value, std::to_string(m_own.rank), place}),
                  value);
    rule(y + m_lineHeight - 1, theme().grid, 8);
  }

  void paintCell(std::size_t row, AblationMode to) {
    const Component& component = *m_rows[row].components.front();
    const auto [effect, summary] = answerOf(component, to);
    if (!effect) return;
    const Rect cell = cellOf(row, to);
    const Axis bars = barsOf(cell, m_largest);
    if (bars.length() >= 12) {
      m_builder.box(between(bars.at(0), bars.at(effect->change), cell.y + 4, m_lineHeight - 8),
                    changeFill(theme(), effect->change));
      m_builder.box({std::round(bars.at(0)), cell.y, 1, m_rowHeight}, theme().mid);
    }
    const float right = firstLeft(cell) - 6;
    m_builder.text({right - m_number, cell.y, m_number, m_lineHeight}, signedProbability(effect->change), theme().text,
                   textFont, Align::Right);
    const LocationId* first = effect->top.empty() ? nullptr : &effect->top.front();
    if (first)
      m_builder.swatch({firstLeft(cell), std::round(cell.y + m_lineHeight / 2 - 5)}, swatchOf(m_sample, *first));
    if (m_showRank)
      m_builder.text({cell.right() - m_rank, cell.y, m_rank, m_lineHeight}, grouped(effect->rank),
                     effect->rank == m_own.rank ? theme().text3 : theme().text, smallFont, Align::Right);
    if (summary) paintAccuracy(cell, right, *summary);
    m_builder.hit({cell.x - 6, cell.y, m_cell, m_rowHeight}, first ? focusOnPlace(*first) : Focus{},
                  label(component, *effect, summary), exactText(effect->probability));
  }

  /// The interval as a line below the bar, the mean as a dot.
  void paintAccuracy(const Rect& cell, float right, const AblationSummary& summary) {
    const Estimate& change = summary.accuracyChange;
    const float middle = std::round(cell.y + m_lineHeight + secondLine / 2 - 3);
    if (const Axis bars = barsOf(cell, m_largestPoints); bars.length() >= 12) {
      if (change.hasInterval()) interval(bars.at(change.low), bars.at(change.high), middle, theme().solid);
      m_builder.circle({std::clamp(bars.at(change.mean), bars.start() + 2, bars.end() - 2), middle}, 2.5F,
                       theme().solid);
    }
    m_builder.text({right - m_number, cell.y + m_lineHeight - 4, m_number, secondLine}, pointsText(change.mean),
                   theme().text2, smallFont, Align::Right);
  }

  void paintHeads(std::size_t row, AblationMode to) {
    const Rect cell = cellOf(row, to);
    const std::vector<const Component*>& heads = m_rows[row].components;
    const float width = cell.width / static_cast<float>(heads.size());
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const auto [effect, summary] = answerOf(*heads[h], to);
      if (!effect) continue;
      const ModelPart& part = heads[h]->parts.front();
      const HeadRef head{.layer = part.layer, .head = part.head};
      const Rect whole{cell.x + width * static_cast<float>(h), cell.y + 3, width - 1, m_rowHeight - 5};
      const Rect upper{whole.x, whole.y, whole.width, summary ? m_lineHeight - 5 : whole.height};
      paintTile(upper, effect->change / std::max(m_largestHead, 1e-9), shortSignedProbability(effect->change));
      if (summary)
        paintTile({whole.x, upper.bottom() + 1, whole.width, whole.bottom() - upper.bottom() - 1},
                  summary->accuracyChange.mean / std::max(m_largestHeadPoints, 1e-9),
                  pointsText(summary->accuracyChange.mean));
      const Selection& selection = m_sample.selection;
      if ((selection.hovered.head ? selection.hovered.head : selection.selected.head) == head)
        m_builder.frame(whole, theme().accent, 1.5F);
      Focus focus;
      focus.head = head;
      m_builder.hit(whole, focus, label(*heads[h], *effect, summary), exactText(effect->probability));
    }
  }

  /// `share` of the largest, -1 to 1.
  void paintTile(const Rect& rect, double share, const std::string& text) {
    const bool room = rect.height >= 12 && m_builder.width(text, smallFont) + 2 <= rect.width;
    tile(rect, share, room ? text : std::string(), theme().text);
  }

  static std::string pointsText(double points) {
    const std::string text = fixedText(points, 1);
    return points > 0.05 ? "+" + text : text;
  }

  [[nodiscard]] std::string samplesText() const { return countText(m_input.table->samples, "sample", "samples"); }
  [[nodiscard]] double accuracy() const {
    const AblationSummaryTable& table = *m_input.table;
    return 100 * static_cast<double>(table.correct) / std::max(1.0, static_cast<double>(table.samples));
  }

  [[nodiscard]] std::string label(const Component& component, const AblationEffect& effect,
                                  const AblationSummary* summary) const {
    const std::string ground = effect.to == AblationMode::Zero ? tr(" (out of distribution)") : "";
    std::string text = tr("%1, %2%3: P %4, change %5", {tr(component.title), tr(ablationModeName(effect.to)), ground,
                                                        exactText(effect.probability), exactText(effect.change)});
    if (effect.to == AblationMode::Resampled) text += tr(" \u00b1 %1 over donor samples", {exactText(effect.spread)});
    text += tr(", rank %1", {grouped(effect.rank)});
    if (!effect.top.empty()) text += tr(", first %1", {placeText(m_sample, effect.top.front())});
    if (summary) {
      const Estimate& change = summary->accuracyChange;
      text += tr("; Acc@1 over %1 %2 points, %3",
                 {samplesText(), exactText(change.mean), intervalText(change, m_input.table->users)});
    }
    return text;
  }

  void describe() {
    m_scene.caption = tr("%1; change of %2", {scopeText(m_sample), targetText(m_sample, m_own.target)});
    if (m_input.table) m_scene.caption += tr(" and of Acc@1 over %1", {samplesText()});
    m_scene.captionRight = tr("bars to \u00b1%1", {scaleNumber(roundedUp(m_largest))});
    if (m_largestHead > 0) m_scene.captionRight += tr(", heads to \u00b1%1", {scaleNumber(roundedUp(m_largestHead))});
    const auto least = std::ranges::min_element(m_effects, {}, [](const AblationEffect& effect) {
      return effect.to == AblationMode::Mean ? effect.change : 0;
    });
    m_scene.summary = tr("Without ablation: %1.", {ownText()});
    if (least != m_effects.end() && least->change < 0 && least->to == AblationMode::Mean)
      m_scene.summary += tr(" With mean ablation (mean of %1), the largest loss is by %2: %3.",
                            {countText(m_input.training, "sequence", "sequences"), titleOf(least->component),
                             signedProbability(least->change)});
    fillTable();
  }

  [[nodiscard]] std::string titleOf(const std::string& name) const {
    const auto found = std::ranges::find(m_input.components, name, &Component::name);
    return found == m_input.components.end() ? name : tr(found->title);
  }

  void fillTable() {
    Table& table = m_scene.table;
    table.columns = {"component", "ablated to", "probability", "change", "spread", "rank", "first", "first place"};
    const std::array<const char*, 5> measured{"accuracy change", "accuracy change low", "accuracy change high",
                                              "probability change over samples", "changed predictions"};
    if (m_input.table) table.columns.insert(table.columns.end(), measured.begin(), measured.end());
    for (const Component& component : m_input.components)
      for (const AblationMode to : everyAblationMode) {
        const auto [effect, summary] = answerOf(component, to);
        if (!effect) continue;
        const LocationId* first = effect->top.empty() ? nullptr : &effect->top.front();
        constexpr double none = Table::absent;
        table.add(component.name, ablationModeName(to), effect->probability, effect->change,
                  to == AblationMode::Resampled ? effect->spread : none, effect->rank, first ? *first : -1,
                  first ? placeText(m_sample, *first) : std::string());
        if (!m_input.table) continue;
        if (summary)
          table.extend(summary->accuracyChange.mean, summary->accuracyChange.low, summary->accuracyChange.high,
                       summary->probabilityChange.mean, summary->changedPredictions.mean);
        else
          table.extend(none, none, none, none, none);
      }
  }

  const ComponentsInput& m_input;
  const SampleContext& m_sample;
  const AblationTable& m_own;
  const std::vector<AblationEffect>& m_effects;
  std::vector<ComponentRow> m_rows;
  float m_names = 40, m_cell = 0, m_lineHeight = 0, m_rowHeight = 0, m_number = 36, m_rank = 8;
  bool m_showRank = true;
  double m_largest = 0, m_largestHead = 0;              ///< changes of P
  double m_largestPoints = 0, m_largestHeadPoints = 0;  ///< of Acc@1
};

EmptyState notAblated(const ComponentsInput& input) {
  if (!input.failure.empty()) return {.title = tr("The components cannot be ablated"), .detail = input.failure};
  if (input.stopped)
    return {.title = tr("Component ablation was stopped"),
            .detail = tr("The means of the training set are computed once for each model and dataset"),
            .buttonText = tr("Compute"),
            .button = ExplainCommand::ResumeComponents};
  if (!input.learning) return {.title = tr("Ablating components for this sample"), .detail = tr("This takes a moment")};
  return {.title = tr("Computing the means of the training set"),
          .detail = input.learned.second == 0 ? tr("Once for this model and dataset")
                                              : tr("%1 of %2 sequences; once for this model and dataset",
                                                   {grouped(input.learned.first), grouped(input.learned.second)})};
}

}  // namespace

ViewContent componentsContent(const ComponentsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.ablationTable || !input.failure.empty()) return notAblated(input);
  if (input.ablationTable->effects.empty())
    return EmptyState{.title = tr("%1 has no components that can be ablated", {input.sample.model->title})};
  return ComponentsPainter(input, canvas).paint();
}

}  // namespace sojourn::present
