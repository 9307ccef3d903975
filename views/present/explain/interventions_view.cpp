// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/interventions_view.h"

#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/explain/method_labels.h"
#include "views/present/samples/change_marks.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

class InterventionsPainter : RowsPainter {
 public:
  InterventionsPainter(const ExplanationContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context), m_sample(context.sample) {
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
    m_builder.text(m_change.at({0, 4, 0, 18}), tr("change"), theme().text2, smallFont, Align::Right);
    m_builder.text(m_now.at({0, 4, 0, 18}), contrasted() ? tr("now") : tr("P now"), theme().text2, smallFont,
                   Align::Right);
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
  [[nodiscard]] const std::vector<Intervention>& found() const { return m_context.explained->interventions; }
  [[nodiscard]] const Explanation& explanation() const { return m_context.explained->explanation; }
  [[nodiscard]] bool contrasted() const { return explanation().target.ratherThan.has_value(); }
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
    const double own = explanation().value;
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
