// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how the prediction follows one feature of a visit over its range.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "model/core/translation.h"
#include "model/data/dataset/sequence.h"
#include "views/present/chart/axis.h"
#include "views/present/chart/chart.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/what_if/what_if_text.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

constexpr float left = 46, top = 26, ribbonGap = 10, ribbonHeight = 8, tickHeight = 18, lineHeight = 16;
constexpr float gateHeight = 60, countHeight = 26, gap = 10, mostLabelWidth = 110;
constexpr std::size_t mostLines = 4;

class FeatureSweepPainter {
 public:
  FeatureSweepPainter(const FeatureSweepInput& input, const Canvas& canvas)
      : m_input(input), m_context(input.sample), m_sweep(*input.sweep), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    orderPoints();
    chooseLines();
    layOut(canvas.size);
  }

  Scene paint() {
    paintProbabilities();
    paintRibbon();
    paintTicks();
    if (m_hasGate) paintGate();
    paintCounts();
    paintMarks();
    paintSentences();
    addHits();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] std::size_t count() const { return m_sweep.points.size(); }
  /// The point that stands at the k-th place from the left.
  [[nodiscard]] const FeatureSweepPoint& pointAt(std::size_t k) const { return m_sweep.points[m_order[k]]; }
  [[nodiscard]] float xAt(std::size_t k) const {
    return m_plot.x + m_plot.width * static_cast<float>(k) / static_cast<float>(count());
  }
  [[nodiscard]] float middleOf(std::size_t k) const { return xAt(k) + binWidth() / 2; }
  [[nodiscard]] std::string nameOf(std::size_t candidate) const {
    return placeText(m_context, m_sweep.candidates[candidate]);
  }
  [[nodiscard]] float binWidth() const { return m_plot.width / static_cast<float>(count()); }
  [[nodiscard]] std::optional<std::size_t> placeOf(std::optional<std::size_t> point) const {
    if (!point) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::find(m_order, *point) - m_order.begin());
  }

  /// Values that have no order stand by the first candidate's probability, so that a line says something.
  void orderPoints() {
    m_order = shownSweepOrder(m_context, m_sweep);
    if (!isOrderedSweep(m_sweep.feature) && !m_sweep.candidates.empty())
      std::ranges::stable_sort(m_order, std::greater<>(), [&](std::size_t point) { return m_sweep.at(point, 0); });
  }

  /// The candidates that rise highest anywhere.
  void chooseLines() {
    std::vector<float> highest(m_sweep.candidates.size(), 0);
    for (std::size_t k = 0; k < count(); ++k)
      for (std::size_t c = 0; c < highest.size(); ++c) highest[c] = std::max(highest[c], m_sweep.at(k, c));
    m_lines.resize(highest.size());
    std::iota(m_lines.begin(), m_lines.end(), std::size_t{0});
    std::ranges::stable_sort(m_lines, std::greater<>(), [&](std::size_t c) { return highest[c]; });
    m_lines.resize(std::min(m_lines.size(), mostLines));
    m_most = m_lines.empty() ? 1 : highest[m_lines.front()];
    m_hasGate =
        std::ranges::any_of(m_sweep.points, [](const FeatureSweepPoint& point) { return !std::isnan(point.gate); });
  }

  void layOut(Size canvas) {
    float labels = m_hasGate ? m_builder.width(tr("Gate"), mediumBoldFont) : 0;
    for (const std::size_t line : m_lines) labels = std::max(labels, m_builder.width(nameOf(line), mediumBoldFont));
    m_labelWidth = std::min(labels, mostLabelWidth);
    m_sentences = sweepSentences(m_context, m_sweep, m_lines);
    m_shown = m_sentences;
    if (!m_input.outdated)
      m_shown.push_back(tr("Click a %1 to apply it as an edit", {tr(sweepUnit(m_sweep.feature).one)}));
    const float width = std::max(canvas.width - left - m_labelWidth - 14, 60.0F);
    float lines = 0;
    for (const std::string& sentence : m_shown)
      lines += static_cast<float>(wrapText(m_builder, sentence, textFont, canvas.width - 24).size());
    const float below = ribbonGap + ribbonHeight + tickHeight + (m_hasGate ? gateHeight + gap : 0) + countHeight + gap +
                        lines * lineHeight + 12;
    const float height = std::max(canvas.height - top - below, 90.0F);
    m_plot = {left, top, width, height};
    m_scene.contentSize = {canvas.width, std::max(canvas.height, top + height + below)};
    m_ribbon = {left, m_plot.bottom() + ribbonGap, width, ribbonHeight};
    float y = m_ribbon.bottom() + tickHeight;
    if (m_hasGate) {
      m_gate = {left, y + gap, width, gateHeight};
      y = m_gate.bottom();
    }
    m_counts = {left, y + gap, width, countHeight};
    m_sentencesTop = m_counts.bottom() + 8;
    // At least up to a fifth, so that noise looks like noise.
    m_axis = Axis(0, std::max(0.2, std::min(1.0, std::ceil(m_most * 10.0 + 0.3) / 10)), m_plot.bottom(), m_plot.y);
  }

  /// A chart over the values' bins: one unit of x each.
  [[nodiscard]] Chart chartIn(const Rect& plot, double low, double high) const {
    return {.plot = plot,
            .x = {.from = 0, .to = static_cast<double>(count())},
            .y = {.from = low, .to = high, .grid = theme().grid},
            .tickColor = theme().text2,
            .besideRoom = m_labelWidth + 4,
            .zoom = ChartZoom::X};
  }

  /// Values that could not have happened lie on a grey ground.
  [[nodiscard]] std::vector<ChartBand> impossible() const {
    std::vector<ChartBand> bands;
    for (std::size_t k = 0; k < count(); ++k) {
      if (!pointAt(k).impossible) continue;
      const auto at = static_cast<double>(k);
      if (bands.empty() || bands.back().to < at) bands.push_back({at, at, theme().track});
      bands.back().to = at + 1;
    }
    return bands;
  }

  [[nodiscard]] Color colorOf(LocationId location) const {
    const Swatch swatch = swatchOf(m_context, location);
    if (!swatch.color) return theme().mid;
    // Sky and yellow are too pale for a thin line on white.
    return theme().dark ? *swatch.color : edgeOf(*swatch.color);
  }

  template <class ValueAt>
  [[nodiscard]] ChartSeries steps(const ValueAt& valueAt, Color color, bool dashed = false) const {
    ChartSeries series{.kind = SeriesKind::Step, .color = color, .width = 1.4F, .dashed = dashed};
    for (std::size_t k = 0; k <= count(); ++k) {
      series.x.push_back(static_cast<double>(k));
      series.y.push_back(valueAt(m_order[std::min(k, count() - 1)]));
    }
    return series;
  }

  void paintProbabilities() {
    Chart chart = chartIn(m_plot, m_axis.from(), m_axis.to());
    chart.bands = impossible();
    chart.y.ticks = numberTicks(m_axis, 34);
    if (!chart.y.ticks.empty()) chart.y.ticks.back().text = tr("P %1", {chart.y.ticks.back().text});
    for (std::size_t k = m_lines.size(); k-- > 0;) {
      const std::size_t c = m_lines[k];
      // Places beyond the fifth share one grey: dashes tell them from a first one of it.
      const bool grey = !swatchOf(m_context, m_sweep.candidates[c]).color;
      chart.series.push_back(
          steps([&](std::size_t point) { return double{m_sweep.at(point, c)}; }, colorOf(m_sweep.candidates[c]), grey));
      chart.series.back().beside = ChartName{nameOf(c), theme().text, mediumBoldFont};
    }
    m_chart = addChart(m_scene, m_builder, std::move(chart));
  }

  void paintRibbon() {
    m_builder.text({0, m_ribbon.y - 3, left - 6, 14}, tr("first"), theme().text2, smallFont, Align::Right);
    const OnChart marks(m_scene, m_chart);
    for (std::size_t k = 0; k < count();) {
      const LocationId first = pointAt(k).first;
      std::size_t end = k;
      while (end < count() && pointAt(end).first == first) ++end;
      m_builder.placeFill({xAt(k), m_ribbon.y, xAt(end) - xAt(k), m_ribbon.height}, swatchOf(m_context, first));
      k = end;
    }
  }

  /// What stands below the bin of a value; empty where it gets none.
  [[nodiscard]] std::string tickText(std::size_t k) const {
    const std::int32_t value = pointAt(k).value;
    const ShownStart shown = shownSweepStart(m_context, m_sweep, value);
    switch (m_sweep.feature) {
      case SweepFeature::Start: {
        const int beyond = shown.minute % (m_plot.width > 260 ? 180 : 360);
        return beyond < minutesPerTimeSlot ? clockText(shown.minute - beyond).substr(0, 2) : "";
      }
      case SweepFeature::Day:
      case SweepFeature::Recency:
        return std::to_string(shown.daysAgo);
      case SweepFeature::Weekday:
        return weekdayText(shown.weekday);
      case SweepFeature::Duration:
        return value % 16 == 0 ? std::to_string(value / 2) + " h" : "";
      case SweepFeature::Location:
      case SweepFeature::User:
        break;
    }
    return "";
  }

  void paintTicks() {
    const float y = m_ribbon.bottom() + 2;
    const bool wide = m_sweep.feature == SweepFeature::Day || m_sweep.feature == SweepFeature::Recency ||
                      m_sweep.feature == SweepFeature::Weekday;
    std::optional<OnChart> marks(std::in_place, m_scene, m_chart);
    for (std::size_t k = 0; k < count(); ++k) {
      const std::string text = tickText(k);
      if (text.empty()) continue;
      const float x = wide ? middleOf(k) : xAt(k);
      m_builder.text({x - 20, y, 40, 14}, text, theme().text2, smallFont, Align::Center);
    }
    marks.reset();
    if (isOrderedSweep(m_sweep.feature)) return;
    const std::string by = m_sweep.candidates.empty() ? tr("by number") : tr("by P(%1), highest first", {nameOf(0)});
    const SweepUnit unit = sweepUnit(m_sweep.feature);
    m_builder.text({m_plot.x, y, m_plot.width, 14}, countText(count(), unit.one, unit.many) + ", " + by, theme().text2,
                   smallFont);
  }

  void paintGate() {
    const auto range = std::ranges::minmax(m_sweep.points, {}, &FeatureSweepPoint::gate);
    // The whole of 0 to 1 where it moves much, else a half or a fifth of it, rounded outwards and written.
    const double step = range.max.gate - range.min.gate > 0.4F ? 0.5 : 0.25;
    const double low = std::floor(range.min.gate / step) * step;
    const double high = std::max(low + step, std::ceil(range.max.gate / step) * step);
    Chart chart = chartIn(m_gate, low, high);
    for (const double value : {low, (low + high) / 2, high}) chart.y.ticks.push_back({value, fixedText(value, 2)});
    chart.series = {steps([&](std::size_t point) { return double{m_sweep.points[point].gate}; }, theme().solid)};
    chart.series.front().beside = ChartName{tr("Gate"), theme().text, mediumBoldFont};
    addChart(m_scene, m_builder, std::move(chart));
  }

  /// Square roots, so that what was rarely seen still shows beside what was seen all the time.
  void paintCounts() {
    std::size_t most = 1;
    for (const FeatureSweepPoint& point : m_sweep.points) most = std::max(most, point.trained);
    Chart chart = chartIn(m_counts, 0, std::sqrt(static_cast<double>(most)));
    ChartSeries bars{.kind = SeriesKind::Bars, .name = tr("seen in training"), .color = theme().pale};
    for (std::size_t k = 0; k < count(); ++k) {
      bars.x.push_back(static_cast<double>(k));
      bars.y.push_back(std::sqrt(static_cast<double>(pointAt(k).trained)));
    }
    chart.series = {std::move(bars)};
    chart.markers = {{.vertical = false, .at = 0, .color = theme().line}};
    addChart(m_scene, m_builder, std::move(chart));
    m_builder.text({0, m_counts.bottom() - 14, left - 6, 14}, tr("seen"), theme().text2, smallFont, Align::Right);
    m_builder.text({m_counts.right() + 6, m_counts.bottom() - 14, m_labelWidth + 4, 14}, grouped(most), theme().text2,
                   smallFont);
  }

  void paintMarks() {
    const auto now = placeOf(m_sweep.present);
    auto recorded = placeOf(m_input.recorded);
    if (recorded == now) recorded.reset();
    const float bottom = m_hasGate ? m_gate.bottom() : m_plot.bottom();
    const OnChart marks(m_scene, m_chart);
    const auto mark = [&](std::size_t k, Color color, float width, bool dashed) {
      m_builder.line({middleOf(k), m_plot.y - 4}, {middleOf(k), bottom}, color, width, dashed);
    };
    if (recorded) mark(*recorded, theme().text2, 1.2F, true);
    if (!now) return;
    mark(*now, theme().accent, 1.4F, false);
    for (const std::size_t c : m_lines)
      m_builder.circle({middleOf(*now), m_axis.at(double{m_sweep.at(*m_sweep.present, c)})}, 3,
                       colorOf(m_sweep.candidates[c]), theme().panel);
    nameMarks(*now, recorded);
  }

  void nameMarks(std::size_t now, std::optional<std::size_t> recorded) {
    const auto widthOf = [&](const std::string& text, Font font, float room) {
      return std::min(m_builder.width(text, font) + 2, room);
    };
    const std::string nowText = (recorded ? tr("now ") : "") + shortSweepValue(m_context, m_sweep, pointAt(now).value);
    const float nowX = middleOf(now), right = m_scene.size.width - 4;
    if (!recorded) {
      const float width = widthOf(nowText, mediumBoldFont, right - 4);
      m_builder.text({std::clamp(nowX - width / 2, 4.0F, right - width), 4, width, 14}, nowText, theme().accent,
                     mediumBoldFont);
      return;
    }
    // Each on its own side, away from the other.
    const std::string then = tr("recorded %1", {shortSweepValue(m_context, m_sweep, pointAt(*recorded).value)});
    const float thenX = middleOf(*recorded), room = right - 13;
    const float nowWidth = widthOf(nowText, mediumBoldFont, room / 2);
    const float thenWidth = widthOf(then, mediumFont, room - nowWidth);
    const bool thenLeft = thenX < nowX;
    const float leftWidth = thenLeft ? thenWidth : nowWidth, rightWidth = thenLeft ? nowWidth : thenWidth;
    const float leftX =
        std::clamp((thenLeft ? thenX : nowX) - leftWidth - 3, 4.0F, std::max(4.0F, right - leftWidth - rightWidth - 8));
    const float rightX = std::clamp((thenLeft ? nowX : thenX) + 3, leftX + leftWidth + 8, right - rightWidth);
    m_builder.text({thenLeft ? leftX : rightX, 4, thenWidth, 14}, then, theme().text2, mediumFont);
    m_builder.text({thenLeft ? rightX : leftX, 4, nowWidth, 14}, nowText, theme().accent, mediumBoldFont);
  }

  void paintSentences() {
    float y = m_sentencesTop;
    for (const std::string& sentence : m_shown)
      y = paintLines(m_builder, {12, y}, m_scene.size.width - 24, sentence, theme().text2, textFont, lineHeight);
  }

  void addHits() {
    for (std::size_t k = 0; k < count(); ++k) {
      const FeatureSweepPoint& point = pointAt(k);
      std::string label = sweepValueText(m_context, m_sweep, point.value) + ": ";
      for (const std::size_t c : m_lines) label += nameOf(c) + " " + probability(m_sweep.at(m_order[k], c)) + ", ";
      label += tr("%1 is first", {placeText(m_context, point.first)});
      if (!std::isnan(point.gate)) label += tr(", gate %1", {probability(point.gate)});
      label += tr(", entropy %1, %2%3",
                  {fixedText(point.entropy, 2), grouped(point.trained),
                   m_sweep.feature == SweepFeature::User ? tr(" training sequences") : tr(" training visits")});
      if (point.impossible) label += tr("; not physically possible");
      HitArea& hit = m_builder.hit({xAt(k), m_plot.y, binWidth(), m_counts.bottom() - m_plot.y}, {}, std::move(label),
                                   m_lines.empty() ? "" : exactText(m_sweep.at(m_order[k], m_lines.front())));
      if (m_input.outdated) continue;
      hit.action = ApplySweep{point.value};
      hit.preview = PreviewSweep{point.value};
    }
  }

  void describe() {
    m_scene.caption = tr("%1, all other visits unchanged", {scopeText(m_context)});
    m_scene.captionRight = tr("%1 sequences, %2 ms", {grouped(count()), fixedText(m_input.seconds * 1000, 0)});
    m_scene.summary = tr("Feature sweep of %1, %2.", {visitText(m_context, m_sweep.visit), scopeText(m_context)});
    for (const std::string& sentence : m_sentences) m_scene.summary += " " + sentence;
    m_scene.table.columns = {"value", "label", "first", "P first"};
    for (const LocationId candidate : m_sweep.candidates)
      m_scene.table.columns.push_back("P " + placeText(m_context, candidate));
    for (const char* column : {"gate", "entropy", "training count", "impossible"})
      m_scene.table.columns.emplace_back(column);
    for (const std::size_t k : isOrderedSweep(m_sweep.feature) ? m_order : shownSweepOrder(m_context, m_sweep)) {
      const FeatureSweepPoint& point = m_sweep.points[k];
      m_scene.table.add(point.value, sweepValueText(m_context, m_sweep, point.value), placeText(m_context, point.first),
                        point.firstProbability);
      for (std::size_t c = 0; c < m_sweep.candidates.size(); ++c) m_scene.table.extend(m_sweep.at(k, c));
      m_scene.table.extend(point.gate, point.entropy, point.trained, point.impossible ? "yes" : "no");
    }
  }

  const FeatureSweepInput& m_input;
  const SampleContext& m_context;
  const FeatureSweep& m_sweep;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<std::size_t> m_order;  ///< points from left to right
  std::vector<std::size_t> m_lines;  ///< candidates drawn, the highest first
  std::vector<std::string> m_sentences;
  std::vector<std::string> m_shown;  ///< and what a click does
  float m_most = 1, m_labelWidth = 0, m_sentencesTop = 0;
  bool m_hasGate = false;
  std::size_t m_chart = 0;  ///< the place of the probabilities' shape
  Rect m_plot, m_ribbon, m_gate, m_counts;
  Axis m_axis;
};

}  // namespace

ViewContent featureSweepContent(const FeatureSweepInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  const bool there = input.sweep && !input.sweep->points.empty() && !input.sweep->candidates.empty() &&
                     input.sweep->visit < input.sample.inspection->sequence.visits.size();
  if (!there) return EmptyState{.title = tr("Computing the feature sweep")};
  return FeatureSweepPainter(input, canvas).paint();
}

}  // namespace sojourn::present
