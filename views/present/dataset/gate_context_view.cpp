// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the gate of parts of the samples.
#include <algorithm>
#include <cmath>
#include <map>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

std::string contextTitle(const std::string& by) {
  static const std::map<std::string, const char*> titles{{"outcome", "Outcome"},
                                                         {"target", "Target"},
                                                         {"length", "Visits"},
                                                         {"hour", "Last began"},
                                                         {"weekday", "Last on"}};
  const auto found = titles.find(by);
  return found == titles.end() ? by : tr(found->second);
}

class GateContextPainter : RowsPainter {
 public:
  GateContextPainter(const DatasetInput& input, const Canvas& canvas) : RowsPainter(canvas), m_input(input) {
    fitRows(input.gate->contexts.size(), {.head = 22, .least = 15, .most = 22, .foot = 36, .margin = 2, .visible = 3});
    const float titles = width() > 380 ? 76 : 0;
    m_by = {12, titles};
    m_value = {12 + titles, width() > 300 ? 92.0F : 80.0F};
    const float counts = width() > 340 ? 88 : 0;
    m_n = {m_value.left + m_value.width, counts / 2 + 6};
    m_users = {m_n.left + m_n.width, counts > 0 ? counts / 2 - 6 : 0};
    const float left = m_users.left + m_users.width + 14;
    m_axis = {left, std::max(40.0F, width() - left - 56)};
  }

  Scene paint() {
    const GateProfile& gate = *m_input.gate;
    const Axis axis = axisOfGates();
    paintHead();
    for (const Tick& tick : numberTicks(axis, 34)) {
      const float x = std::round(axis.at(tick.value));
      m_builder.box({x, rowsTop(), 1, rowsBottom() - rowsTop()}, theme().grid);
      m_builder.text({x - 20, rowsBottom() + 1, 40, 14}, tick.text, theme().text2, smallFont, Align::Center);
    }
    const float mean = std::round(axis.at(gate.mean)) + 0.5F;
    m_builder.line({mean, rowsTop()}, {mean, rowsBottom()}, theme().mid, 1, true);
    m_builder.text({std::clamp(mean - 50, m_axis.left - 20, width() - 156), 3, 100, 16},
                   tr("all %1", {probability(gate.mean)}), theme().text2, smallFont, Align::Center);
    for (std::size_t i = 0; i < gate.contexts.size(); ++i) paintContext(i, axis);
    m_builder.text(
        {12, rowsBottom() + 16, width() - 24, 15},
        tr("Standard deviation of the gate %1. The gate is not the copy share", {probability(gate.deviation)}),
        theme().text2, smallFont);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] Axis axisOfGates() const {
    double low = m_input.gate->mean, high = low;
    for (const GateContext& context : m_input.gate->contexts)
      for (const double value : {context.gate.mean, context.gate.low, context.gate.high}) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    const double room = std::max(0.01, 0.05 * (high - low));
    return {std::max(0.0, low - room), std::min(1.0, high + room), m_axis.left, m_axis.left + m_axis.width};
  }

  void paintHead() {
    const Rect head{0, 3, width(), 16};
    const auto title = [&](const CellColumn& column, const std::string& text, Align align) {
      if (column.width > 0) m_builder.text(column.at(head), text, theme().text2, smallFont, align);
    };
    title(m_by.width > 0 ? m_by : m_value, tr("Context"), Align::Left);
    title(m_n, tr("n"), Align::Right);
    title(m_users, tr("users"), Align::Right);
    m_builder.text({width() - 56, 3, 48, 16}, tr("mean"), theme().text2, smallFont, Align::Right);
  }

  void paintContext(std::size_t index, const Axis& axis) {
    const GateContext& context = m_input.gate->contexts[index];
    const Rect area = row(index);
    const bool begins = index == 0 || m_input.gate->contexts[index - 1].by != context.by;
    if (begins && index > 0) rule(area.y, theme().line, 8);
    const std::string title = contextTitle(context.by);
    if (begins && m_by.width > 0) m_builder.text(m_by.at(area), title, theme().text2, smallFont);
    m_builder.text(m_value.at(area), tr(context.value), theme().text, mediumFont);
    if (m_n.width > 10) m_builder.text(m_n.at(area), grouped(context.gate.n), theme().text2, smallFont, Align::Right);
    if (m_users.width > 0)
      m_builder.text(m_users.at(area), std::to_string(context.users), theme().text2, smallFont, Align::Right);
    const float middle = std::round(area.y + area.height / 2);
    if (context.gate.hasInterval())
      interval(axis.at(context.gate.low), axis.at(context.gate.high), middle, theme().solid);
    m_builder.circle({axis.at(context.gate.mean), middle}, 3.5F, theme().solid);
    m_builder.text({width() - 56, area.y, 48, area.height}, probability(context.gate.mean), theme().text, mediumFont,
                   Align::Right);
    filterHit(m_builder, area,
              tr("%1, %2: %3 of %4, mean gate %5, %6",
                 {title, tr(context.value), countText(context.gate.n, "sample", "samples"),
                  countText(context.users, "user", "users"), exactText(context.gate.mean),
                  intervalText(context.gate, context.users)}),
              exactText(context.gate.mean), context.filter);
  }

  void describe() {
    const GateProfile& gate = *m_input.gate;
    m_scene.caption = tr("mean and 95 % by user, %1", {modelScope(m_input)});
    m_scene.captionRight = tr("mean %1", {probability(gate.mean)});
    const auto highest = std::ranges::max_element(gate.contexts, {}, [](const auto& one) { return one.gate.mean; });
    const auto lowest = std::ranges::min_element(gate.contexts, {}, [](const auto& one) { return one.gate.mean; });
    m_scene.summary = tr("Gate over %1: mean %2, standard deviation %3. Highest for %4 (%5), lowest for %6 (%7).",
                         {m_input.scope, probability(gate.mean), probability(gate.deviation),
                          contextTitle(highest->by) + " " + tr(highest->value), probability(highest->gate.mean),
                          contextTitle(lowest->by) + " " + tr(lowest->value), probability(lowest->gate.mean)});
    m_scene.table.columns = {"by", "value", "samples", "users", "mean", "low", "high"};
    for (const GateContext& context : gate.contexts)
      m_scene.table.add(context.by, context.value, context.gate.n, context.users, context.gate.mean, context.gate.low,
                        context.gate.high);
  }

  const DatasetInput& m_input;
  CellColumn m_by, m_value, m_n, m_users, m_axis;
};

}  // namespace

ViewContent gateByContextContent(const DatasetInput& input, const Canvas& canvas) {
  const bool has = input.model && input.model->capabilities.gate;
  const std::string lacks = input.model ? tr("%1 has no gate", {input.model->title}) : std::string();
  DatasetInput asked = input;
  // The gate is of the outcomes, which come with the background pass.
  static const ModelProfile nothing;
  asked.read = &nothing;
  if (auto empty = nothingRead(asked, has, lacks)) return *empty;
  if (!input.gate || input.gate->contexts.empty()) return EmptyState{.title = tr("Nothing evaluated yet")};
  return GateContextPainter(input, canvas).paint();
}

}  // namespace sojourn::present
