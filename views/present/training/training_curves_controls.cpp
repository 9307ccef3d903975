// SPDX-License-Identifier: GPL-3.0-or-later
// The row of controls above the Training curves.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "model/core/translation.h"
#include "views/present/chart/smoothing.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr float controlHeight = 24;
constexpr Font controlFont{.size = 11.5F, .weight = Weight::Medium};
constexpr Font wordFont{.size = 11.5F};

/// Breaks where the width ends.
class Controls {
 public:
  Controls(const CurveScene& all, float width) : m_all(all), m_builder(all.builder), m_right(width - curvePadding) {}

  /// Returns the bottom of the last line.
  float paint() {
    paintX();
    paintSmoothing();
    paintLog();
    if (hasSeedGroups(m_all.runs)) paintSeeds();
    paintPanels();
    return m_y + controlHeight;
  }

 private:
  /// Where a group of that width begins.
  Point place(float width) {
    if (m_x > curvePadding && m_x + width > m_right) {
      m_x = curvePadding;
      m_y += controlHeight + 4;
    }
    const Point at{m_x, m_y};
    m_x += width + 24;
    return at;
  }

  void word(Point at, float width, const std::string& text) {
    m_builder.text({at.x, at.y, width, controlHeight}, text, m_builder.theme().text2, wordFont);
  }

  void paintX() {
    const std::array<Segment, 4> segments{
        Segment{tr("Epoch"), std::string(curveXName(CurveX::Epoch)),
                tr("x axis: epochs, with steps evenly spaced between them")},
        Segment{tr("Step"), std::string(curveXName(CurveX::Step)), tr("x axis: optimizer steps")},
        Segment{tr("Wall time"), std::string(curveXName(CurveX::WallTime)), tr("x axis: time of day, UTC")},
        Segment{tr("Relative"), std::string(curveXName(CurveX::Relative)),
                tr("x axis: time since each run's start, pauses included")}};
    constexpr float label = 14;
    const Point at = place(label + segmentedWidth(m_builder, segments, controlFont));
    word(at, label, "x");
    paintSegmented(m_builder, m_all.scene, {at.x + label, at.y}, controlHeight, segments,
                   static_cast<std::size_t>(m_all.options.x), "setX", controlFont);
  }

  /// "Smoothing − 0.6 +": the steps of a ladder that is finer where the curve changes more.
  void paintSmoothing() {
    constexpr std::array ladder{0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98, strongestSmoothing};
    const double now = std::clamp(m_all.options.smoothing, 0.0, strongestSmoothing);
    const auto above = std::ranges::upper_bound(ladder, now + 1e-9);
    const auto from = std::ranges::lower_bound(ladder, now - 1e-9);
    const float label = std::ceil(m_builder.width(tr("Smoothing"), wordFont)) + 8;
    constexpr float button = 24, value = 40;
    const Point at = place(label + 2 * button + value);
    word(at, label, tr("Smoothing"));
    float x = at.x + label;
    paintButton({x, at.y, button, controlHeight}, "\u2212", tr("Smooth less"),
                from == ladder.begin() ? std::nullopt : std::optional(*(from - 1)));
    x += button;
    m_builder.text({x, at.y, value, controlHeight}, now > 0 ? exactText(now) : tr("off"), m_builder.theme().text,
                   controlFont, Align::Center);
    m_builder.hit({x, at.y, value, controlHeight}, {},
                  now > 0
                      ? tr("Exponential smoothing %1 of step series, drawn over the pale raw line", {exactText(now)})
                      : tr("No smoothing"),
                  fullNumber(now));
    x += value;
    paintButton({x, at.y, button, controlHeight}, "+", tr("Smooth more"),
                above == ladder.end() ? std::nullopt : std::optional(*above));
  }

  /// Without a value it can go to, it stays as a disabled button.
  void paintButton(Rect rect, const char* sign, const std::string& label, std::optional<double> value) {
    const Theme& theme = m_builder.theme();
    const ControlScope control(m_all.scene);
    m_builder.frame(rect, theme.border, 1, 4, theme.field);
    m_builder.text(rect, sign, value ? theme.text : theme.text3, {.size = 12, .weight = Weight::Medium}, Align::Center);
    m_builder.hit(rect, {}, value ? label + ": " + exactText(*value) : tr("%1: limit reached", {label}));
    if (value) m_all.scene.hits.back().action = Action{.id = "setSmoothing", .argument = fullNumber(*value)};
  }

  void paintLog() {
    const std::array<Segment, 2> segments{Segment{tr("off"), "off", tr("Losses on a linear axis")},
                                          Segment{tr("on"), "on", tr("Losses on a logarithmic axis")}};
    const float label = std::ceil(m_builder.width(tr("Log loss"), wordFont)) + 8;
    const Point at = place(label + segmentedWidth(m_builder, segments, controlFont));
    word(at, label, tr("Log loss"));
    paintSegmented(m_builder, m_all.scene, {at.x + label, at.y}, controlHeight, segments,
                   m_all.options.logarithmicLoss ? 1 : 0, "setLog", controlFont);
  }

  void paintSeeds() {
    const std::array<Segment, 3> segments{
        Segment{tr("Band"), "band",
                tr("Seeds of one configuration as their mean and a band from the lowest to the highest")},
        Segment{tr("Lines"), "lines", tr("Mean and band, with each seed as a thin line")},
        Segment{tr("Single"), "single", tr("Each seed as its own curve")}};
    const float label = std::ceil(m_builder.width(tr("Seeds"), wordFont)) + 8;
    const Point at = place(label + segmentedWidth(m_builder, segments, controlFont));
    word(at, label, tr("Seeds"));
    const std::size_t chosen = !m_all.options.grouped ? 2 : m_all.options.seedLines ? 1 : 0;
    paintSegmented(m_builder, m_all.scene, {at.x + label, at.y}, controlHeight, segments, chosen, "setSeeds",
                   controlFont);
  }

  /// Which metrics, in which order.
  void paintPanels() {
    const float width = std::ceil(m_builder.width(tr("Panels\u2026"), controlFont)) + 20;
    const Point at = place(width);
    const ControlScope control(m_all.scene);
    m_builder.frame({at.x, at.y, width, controlHeight}, m_builder.theme().border, 1, 4, m_builder.theme().field);
    m_builder.text({at.x, at.y, width, controlHeight}, tr("Panels\u2026"), m_builder.theme().text, controlFont,
                   Align::Center);
    m_builder.hit({at.x, at.y, width, controlHeight}, {}, tr("Choose which panels are shown, and their order"));
    m_all.scene.hits.back().action = Action{.id = "pickPanels", .argument = ""};
  }

  const CurveScene& m_all;
  SceneBuilder& m_builder;
  float m_right;
  float m_x = curvePadding;
  float m_y = 6;
};

}  // namespace

bool hasSeedGroups(std::span<const CurveRun> runs) {
  std::set<std::string> seen;
  return std::ranges::any_of(runs,
                             [&](const CurveRun& run) { return !run.group.empty() && !seen.insert(run.group).second; });
}

float paintCurveControls(const CurveScene& all, float width) {
  return Controls(all, width).paint();
}

}  // namespace sojourn::present
