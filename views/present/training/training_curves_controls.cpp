// SPDX-License-Identifier: GPL-3.0-or-later
// The row of controls above the Training curves, and what they are set to as one line of text.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>

#include "model/core/translation.h"
#include "views/present/chart/smoothing.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/training/training_curves.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr float controlHeight = 24;
constexpr Font controlFont{.size = 11.5F, .weight = Weight::Medium};
constexpr Font labelFont{.size = 11.5F};

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
    m_builder.text({at.x, at.y, width, controlHeight}, text, m_builder.theme().text2, labelFont);
  }

  /// A word and what can be chosen.
  void paintChoice(const std::string& text, float label, std::span<const Segment> segments, std::size_t chosen) {
    const Point at = place(label + segmentedWidth(m_builder, segments, controlFont));
    word(at, label, text);
    paintSegmented(m_builder, m_all.scene, {at.x + label, at.y}, controlHeight, segments, chosen, controlFont);
  }
  [[nodiscard]] float labelWidth(const std::string& text) const {
    return std::ceil(m_builder.width(text, labelFont)) + 8;
  }

  void paintX() {
    const auto segment = [](CurveX x, const std::string& text, const std::string& description) {
      return Segment{text, SetCurveX{x}, description};
    };
    paintChoice(
        "x", 14,
        std::array{
            segment(CurveX::Epoch, tr("Epoch"), tr("x axis: epochs, with steps evenly spaced between them")),
            segment(CurveX::Step, tr("Step"), tr("x axis: optimizer steps")),
            segment(CurveX::WallTime, tr("Wall time"), tr("x axis: time of day, UTC")),
            segment(CurveX::Relative, tr("Relative"), tr("x axis: time since each run's start, pauses included"))},
        static_cast<std::size_t>(m_all.options.x));
  }

  /// "Smoothing − 0.6 +": the steps of a ladder that is finer where the curve changes more.
  void paintSmoothing() {
    constexpr std::array ladder{0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98, strongestSmoothing};
    const double now = std::clamp(m_all.options.smoothing, 0.0, strongestSmoothing);
    const auto above = std::ranges::upper_bound(ladder, now + 1e-9);
    const auto from = std::ranges::lower_bound(ladder, now - 1e-9);
    const float label = labelWidth(tr("Smoothing"));
    constexpr float button = 24, value = 40;
    const Point at = place(label + 2 * button + value);
    word(at, label, tr("Smoothing"));
    float x = at.x + label;
    paintStep({x, at.y, button, controlHeight}, "\u2212", tr("Smooth less"),
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
    paintStep({x, at.y, button, controlHeight}, "+", tr("Smooth more"),
              above == ladder.end() ? std::nullopt : std::optional(*above));
  }

  /// Without a value it can go to, it stays as a disabled button.
  void paintStep(Rect rect, const char* sign, const std::string& label, std::optional<double> value) {
    HitArea& hit = paintButton(rect, sign, value ? m_builder.theme().text : m_builder.theme().text3,
                               {.size = 12, .weight = Weight::Medium},
                               value ? label + ": " + exactText(*value) : tr("%1: limit reached", {label}));
    if (value) hit.action = SetSmoothing{*value};
  }

  HitArea& paintButton(Rect rect, const std::string& text, Color ink, Font font, const std::string& label) {
    const ControlScope control(m_all.scene);
    m_builder.frame(rect, m_builder.theme().border, 1, 4, m_builder.theme().field);
    m_builder.text(rect, text, ink, font, Align::Center);
    return m_builder.hit(rect, {}, label);
  }

  void paintLog() {
    paintChoice(tr("Log loss"), labelWidth(tr("Log loss")),
                std::array{Segment{tr("off"), SetLogLoss{false}, tr("Losses on a linear axis")},
                           Segment{tr("on"), SetLogLoss{true}, tr("Losses on a logarithmic axis")}},
                m_all.options.logarithmicLoss ? 1 : 0);
  }

  void paintSeeds() {
    paintChoice(
        tr("Seeds"), labelWidth(tr("Seeds")),
        std::array{
            Segment{tr("Band"), SetSeedCurves{SeedCurves::Band},
                    tr("Seeds of one configuration as their mean and a band from the lowest to the highest")},
            Segment{tr("Lines"), SetSeedCurves{SeedCurves::Lines}, tr("Mean and band, with each seed as a thin line")},
            Segment{tr("Single"), SetSeedCurves{SeedCurves::Single}, tr("Each seed as its own curve")}},
        !m_all.options.grouped    ? 2
        : m_all.options.seedLines ? 1
                                  : 0);
  }

  /// Which metrics, in which order.
  void paintPanels() {
    const float width = std::ceil(m_builder.width(tr("Panels\u2026"), controlFont)) + 20;
    const Point at = place(width);
    paintButton({at.x, at.y, width, controlHeight}, tr("Panels\u2026"), m_builder.theme().text, controlFont,
                tr("Choose which panels are shown, and their order"))
        .action = PickPanels{};
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

namespace {

constexpr std::size_t mostRuns = 200;

std::string encoded(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const char letter : name) {
    const auto code = static_cast<unsigned char>(letter);
    const bool plain = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') ||
                       std::string_view("-_./").find(letter) != std::string_view::npos;
    if (plain)
      text += letter;
    else
      text += {'%', digits[code >> 4], digits[code & 15]};
  }
  return text;
}

std::string decoded(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const bool isCode = text[i] == '%' && i + 2 < text.size() &&
                        std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3;
    name += isCode ? static_cast<char>(code) : text[i];
    if (isCode) i += 2;
  }
  return name;
}

void eachPart(std::string_view text, char separator, const std::function<void(std::string_view)>& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Each once; unknown names are left out.
std::vector<CurveMetric> metricsNamed(const std::vector<std::string>& names) {
  std::vector<CurveMetric> metrics;
  for (const std::string& name : names) {
    const auto metric = curveMetricNamed(name);
    if (metric && std::ranges::find(metrics, *metric) == metrics.end()) metrics.push_back(*metric);
  }
  return metrics;
}

void take(CurveState& state, std::string_view key, std::string_view value) {
  CurveOptions& options = state.options;
  if (key == "x") options.x = curveXNamed(value).value_or(options.x);
  if (key == "smoothing")
    options.smoothing = std::clamp(numberIn(value).value_or(options.smoothing), 0.0, strongestSmoothing);
  if (key == "log") options.logarithmicLoss = value == "on";
  if (key == "seeds") options.grouped = value != "single", options.seedLines = value != "band";
  if (key == "enlarged") options.enlarged = curveMetricNamed(decoded(value));
  if (key == "cursor") options.cursor = numberIn(value);
  if (key == "range") {
    const std::size_t comma = std::min(value.find(','), value.size());
    const auto from = numberIn(value.substr(0, comma));
    const auto to = numberIn(value.substr(std::min(comma + 1, value.size())));
    if (from && to && *from < *to) options.visible = CurveRange{.from = *from, .to = *to};
  }
  if (key == "panels") {
    std::vector<std::string> names;
    eachPart(value, ',', [&](std::string_view name) { names.push_back(decoded(name)); });
    if (std::vector<CurveMetric> shown = metricsNamed(names); !shown.empty()) options.shown = std::move(shown);
  }
  if (key == "runs") {
    eachPart(value, ',', [&](std::string_view name) {
      if (state.runs.size() < mostRuns) state.runs.push_back(decoded(name));
    });
  }
}

}  // namespace

KeptCurves keptCurves(const CurveOptions& options) {
  KeptCurves kept{.x = std::string(curveXName(options.x)),
                  .smoothing = options.smoothing,
                  .logarithmicLoss = options.logarithmicLoss,
                  .grouped = options.grouped,
                  .seedLines = options.seedLines};
  if (options.shown == usualCurveMetrics()) return kept;
  for (const CurveMetric metric : options.shown) kept.panels.emplace_back(curveMetricName(metric));
  return kept;
}

CurveOptions curveOptionsOf(const KeptCurves& kept) {
  CurveOptions options{.grouped = kept.grouped, .seedLines = kept.seedLines};
  options.x = curveXNamed(kept.x).value_or(options.x);
  options.smoothing =
      std::isfinite(kept.smoothing) ? std::clamp(kept.smoothing, 0.0, strongestSmoothing) : usualSmoothing;
  options.logarithmicLoss = kept.logarithmicLoss;
  if (std::vector<CurveMetric> shown = metricsNamed(kept.panels); !shown.empty()) options.shown = std::move(shown);
  return options;
}

std::string curveStateText(const CurveState& state) {
  const CurveOptions& options = state.options;
  std::string text = "x=" + std::string(curveXName(options.x)) + " smoothing=" + fullNumber(options.smoothing) +
                     " log=" + (options.logarithmicLoss ? "on" : "off") + " seeds=" +
                     (!options.grouped    ? "single"
                      : options.seedLines ? "lines"
                                          : "band") +
                     " panels=";
  for (const CurveMetric metric : options.shown)
    text += (metric == options.shown.front() ? "" : ",") + encoded(curveMetricName(metric));
  if (options.enlarged) text += " enlarged=" + encoded(curveMetricName(*options.enlarged));
  if (options.cursor) text += " cursor=" + fullNumber(*options.cursor);
  if (options.visible) text += " range=" + fullNumber(options.visible->from) + "," + fullNumber(options.visible->to);
  for (std::size_t i = 0; i < state.runs.size(); ++i) text += (i == 0 ? " runs=" : ",") + encoded(state.runs[i]);
  return text;
}

CurveState curveStateFrom(std::string_view text) {
  CurveState state;
  state.options.smoothing = usualSmoothing;
  state.options.grouped = true;
  eachPart(text, ' ', [&](std::string_view word) {
    const std::size_t sign = word.find('=');
    if (sign != std::string_view::npos) take(state, word.substr(0, sign), word.substr(sign + 1));
  });
  return state;
}

}  // namespace sojourn::present
