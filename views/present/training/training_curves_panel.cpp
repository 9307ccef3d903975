// SPDX-License-Identifier: GPL-3.0-or-later
// Describes one panel of the training curves as a chart.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/scene/scene.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr float edgeMark = 4;  ///< half of a mark at the frame's edge

bool isLogarithmic(CurveMetric metric, const CurveOptions& options) {
  const MetricFacts& facts = factsOf(metric);
  return facts.isGradientNorm || metric == CurveMetric::LearningRate || (facts.isLoss && options.logarithmicLoss);
}

/// Marks stand where an epoch's outcome does.
bool marksEpochs(CurveMetric metric) {
  return (!isPerStep(metric) && !isOfSystem(metric)) || metric == CurveMetric::TrainLoss;
}

/// The values that the y axis is to show.
std::vector<SeriesOfRun> shownValues(const CurvePanel& panel) {
  std::vector<SeriesOfRun> runs;
  for (const DrawnSeries& drawn : panel.drawn) {
    std::vector<double>& values = runs.emplace_back().emplace_back();
    const Decimated& shown = drawn.behind ? drawn.foremost() : drawn.thin->raw;
    for (const SeriesPoint& point : shown.points) values.push_back(point.value);
    values.insert(values.end(), drawn.thin->bandLow.begin(), drawn.thin->bandLow.end());
    values.insert(values.end(), drawn.thin->bandHigh.begin(), drawn.thin->bandHigh.end());
  }
  return runs;
}

Axis valueAxis(const CurvePanel& panel, const CurveOptions& options, float top, float bottom) {
  const bool logarithmic = isLogarithmic(panel.metric, options);
  const ValueRange range = axisRange(shownValues(panel), logarithmic, cutEndsOf(panel.metric, logarithmic));
  return {range.low, range.high, bottom, top, logarithmic};
}

/// Between two numbers of the y axis.
float tickGap(const Axis& y) {
  return std::clamp(y.length() / 8, 18.0F, 40.0F);
}

/// The second half of a panel's title: "validation, %".
std::string curveCaption(const CurvePanel& panel) {
  const CurveMetric metric = panel.metric;
  const auto epochOnly =
      std::ranges::count_if(panel.drawn, [](const DrawnSeries& d) { return !d.series().perStep && !d.isGroup(); });
  const auto runs = std::ranges::count_if(panel.drawn, [](const DrawnSeries& d) { return !d.isGroup(); });
  std::string text = tr(factsOf(metric).caption);
  if (metric == CurveMetric::TrainLoss && epochOnly > 0)
    text = epochOnly == runs ? tr("epoch means") : tr("each step, epoch means where steps are missing");
  const bool thinned = std::ranges::any_of(panel.drawn, [](const DrawnSeries& d) {
    return !d.isGroup() && d.series().perStep && d.series().time->history().thinning.until > 0;
  });
  if (thinned) text += tr(", older steps thinned");
  return panel.y.logarithmic() ? tr("%1, log", {text}) : text;
}

/// A line on a panel: the colour mixed with the ground.
constexpr float rawStrength = 0.35F, seedStrength = 0.5F, fewerSeedsStrength = 0.5F;

class PanelPainter {
 public:
  PanelPainter(const CurveScene& all, CurvePanel& panel)
      : m_all(all), m_builder(all.builder), m_panel(panel), m_theme(all.builder.theme()) {}

  void paint() {
    paintTitle();
    m_chart = {.plot = m_panel.plot,
               .x = {.from = m_panel.x.from(), .to = m_panel.x.to(), .ticks = xTicks()},
               .y = {.from = m_panel.y.from(),
                     .to = m_panel.y.to(),
                     .logarithmic = m_panel.y.logarithmic(),
                     .grid = m_theme.grid},
               .tickColor = m_theme.text2};
    if (m_panel.y.logarithmic())
      m_chart.y.ticks = m_panel.yTicks;
    else
      m_chart.y.numbers = ChartNumbers{.gap = tickGap(m_panel.y)};
    for (const DrawnSeries& drawn : m_panel.drawn)
      if (drawn.isGroup()) addBand(drawn);
    for (const DrawnSeries& drawn : m_panel.drawn)
      if (drawn.smoothed && !drawn.behind) addLine(drawn, drawn.thin->raw, drawn.thin->rawX, rawStrength, 1);
    for (const DrawnSeries& drawn : m_panel.drawn)
      if (drawn.behind) addLine(drawn, drawn.foremost(), drawn.foremostX(), seedStrength, 1);
    for (const DrawnSeries& drawn : m_panel.drawn) {
      if (drawn.behind) continue;
      addLine(drawn, drawn.foremost(), drawn.foremostX(), 1, drawn.isGroup() ? 2 : 1.5F);
    }
    for (const DrawnSeries& drawn : m_panel.drawn)
      if (!drawn.behind) addGaps(drawn);
    addChart(m_all.scene, m_builder, std::move(m_chart));
    m_builder.box({m_panel.plot.x, m_panel.plot.bottom(), m_panel.plot.width, 1}, m_theme.line);
    for (const DrawnSeries& drawn : m_panel.drawn) paintNonFinite(drawn);
    if (!marksEpochs(m_panel.metric)) return;
    for (const DrawnSeries& drawn : m_panel.drawn)
      if (!drawn.behind && !drawn.isGroup()) paintMarks(drawn);
  }

 private:
  [[nodiscard]] const CurveRun& runOf(const DrawnSeries& drawn) const { return m_all.runs[drawn.run]; }
  [[nodiscard]] Color colorOf(const DrawnSeries& drawn) const { return runOf(drawn).color; }

  void paintTitle() {
    const std::string title = tr(curveMetricTitle(m_panel.metric));
    const Rect& rect = m_panel.rect;
    const float width = std::min(std::ceil(m_builder.width(title, boldFont)) + 2, rect.width);
    m_builder.text({rect.x, rect.y, width, 16}, title, m_theme.text, boldFont);
    const float rest = rect.width - width - 8;
    if (rest > 30)
      m_builder.text({rect.x + width + 8, rect.y, rest, 16}, curveCaption(m_panel), m_theme.text2, mediumFont);
    const bool large = m_all.options.enlarged.has_value();
    HitArea& hit = m_builder.hit({rect.x, rect.y, rect.width, 18}, {},
                                 large ? tr("Show all metrics") : tr("Show only %1, large", {title}), title);
    hit.action = large ? EnlargeCurve{} : EnlargeCurve{m_panel.metric};
  }

  /// Without a number at the end that would reach into the names beside the plot.
  [[nodiscard]] std::vector<Tick> xTicks() const {
    constexpr float beyond = 8;
    std::vector<Tick> ticks = allXTicks();
    std::erase_if(ticks, [&](const Tick& tick) {
      return m_panel.x.at(tick.value) + m_builder.width(tick.text, chartTickFont) / 2 > m_panel.x.end() + beyond;
    });
    return ticks;
  }

  [[nodiscard]] std::vector<Tick> allXTicks() const {
    const CurveX x = m_all.options.x;
    if (x == CurveX::WallTime) return clockTicks(m_panel.x, 62);
    if (x == CurveX::Relative) return durationTicks(m_panel.x, 54);
    if (x == CurveX::Step) return numberTicks(m_panel.x, 64, true);
    // Within an epoch or two its parts are named, too.
    const bool whole = m_panel.x.to() - m_panel.x.from() > 2;
    return numberTicks(m_panel.x, whole ? 26.0F : 40.0F, whole);
  }

  /// From the lowest to the highest seed.
  void addBand(const DrawnSeries& drawn) {
    m_chart.series.push_back({.kind = SeriesKind::Area,
                              .name = m_all.names[drawn.name],
                              .x = drawn.thin->bandX,
                              .y = drawn.thin->bandHigh,
                              .low = drawn.thin->bandLow,
                              .color = mix(m_theme.panel, colorOf(drawn), 0.22F)});
  }

  /// A group's line is paler where not all of its seeds are there any more; the pieces meet in a point.
  void addLine(const DrawnSeries& drawn, const Decimated& decimated, const std::vector<double>& places, float strength,
               float width) {
    ChartSeries whole{.name = m_all.names[drawn.name],
                      .color = strength < 1 ? mix(m_theme.panel, colorOf(drawn), strength) : colorOf(drawn),
                      .width = width,
                      .dashed = runOf(drawn).dashed,
                      .exits = true};
    ChartSeries fewer = whole;
    fewer.color = mix(m_theme.panel, whole.color, fewerSeedsStrength);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::size_t begin = 0;
    for (const std::size_t end : decimated.pieceEnds) {
      bool isWholeNow = true;
      for (std::size_t i = begin; i < end; ++i) {
        const double x = places[i], y = decimated.points[i].value;
        const bool wholeHere = isWhole(drawn, decimated.points[i].index);
        const auto append = [](ChartSeries& to, double atX, double atY) {
          to.x.push_back(atX);
          to.y.push_back(atY);
        };
        if (i > begin && wholeHere != isWholeNow) append(isWholeNow ? whole : fewer, x, y);
        if (i == begin || wholeHere != isWholeNow) append(wholeHere ? whole : fewer, x, none);
        isWholeNow = wholeHere;
        append(isWholeNow ? whole : fewer, x, y);
      }
      begin = end;
    }
    for (ChartSeries* series : {&whole, &fewer})
      if (!series->y.empty()) m_chart.series.push_back(std::move(*series));
  }

  [[nodiscard]] static bool isWhole(const DrawnSeries& drawn, std::size_t index) {
    const CurveSeries& series = drawn.series();
    return series.seeds == 0 || series.count[index] == series.seeds;
  }

  /// A cross at the bottom edge for NaN and minus infinity, at the top edge for infinity.
  void paintNonFinite(const DrawnSeries& drawn) {
    float lastTop = -100, lastBottom = -100;
    const Decimated& raw = drawn.thin->raw;
    for (std::size_t i = 0; i < raw.nonFinite.size(); ++i) {
      const SeriesPoint& point = raw.nonFinite[i];
      const float x = m_panel.x.at(drawn.thin->nonFiniteX[i]);
      if (x < m_panel.plot.x - 0.5F || x > m_panel.plot.right() + 0.5F) continue;
      const bool top = point.value > 0;
      float& last = top ? lastTop : lastBottom;
      if (std::fabs(x - last) < 2 * edgeMark) continue;
      last = x;
      const float y = nonFiniteHeight(m_panel, point.value);
      constexpr float arm = edgeMark - 1;
      m_builder.line({x - arm, y - arm}, {x + arm, y + arm}, colorOf(drawn), 2);
      m_builder.line({x - arm, y + arm}, {x + arm, y - arm}, colorOf(drawn), 2);
    }
  }

  /// From the last point before each gap in the log to the first one behind it.
  void addGaps(const DrawnSeries& drawn) {
    const CurveSeries& series = drawn.series();
    const Rect& plot = m_panel.plot;
    for (const std::size_t gap : series.gaps) {
      m_chart.gaps.push_back({series.xAt(gap - 1), series.xAt(gap), colorOf(drawn)});
      const float from = std::max(m_panel.x.at(series.xAt(gap - 1)), plot.x);
      const float to = std::min(m_panel.x.at(series.xAt(gap)), plot.right());
      if (to < plot.x || from > plot.right()) continue;
      constexpr float height = 8;
      m_builder.hit(
          {from - 2, plot.bottom() - height, std::max(2.0F, to - from) + 4, height}, {},
          tr("The log of %1 was truncated and has nothing between step %2 and step %3",
             {m_all.names[drawn.name], std::to_string(series.stepAt(gap - 1)), std::to_string(series.stepAt(gap))}),
          tr("Gap in the log"));
    }
  }

  /// A dot at the best epoch, a bar where the early stop ended the run.
  void paintMarks(const DrawnSeries& drawn) {
    const CurveSeries& series = drawn.series();
    const auto place = [&](std::size_t i) {
      return Point{m_panel.x.at(series.xAt(i)), m_panel.y.at(drawn.foremostAt(i))};
    };
    if (stoppedEarly(runOf(drawn))) {
      const Point end = place(series.values.size() - 1);
      if (inside(end)) {
        const float top = std::max(m_panel.plot.y, end.y - 5);
        m_builder.box({end.x - 1, top, 2, std::min(m_panel.plot.bottom(), end.y + 5) - top}, colorOf(drawn));
      }
    }
    const std::optional<std::int64_t> best = m_all.best[drawn.run];
    if (!best) return;
    const auto all = std::views::iota(std::size_t{0}, series.values.size());
    const auto after = std::ranges::partition_point(all, [&](std::size_t i) { return series.epochAt(i) <= *best; });
    if (after == all.begin() || series.epochAt(*(after - 1)) != *best) return;
    const Point dot = place(*(after - 1));
    if (inside(dot)) m_builder.circle(dot, 3.5F, colorOf(drawn), m_theme.panel);
  }

  [[nodiscard]] bool inside(Point p) const {
    const Rect& plot = m_panel.plot;
    return p.x >= plot.x - 0.5F && p.x <= plot.right() + 0.5F && p.y >= plot.y && p.y <= plot.bottom();
  }

  const CurveScene& m_all;
  SceneBuilder& m_builder;
  CurvePanel& m_panel;
  const Theme& m_theme;
  Chart m_chart;
};

}  // namespace

bool canBeSmoothed(const CurveSeries& series, CurveMetric metric) {
  return series.perStep && metric != CurveMetric::LearningRate;
}

float nonFiniteHeight(const CurvePanel& panel, double value) {
  return value > 0 ? panel.plot.y + edgeMark : panel.plot.bottom() - edgeMark;
}

void paintCursor(SceneBuilder& builder, const CurveOptions& options, const CurvePanel& panel) {
  if (!options.cursor || !panel.x.holds(*options.cursor)) return;
  const float x = panel.x.at(*options.cursor);
  builder.line({x, panel.plot.y}, {x, panel.plot.bottom()}, builder.theme().accent, 1, true);
  // On a ground of its own: it lies over the axis' numbers.
  const std::string text = curveXNumber(options.x, *options.cursor);
  const float width = std::ceil(builder.width(text, chartTickFont)) + 8;
  const Rect rect{std::clamp(x - width / 2, panel.plot.x - 24, std::max(panel.plot.x - 24, panel.plot.right() - width)),
                  panel.plot.bottom() + 2, width, curveTickHeight - 2};
  builder.box(rect, builder.theme().panel);
  builder.text(rect, text, builder.theme().accent, chartTickFont, Align::Center);
}

void thinPanel(CurvePanel& panel, const CurveOptions& options, CurveRange range, CurveCache& cache) {
  const auto pixels = static_cast<std::size_t>(std::max(1.0F, std::ceil(panel.rect.width)));
  const auto mouse = static_cast<std::size_t>(std::max(1.0F, std::ceil(panel.rect.width / mouseColumnWidth)));
  for (DrawnSeries& drawn : panel.drawn) {
    const double smoothing = canBeSmoothed(drawn.series(), panel.metric) ? options.smoothing : 0;
    drawn.smoothed = cache.smoothed(drawn.source, smoothing);
    drawn.thin = cache.thinned(drawn.source, smoothing, range, pixels, mouse);
  }
  panel.y = valueAxis(panel, options, panel.rect.y + curveTitleHeight, panel.rect.bottom() - curveTickHeight);
  panel.yTicks = numberTicks(panel.y, tickGap(panel.y));
}

float curveTicksWidth(const CurvePanel& panel, const SceneBuilder& builder) {
  float width = 0;
  for (const Tick& tick : panel.yTicks) width = std::max(width, builder.width(tick.text, chartTickFont));
  return std::ceil(width) + 8;
}

void paintPanel(const CurveScene& all, CurvePanel& panel) {
  PanelPainter(all, panel).paint();
  paintLineEnds(all, panel);
}

}  // namespace sojourn::present
