// SPDX-License-Identifier: GPL-3.0-or-later
// The Decomposition and Interventions views: what P is made of, and what would change it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/explain/explain_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float footLine = 17, effectBar = 4, leastPitch = 46;

struct Column {
  const char *title, *unit, *text;
};
constexpr std::array<Column, 4> columns{
    {{"Copied", "towards P", "copied towards the location"},
     {"Total", "lost", "lost when it is masked"},
     {"Direct", "by weights", "of the total, because the pointer's weights change"},
     {"Indirect", "by reading", "of the total, because other visits no longer read it"}}};

class EffectsPainter : RowsPainter {
 public:
  EffectsPainter(const ExplanationContext& context, const Canvas& canvas)
      : RowsPainter(canvas),
        m_context(context),
        m_sample(context.sample),
        m_explanation(context.explained->explanation),
        m_labels(visitLabels(context.sample)) {
    fitRows(m_labels.size(), {.head = 38, .most = 24, .foot = 2 * footLine + 8, .visible = 1});
    // The numbers need their room before the names do.
    const float numbers = leastPitch * float{columns.size()} + 8;
    m_labelsRight = std::min({190.0F, width() * 0.34F, width() - numbers});
    m_pitch = std::floor((width() - m_labelsRight - 8) / float{columns.size()});
    for (std::size_t i = 0; i < m_labels.size(); ++i)
      for (std::size_t c = 0; c < columns.size(); ++c) {
        m_low = std::min(m_low, valueOf(c, i));
        m_high = std::max(m_high, valueOf(c, i));
      }
    if (m_high - m_low < 1e-9) m_high = m_low + 1;
  }

  Scene paint() {
    m_builder.text({12, 4, m_labelsRight - 16, 16}, tr("Visit"), theme().text, boldFont);
    if (contrasted()) m_builder.text({12, 19, m_labelsRight - 16, 14}, targetText(m_context), theme().text2, smallFont);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      m_builder.text(column(c).at({0, 4, 0, 16}), tr(columns[c].title), theme().text, boldFont, Align::Right);
      m_builder.text(column(c).at({0, 19, 0, 14}), tr(columns[c].unit), theme().text2, smallFont, Align::Right);
    }
    rule(rowsTop() - 1, theme().border);
    m_scene.table.columns = {"visit", "location", "place", "copied", "total", "direct", "indirect"};
    for (std::size_t i = 0; i < m_labels.size(); ++i) paintRow(i, row(i));
    paintFoot();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] bool contrasted() const { return m_explanation.target.ratherThan.has_value(); }
  [[nodiscard]] std::string targetName() const { return placeText(m_sample, m_explanation.target.location); }
  [[nodiscard]] CellColumn column(std::size_t number) const {
    return {m_labelsRight + m_pitch * static_cast<float>(number) + 2, m_pitch - 4};
  }
  [[nodiscard]] bool known(std::size_t visit) const { return visit < m_explanation.effects.size(); }
  [[nodiscard]] double valueOf(std::size_t column, std::size_t visit) const {
    if (column == 0) return m_explanation.decomposition.copied[visit];
    if (!known(visit)) return 0;
    const VisitEffect& effect = m_explanation.effects[visit];
    return column == 1 ? effect.total : column == 2 ? effect.direct : effect.indirect;
  }

  void paintRow(std::size_t i, const Rect& area) {
    ground(area, emphasisOfVisit(m_sample, i));
    if (i > 0 && m_labels[i].daysAgo != m_labels[i - 1].daysAgo) rule(area.y, theme().border, 8);
    paintVisit(area, m_labels[i], {.swatchLeft = 12, .right = m_labelsRight - 6, .leastName = 48});
    m_builder.hit(area, focusOnVisit(m_sample, i), visitText(m_sample, i), visitText(m_sample, i));
    m_scene.table.add(i, m_labels[i].location, m_labels[i].full());
    for (std::size_t c = 0; c < columns.size(); ++c) paintCell(c, i, column(c).at(area));
  }

  void paintCell(std::size_t column, std::size_t i, const Rect& room) {
    const double value = valueOf(column, i);
    const Axis axis(m_low, m_high, room.x, room.right());
    const float top = std::round(room.height * 0.66F), zero = std::round(axis.at(0));
    const Rect bar = between(zero, axis.at(value), room.y + top, effectBar);
    if (column == 0)
      m_builder.copiedBar(bar, m_labels[i].swatch);
    else
      m_builder.box(bar, changeFill(theme(), value));
    m_builder.box({zero, bar.y - 1, 1, effectBar + 2}, theme().mid);
    const std::string text = column == 0 ? (value > 0 ? probability(value) : "\u2013") : signedProbability(value);
    m_builder.text({room.x, room.y, room.width, top}, text, theme().text, textFont, Align::Right);
    m_builder.hit({room.x - 2, room.y, room.width + 4, room.height}, focusOnVisit(m_sample, i),
                  visitText(m_sample, i) + ": " + exactText(value) + " " + tr(columns[column].text), exactText(value));
    m_scene.table.extend(column == 0 || known(i) ? value : Table::absent);
  }

  [[nodiscard]] double copied() const {
    const auto& parts = m_explanation.decomposition.copied;
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  }

  void paintFoot() {
    const Decomposition& parts = m_explanation.decomposition;
    const float top = rowsBottom();
    rule(top, theme().border);
    m_builder.text({12, top + 4, width() - 24, footLine},
                   tr("copied %1 + generated %2 = P%3%4", {probability(copied()), probability(parts.generated),
                                                           contrasted() ? "(" + targetName() + ") " : std::string(" "),
                                                           probability(m_explanation.probability)}),
                   theme().text, textFont);
    std::string shares = parts.copyShare ? tr("copy share %1 %", {percent(100 * *parts.copyShare)}) : "";
    if (parts.gate) shares += tr("%1the gate is %2", {shares.empty() ? "" : "; ", probability(*parts.gate)});
    m_builder.text({12, top + 4 + footLine, width() - 24, footLine}, shares, theme().text2, smallFont);
  }

  void describe() {
    m_scene.caption = tr("%1; %2, visits masked one at a time", {scopeText(m_sample), targetText(m_context)});
    if (contrasted()) m_scene.caption += tr("; copied and generated: of P(%1) only", {targetName()});
    m_scene.summary = tr("P(%1) is %2: %3 copied and %4 generated.",
                         {targetName(), probability(m_explanation.probability), probability(copied()),
                          probability(m_explanation.decomposition.generated)});
  }

  const ExplanationContext& m_context;
  const SampleContext& m_sample;
  const Explanation& m_explanation;
  std::vector<VisitLabel> m_labels;
  float m_labelsRight = 0, m_pitch = 0;
  double m_low = 0, m_high = 0;
};

}  // namespace

ViewContent effectsContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.explained->explanation.decomposition.copied.empty())
    return EmptyState{.title = tr("%1 has no pointer, so all of P is generated", {context.sample.model->title}),
                      .detail = tr("To see what masking a visit costs, look at Mask one in Attribution"),
                      .buttonText = tr("Open Attribution"),
                      .button = OpenView{"attribution"}};
  return EffectsPainter(context, canvas).paint();
}

namespace {

class InterventionsPainter : RowsPainter {
 public:
  InterventionsPainter(const ExplanationContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context), m_sample(context.sample), m_explained(*context.explained) {
    fitRows(found().size() + 1, {.head = 24, .margin = 4});
    double largest = 1e-9;
    for (const Intervention& one : found()) {
      m_names = std::max(m_names, 12 + m_builder.width(interventionTitle(one.name), textFont) + 8);
      largest = std::max(largest, std::abs(one.change));
    }
    m_names = std::min(m_names, width() * 0.36F);
    m_firstLeft = width() - std::clamp(width() * 0.24F, 64.0F, 130.0F);
    m_now = {m_firstLeft - 54, 44};
    m_change = {m_firstLeft - 106, 50};
    m_bars = Axis(-largest, largest, m_names + 4, std::max(m_names + 4, m_change.left - 4));
  }

  Scene paint() {
    m_builder.text({12, 4, m_names - 12, 18}, tr("Intervention"), theme().text2, smallFont);
    const std::string now = contrasted() ? tr("now") : tr("P now");
    m_builder.text(m_change.at({0, 4, 0, 18}), tr("change"), theme().text2, smallFont, Align::Right);
    m_builder.text(m_now.at({0, 4, 0, 18}), now, theme().text2, smallFont, Align::Right);
    m_builder.text({m_firstLeft, 4, width() - m_firstLeft - 6, 18}, tr("First"), theme().text2, smallFont);
    rule(rowsTop() - 1, theme().border);
    paintOwn();
    m_scene.table.columns = {"intervention", "probability", "value", "change", "rank", "first", "first place"};
    for (std::size_t i = 0; i < found().size(); ++i) paintIntervention(found()[i], row(i + 1));
    m_builder.box({std::round(m_bars.at(0)), row(1).y, 1, rowsBottom() - row(1).y}, theme().mid);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const std::vector<Intervention>& found() const { return m_explained.interventions; }
  [[nodiscard]] bool contrasted() const { return m_explained.explanation.target.ratherThan.has_value(); }
  /// P, or the difference of two.
  [[nodiscard]] std::string valueText(double value) const {
    return contrasted() ? signedProbability(value) : probability(value);
  }

  void paintFirst(const Rect& area, LocationId location) {
    m_builder.swatch({m_firstLeft, std::round(area.y + area.height / 2 - 5)}, swatchOf(m_sample, location));
    m_builder.placeName({m_firstLeft + 15, area.y, std::max(0.0F, width() - m_firstLeft - 21), area.height},
                        placeText(m_sample, location), theme().text, textFont);
  }

  /// The model as it is, to hold the others against.
  void paintOwn() {
    const Rect area = row(0);
    const double own = m_explained.explanation.value;
    m_builder.text({12, area.y, m_names - 12, area.height}, tr("None"), theme().text2, textFont);
    const float left = 12 + m_builder.width(tr("None"), textFont) + 10;
    if (contrasted())
      m_builder.text({left, area.y, std::max(0.0F, m_now.left - 6 - left), area.height}, targetText(m_context),
                     theme().text2, smallFont);
    m_builder.text(m_now.at(area), valueText(own), theme().text, boldFont, Align::Right);
    paintFirst(area, m_sample.inspection->best().location);
    m_builder.hit(area, {}, tr("Unchanged model: %1", {exactText(own)}), exactText(own));
    rule(area.bottom() - 1, theme().grid, 8);
  }

  void paintIntervention(const Intervention& one, const Rect& area) {
    const std::string title = interventionTitle(one.name), value = exactText(one.value);
    m_builder.text({12, area.y, m_names - 16, area.height}, title, theme().text, textFont);
    if (std::isfinite(one.change) && m_bars.length() > 0)
      m_builder.box(between(m_bars.at(0), m_bars.at(one.change), area.y + 4, area.height - 8),
                    changeFill(theme(), one.change));
    m_builder.text(m_change.at(area), signedProbability(one.change), theme().text, textFont, Align::Right);
    m_builder.text(m_now.at(area), valueText(one.value), theme().text, textFont, Align::Right);
    const LocationId* first = one.top.empty() ? nullptr : &one.top.front();
    const std::string firstName = first ? placeText(m_sample, *first) : std::string();
    if (first) paintFirst(area, *first);
    m_builder.hit(
        area, first ? focusOnPlace(*first) : Focus{},
        tr("%1: %2 %3, change %4, rank %5%6", {title, targetText(m_context), value, exactText(one.change),
                                               std::to_string(one.rank), first ? tr(", first %1", {firstName}) : ""}),
        value);
    m_scene.table.add(one.name, one.probability, one.value, one.change, one.rank, first ? *first : -1, firstName);
  }

  void describe() {
    m_scene.caption = tr("%1; change of %2, without re-encoding", {scopeText(m_sample), targetText(m_context)});
    const auto least = std::ranges::min_element(found(), {}, &Intervention::change);
    m_scene.summary = tr("The largest loss is with %1: %2 becomes %3.",
                         {interventionTitle(least->name), targetText(m_context), valueText(least->value)});
  }

  const ExplanationContext& m_context;
  const SampleContext& m_sample;
  const ExplainedSample& m_explained;
  CellColumn m_change, m_now;
  Axis m_bars;
  float m_names = 40, m_firstLeft = 0;
};

}  // namespace

ViewContent interventionsContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.explained->interventions.empty())
    return EmptyState{.title = tr("%1 has no pointer and no gate to change", {context.sample.model->title})};
  return InterventionsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
