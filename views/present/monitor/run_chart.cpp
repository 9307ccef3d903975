// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/monitor/run_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// What a trainer says of its graphics card, where it has one.
bool hasGpu(const RunPlots& plots) {
  return std::ranges::any_of(plots.runs, [](const CurveRun& run) {
    return run.history && !run.history->system.empty() &&
           (run.history->system.back().event.gpu || run.history->system.back().event.gpuMemoryBytes);
  });
}

/// One finite piece after the other: what is no number breaks the line and is never drawn through.
void appendPieces(ChartSeries& to, const Decimated& thin, const std::vector<double>& places) {
  for (std::vector<double>* values : {&to.x, &to.y}) values->reserve(thin.points.size() + thin.pieceEnds.size());
  std::size_t begin = 0;
  for (const std::size_t end : thin.pieceEnds) {
    if (begin > 0) to.x.push_back(places[begin]), to.y.push_back(absent);
    for (std::size_t i = begin; i < end; ++i) to.x.push_back(places[i]), to.y.push_back(thin.points[i].value);
    begin = end;
  }
}

double placeOf(const PlotMarker& marker, CurveX x) {
  if (x == CurveX::Epoch) return static_cast<double>(marker.epoch);
  return x == CurveX::WallTime ? marker.wall : static_cast<double>(marker.step);
}

}  // namespace

std::vector<RunChart> runCharts(const RunPlots& plots, const PlotOptions& options) {
  const bool gpu = hasGpu(plots);
  std::vector<RunChart> charts{
      {.title = options.logLoss ? "Loss, log" : "Loss",
       .note = tr("line: train, smoothed / ring: validation"),
       .lines = {{.metric = CurveMetric::TrainLoss, .smoothed = true},
                 {.metric = CurveMetric::ValidationLoss, .rings = true}},
       .logarithmic = options.logLoss},
      {.title = "Accuracy, validation, %",
       .note = tr("solid: all / dashed: known"),
       .lines = {{.metric = CurveMetric::AccuracyAll}, {.metric = CurveMetric::AccuracyKnown, .dashed = true}},
       .decimals = 1},
      {.title = options.logGradient ? "Gradient norm, log" : "Gradient norm",
       .note = tr("solid: before clipping / dashed: after"),
       .lines = {{.metric = CurveMetric::GradientNorm, .smoothed = true},
                 {.metric = CurveMetric::ClippedGradientNorm, .dashed = true, .smoothed = true}},
       .logarithmic = options.logGradient,
       .decimals = 2},
      {.title = "Learning rate, log",
       .lines = {{.metric = CurveMetric::LearningRate}},
       .logarithmic = true,
       .decimals = 7},
      {.title = "Throughput, sequences/s",
       .lines = {{.metric = CurveMetric::Throughput, .smoothed = true}},
       .decimals = 0},
      {.title = "System",
       .note = tr("solid: CPU, % of a core / dashed: memory, GB") + (gpu ? std::string() : tr(" \u00B7 no GPU")),
       .lines = {{.metric = CurveMetric::Processor}, {.metric = CurveMetric::Memory, .dashed = true, .right = true}},
       .decimals = 2}};
  if (gpu)
    charts.push_back(
        {.title = "GPU",
         .note = tr("solid: % busy / dashed: memory, GB"),
         .lines = {{.metric = CurveMetric::GpuLoad}, {.metric = CurveMetric::GpuMemory, .dashed = true, .right = true}},
         .decimals = 2});
  constexpr std::size_t mostOwn = 12;
  for (const CurveMetric metric : ownCurveMetrics(plots.runs) | std::views::take(mostOwn))
    charts.push_back({.title = std::string(curveMetricTitle(metric)) + ", own", .lines = {{.metric = metric}}});
  return charts;
}

CurveRange runsRange(const RunPlots& plots, CurveX x, bool lastEpochs, CurveCache& cache) {
  constexpr std::size_t epochsKept = 5;
  double low = std::numeric_limits<double>::infinity();
  double high = -low, late = low;
  for (const CurveRun& run : plots.runs) {
    if (!run.history) continue;
    for (const CurveMetric metric : {CurveMetric::TrainLoss, CurveMetric::ValidationLoss}) {
      const CurveSeriesPtr series = cache.series(metric, run, x);
      if (!series || series->values.empty()) continue;
      low = std::min(low, series->xAt(0));
      const double end = series->xAt(series->values.size() - 1);
      if (end <= high) continue;
      high = end;
      const auto& epochs = run.history->epochs;
      const std::size_t at = epochs.size() > epochsKept ? epochs.size() - 1 - epochsKept : epochs.size();
      late = at < epochs.size() ? series->time->ofEvent(epochs[at].event.epoch, epochs[at].afterStep, epochs[at].wall)
                                : std::numeric_limits<double>::infinity();
    }
  }
  if (!(low <= high)) low = 0, high = 1;
  if (x != CurveX::WallTime) low = std::min(low, 0.0);
  if (lastEpochs && late < high) low = late;
  return {low, std::max(high, low + 1e-3) + 0.01 * (high - low)};
}

Chart RunChartPresenter::chart(const RunChartView& view) {
  // Many runs lie over each other, and only the selected one is followed pixel by pixel: half as fine they cost half as
  // much, which is what a processor that draws them by itself has time for.
  constexpr std::size_t many = 8;
  const float coarse = m_plots.runs.size() > many ? 2 : 1;
  m_drawn.clear();
  for (const RunChartLine& line : m_about.lines) {
    for (const CurveRun& run : m_plots.runs) {
      const CurveSeriesPtr series = run.history ? m_cache.series(line.metric, run, m_options.x) : nullptr;
      if (!series) continue;
      const double smoothing = line.smoothed && series->perStep ? m_options.smoothing : 0;
      const float column = run.id == m_plots.selected ? 1 : coarse;
      const auto columns = static_cast<std::size_t>(std::max(16.0F, view.plot.width * view.scale / column));
      const auto parts = rawIsDrawn(run) ? ThinnedParts::All : ThinnedParts::LineAlone;
      m_drawn.push_back(
          {&line, &run, series, smoothing, m_cache.thinned(series, smoothing, view.x, columns, 1, parts)});
    }
  }
  Chart made{.plot = {0, 0, view.plot.width, view.plot.height},
             .x = {.from = view.x.from, .to = view.x.to, .grid = m_canvas.theme.grid},
             .tickColor = m_canvas.theme.text2};
  made.x.ticks = xTicks(made.xAxis());
  made.y = yAxis(view, false);
  if (std::ranges::any_of(m_about.lines, &RunChartLine::right)) made.right = yAxis(view, true);
  for (const Drawn& drawn : m_drawn) {
    addSeries(made, drawn, !view.y);
    for (const std::size_t gap : drawn.series->gaps)
      made.gaps.push_back({drawn.series->xAt(gap - 1), drawn.series->xAt(gap), drawn.run->color});
  }
  if (m_options.markers && m_options.x != CurveX::Relative) addMarkers(made);
  return made;
}

ChartAxis RunChartPresenter::yAxis(const RunChartView& view, bool right) const {
  std::vector<SeriesOfRun> runs(m_plots.runs.size());
  auto cut = CutEnds::None;
  const bool logarithmic = m_about.logarithmic && !right;
  for (const Drawn& drawn : m_drawn) {
    if (drawn.line->right != right) continue;
    cut = std::max(cut, cutEndsOf(drawn.line->metric, logarithmic));
    const Decimated& outermost = drawn.thin->raw.points.empty() ? drawn.thin->line : drawn.thin->raw;
    std::vector<double>& values = runs[static_cast<std::size_t>(drawn.run - m_plots.runs.data())].emplace_back();
    values.reserve(outermost.points.size());
    for (const SeriesPoint& point : outermost.points) values.push_back(point.value);
  }
  const ValueRange range = view.y && !right ? *view.y : axisRange(std::move(runs), logarithmic, cut);
  ChartAxis axis{.from = range.low, .to = range.high, .logarithmic = logarithmic};
  if (!right) axis.grid = m_canvas.theme.grid;
  axis.ticks = numberTicks(axis.on(view.plot.height, 0), logarithmic ? 22 : 30);
  return axis;
}

std::vector<Tick> RunChartPresenter::xTicks(const Axis& axis) const {
  constexpr float gap = 56;
  if (m_options.x == CurveX::WallTime) return clockTicks(axis, gap);
  if (m_options.x == CurveX::Relative) return durationTicks(axis, gap);
  const auto widthOf = [&](const Tick& tick) { return m_canvas.text.width(tick.text, {.size = 13}); };
  std::vector<Tick> ticks = numberTicks(axis, gap, true);
  // Numbers of a million steps are wider than the gap.
  if (!ticks.empty()) ticks = numberTicks(axis, std::max(gap, widthOf(ticks.back()) + 12), true);
  // A number at the end that would reach into the next chart: its grid line says enough.
  constexpr float beyond = 8;
  for (Tick& tick : ticks)
    if (axis.at(tick.value) + widthOf(tick) / 2 > axis.end() + beyond) tick.text.clear();
  return ticks;
}

void RunChartPresenter::addSeries(Chart& chart, const Drawn& drawn, bool exits) const {
  const auto& [line, run, source, smoothing, thin] = drawn;
  ChartSeries series{.name = run->title,
                     .color = run->color,
                     .width = run->id == m_plots.selected ? 2.0F : 1.3F,
                     .dashed = (line->dashed || run->dashed) && !line->rings,
                     .exits = exits,
                     .right = line->right};
  const bool smooth = smoothing > 0;
  if (smooth && rawIsDrawn(*run)) {
    ChartSeries pale{.name = run->title, .color = run->color, .width = 1, .right = line->right};
    pale.color.a = 0x59;
    appendPieces(pale, thin->raw, thin->rawX);
    chart.series.push_back(std::move(pale));
  }
  appendPieces(series, smooth ? thin->line : thin->raw, smooth ? thin->lineX : thin->rawX);
  if (!line->rings) return chart.series.push_back(std::move(series));
  constexpr float radius = 3.5F;
  ChartSeries rings{.kind = SeriesKind::Scatter,
                    .name = run->title,
                    .color = {0, 0, 0, 0},
                    .exits = exits,
                    .right = line->right,
                    .radius = radius,
                    .stroke = run->color};
  // Where they would stand in each other: a thin line, and a ring here and there that says what it is.
  const bool crowded = static_cast<float>(thin->raw.points.size()) * 2 * radius > chart.plot.width;
  if (!crowded) {
    rings.x = std::move(series.x), rings.y = std::move(series.y);
    return chart.series.push_back(std::move(rings));
  }
  const Axis across = chart.xAxis();
  float last = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    const float at = across.at(series.x[i]);
    if (std::isnan(series.y[i]) || at < last + 10 * radius) continue;
    rings.x.push_back(series.x[i]), rings.y.push_back(series.y[i]);
    last = at;
  }
  series.width = 1;
  rings.exits = false;
  chart.series.push_back(std::move(series));
  chart.series.push_back(std::move(rings));
}

void RunChartPresenter::addMarkers(Chart& chart) const {
  for (const PlotMarker& marker : m_plots.markers) {
    const double at = placeOf(marker, m_options.x);
    if (at >= chart.x.from && at <= chart.x.to)
      chart.markers.push_back({.at = at, .color = m_canvas.theme.text3, .dashed = true, .word = marker.word});
  }
  std::ranges::stable_sort(chart.markers, {}, &ChartMarker::at);
}

Scene RunChartPresenter::marks(const Chart& drawn, std::optional<double> cursor) const {
  Scene scene;
  SceneBuilder builder(scene, m_canvas);
  addChartMarks(scene, builder, drawn);
  if (m_drawn.empty()) builder.text(drawn.plot, tr("not in these runs"), m_canvas.theme.text2, {}, Align::Center);
  if (cursor && *cursor >= drawn.x.from && *cursor <= drawn.x.to) addCrosshair(builder, drawn, *cursor);
  return scene;
}

/// The cursor's line, and one box with every run's values: right of it, left of it where there is no room.
void RunChartPresenter::addCrosshair(SceneBuilder& builder, const Chart& chart, double at) const {
  const Theme& theme = m_canvas.theme;
  const float line = chart.xAxis().at(at);
  builder.line({line, chart.plot.y}, {line, chart.plot.bottom()}, theme.text);
  constexpr float row = 17, longest = 110;
  std::vector<std::pair<const CurveRun*, std::string>> values;
  for (const Drawn& drawn : m_drawn) {
    const std::optional<double> value = valueAt(drawn, at);
    if (!value) continue;
    const std::string number = m_about.decimals > 5 ? exactText(*value) : fixedText(*value, m_about.decimals);
    const auto found = std::ranges::find(values, drawn.run, &std::pair<const CurveRun*, std::string>::first);
    if (found == values.end())
      values.emplace_back(drawn.run, number);
    else
      found->second += " / " + number;
  }
  if (values.empty()) return;
  float names = 0, numbers = 0;
  for (const auto& [run, number] : values) {
    names = std::max(names, std::min(longest, std::ceil(builder.width(run->title, {}))));
    numbers = std::max(numbers, std::ceil(builder.width(number, {})));
  }
  const float width = names + numbers + 38;
  const bool fits = line + 8 + width <= chart.plot.right();
  const Rect box{fits ? line + 8 : line - 8 - width, chart.plot.y + 4, width,
                 row * static_cast<float>(values.size()) + 8};
  builder.frame(box, theme.border, 1, 3, theme.title);
  float y = box.y + 4;
  for (const auto& [run, number] : values) {
    builder.box({box.x + 8, y + 4, 8, 8}, run->color, 1);
    builder.text({box.x + 22, y, names, row}, run->title, theme.text2);
    builder.text({box.right() - 8 - numbers, y, numbers, row}, number, theme.text, {}, Align::Right);
    y += row;
  }
}

/// The last value at or before the cursor; NaN within a gap in the log, where it is not known.
std::optional<double> RunChartPresenter::valueAt(const Drawn& drawn, double x) const {
  const CurveSeries& series = *drawn.series;
  // Behind its end a run says nothing any more.
  const StepColumns& steps = series.time->history().steps;
  if (steps.size() > 0 && x > series.time->ofStep(steps.size() - 1)) return std::nullopt;
  const auto all = std::views::iota(std::size_t{0}, series.values.size());
  const auto after = std::ranges::partition_point(all, [&](std::size_t i) { return series.xAt(i) <= x; });
  if (after == all.begin()) return std::nullopt;
  const std::size_t at = *(after - 1);
  if (std::ranges::binary_search(series.gaps, at + 1) && series.xAt(at) < x) return absent;
  const auto smoothed = m_cache.smoothed(drawn.series, drawn.smoothing);
  return smoothed ? (*smoothed)[at] : series.values[at];
}

}  // namespace sojourn::present
