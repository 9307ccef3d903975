// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/run_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <implot.h>

#include "views/imgui/plots/chart_marks.h"
#include "views/imgui/plots/dense_line.h"
#include "views/imgui/scene/fonts.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"
#include "views/present/chart/axis.h"
#include "views/present/chart/robust_range.h"

namespace sojourn::imgui {
namespace {

using present::CurveRun;
using present::CurveSeriesPtr;
using present::RunPlots;

/// One finite stretch after the other: what is no number breaks the line and is never drawn through.
template <class Draw>
void pieces(const present::Decimated& thin, const std::vector<double>& xs, const Draw& draw) {
  static thread_local std::vector<double> x;
  static thread_local std::vector<double> y;
  std::size_t begin = 0;
  for (const std::size_t end : thin.pieceEnds) {
    x.clear(), y.clear();
    for (std::size_t i = begin; i < end; ++i) x.push_back(xs[i]), y.push_back(thin.points[i].value);
    if (!x.empty()) draw(std::span<const double>(x), std::span<const double>(y));
    begin = end;
  }
}

/// Round numbers as in the studio's charts; ImPlot's own would run into each other.
void setTicks(ImAxis axis, const std::vector<present::Tick>& ticks) {
  if (ticks.empty()) return;
  std::vector<double> values;
  std::vector<const char*> words;
  for (const present::Tick& tick : ticks) {
    values.push_back(tick.value);
    words.push_back(tick.text.c_str());
  }
  ImPlot::SetupAxisTicks(axis, values.data(), static_cast<int>(values.size()), words.data());
}

std::vector<present::Tick> ticksOfX(present::CurveX x, double from, double to, double width) {
  const present::Axis axis(from, to, 0, static_cast<float>(width));
  constexpr float gap = 56;
  if (x == present::CurveX::WallTime) return present::clockTicks(axis, gap);
  if (x == present::CurveX::Relative) return present::durationTicks(axis, gap);
  const auto widthOf = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x / styleScale(); };
  std::vector<present::Tick> ticks = present::numberTicks(axis, gap, true);
  // Numbers of a million steps are wider than the gap.
  if (!ticks.empty()) ticks = present::numberTicks(axis, std::max(gap, widthOf(ticks.back().text) + 12), true);
  // A number at the end that would reach into the next chart: its grid line says enough.
  constexpr float beyond = 8;
  for (present::Tick& tick : ticks) {
    if (axis.at(tick.value) + widthOf(tick.text) / 2 > static_cast<float>(width) + beyond) tick.text.clear();
  }
  return ticks;
}

class RunChartPainter {
 public:
  RunChartPainter(const RunChart& chart, const RunPlots& plots, PlotLook& look, present::CurveCache& cache,
                  const PanelTools& tools)
      : m_chart(chart),
        m_plots(plots),
        m_look(look),
        m_view(look.charts[chart.title]),
        m_cache(cache),
        m_tools(tools) {}

  /// Whether the pointer is over it.
  bool paint(ImVec2 size) {
    ImGui::BeginGroup();
    const float top = ImGui::GetCursorPosY();
    title(size.x);
    size.y -= ImGui::GetCursorPosY() - top;
    // As a share of what is shown.
    ImPlot::PushStyleVar(ImPlotStyleVar_FitPadding, m_chart.logarithmic ? ImVec2{0, 0} : ImVec2{0, 0.06F});
    const std::string id = "##" + m_chart.title;
    const bool shown = ImPlot::BeginPlot(
        id.c_str(), size, ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText | ImPlotFlags_NoMenus);
    ImPlot::PopStyleVar();
    bool hovered = false;
    if (shown) {
      setUp();
      content();
      hovered = input();
      ImPlot::EndPlot();
    }
    ImGui::EndGroup();
    return hovered;
  }

 private:
  [[nodiscard]] double& from() const { return m_look.linked ? m_look.from : m_view.from; }
  [[nodiscard]] double& to() const { return m_look.linked ? m_look.to : m_view.to; }

  void title(float width) const {
    const float left = ImGui::GetCursorPosX();
    const FontScope font({.size = 12, .weight = present::Weight::Medium});
    ImGui::TextUnformatted(m_chart.title.c_str());
    const float used = ImGui::GetItemRectSize().x + 12 * styleScale();
    const FontScope small({.size = 11});
    const std::string note = elided(m_chart.note, {.size = 11}, (width - used) / styleScale());
    if (note.empty()) return;
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + width - ImGui::CalcTextSize(note.c_str()).x);
    coloredText(note, m_tools.theme.text2);
  }

  [[nodiscard]] bool onTheRight() const { return std::ranges::any_of(m_chart.lines, &ChartLine::right); }

  void setUp() {
    const std::optional<present::ValueRange> robust = yIsFree() ? std::nullopt : robustAxis();
    const ImPlotAxisFlags y = ImPlotAxisFlags_NoHighlight | (m_view.freeY || boxIsHigh() || robust
                                                                 ? ImPlotAxisFlags_None
                                                                 : ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_RangeFit);
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoHighlight, y);
    if (robust) ImPlot::SetupAxisLimits(ImAxis_Y1, robust->low, robust->high, ImPlotCond_Always);
    m_cut = robust.has_value();
    ImPlot::SetupAxisLinks(ImAxis_X1, &from(), &to());
    setTicks(ImAxis_X1, ticksOfX(m_look.x, from(), to(), m_view.width));
    if (m_chart.logarithmic) ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    if (m_view.low < m_view.high && (!m_chart.logarithmic || m_view.low > 0)) {
      const present::Axis axis(m_view.low, m_view.high, static_cast<float>(m_view.height), 0, m_chart.logarithmic);
      setTicks(ImAxis_Y1, present::numberTicks(axis, m_chart.logarithmic ? 22 : 30));
    }
    if (onTheRight())
      ImPlot::SetupAxis(ImAxis_Y2, nullptr,
                        ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_RangeFit |
                            ImPlotAxisFlags_Opposite | ImPlotAxisFlags_NoGridLines);
    ImPlot::SetupFinish();
  }

  /// The rule that the studio's curves have, with its room at both ends; nothing where there are no lines.
  [[nodiscard]] std::optional<present::ValueRange> robustAxis() {
    std::vector<present::SeriesOfRun> runs(m_plots.runs.size());
    auto cut = present::CutEnds::None;
    bool any = false;
    for (const ChartLine& line : m_chart.lines) {
      if (line.right) continue;
      cut = std::max(cut, present::cutEndsOf(line.metric, m_chart.logarithmic));
      for (std::size_t r = 0; r < runs.size(); ++r) {
        const CurveRun& run = m_plots.runs[r];
        const CurveSeriesPtr source = run.history ? m_cache.series(line.metric, run, m_look.x) : nullptr;
        if (!source) continue;
        const auto thin = thinned(line, run, source);
        std::vector<double>& values = runs[r].emplace_back();
        for (const present::SeriesPoint& point : outermost(*thin).points) values.push_back(point.value);
        any |= !values.empty();
      }
    }
    if (!any) return std::nullopt;
    return present::axisRange(std::move(runs), m_chart.logarithmic, cut);
  }

  [[nodiscard]] present::CurveCache::Thinned thinned(const ChartLine& line, const CurveRun& run,
                                                     const CurveSeriesPtr& series) {
    const float column = run.id == m_plots.selected ? 1 : columnWidth();
    // In the frame before: the plot has its size only once its axes are set.
    const auto width = static_cast<float>(m_view.width) * styleScale();
    const auto columns = static_cast<std::size_t>(std::max(16.0F, width / column));
    const auto parts = rawIsDrawn(run) ? present::ThinnedParts::All : present::ThinnedParts::LineAlone;
    return m_cache.thinned(series, smoothingOf(line, *series), {from(), to()}, columns, 1, parts);
  }
  [[nodiscard]] double smoothingOf(const ChartLine& line, const present::CurveSeries& series) const {
    return line.smoothed && series.perStep ? m_look.smoothing : 0;
  }
  [[nodiscard]] static const present::Decimated& outermost(const present::ThinnedSeries& thin) {
    return thin.raw.points.empty() ? thin.line : thin.raw;
  }

  /// A box that is high enough zooms both axes, as does the wheel over the axis; a flat one and the wheel in the chart
  /// zoom the time alone, and the y axis goes on holding what is drawn.
  [[nodiscard]] bool yIsFree() {
    const ImGuiIO& io = ImGui::GetIO();
    if (m_view.overAxis && (io.MouseWheel != 0 || ImGui::IsMouseClicked(ImGuiMouseButton_Left))) m_view.freeY = true;
    if (!boxIsHigh()) return m_view.freeY;
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) m_view.freeY = true;
    return true;
  }
  [[nodiscard]] bool boxIsHigh() const {
    constexpr float least = 16;
    const ImGuiIO& io = ImGui::GetIO();
    const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    const ImVec2 begun = io.MouseClickedPos[ImGuiMouseButton_Right];
    return held && m_view.boxed && std::fabs(io.MousePos.y - begun.y) > least * styleScale();
  }

  void content() {
    m_values.clear();
    bool any = false;
    for (const ChartLine& line : m_chart.lines) {
      ImPlot::SetAxes(ImAxis_X1, line.right ? ImAxis_Y2 : ImAxis_Y1);
      for (const CurveRun& run : m_plots.runs) any |= draw(line, run);
    }
    ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
    const ImPlotRect limits = ImPlot::GetPlotLimits();
    m_view.low = limits.Y.Min, m_view.high = limits.Y.Max;
    const ImVec2 size = ImPlot::GetPlotSize();
    m_view.width = static_cast<double>(size.x / styleScale()),
    m_view.height = static_cast<double>(size.y / styleScale());
    if (m_look.markers) drawMarkers(m_plots, m_look, from(), to(), m_tools);
    if (!any) drawAbsent("not in these runs", m_tools);
  }

  /// True while the pointer is over the plot.
  bool input() {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    // A chart that has the keyboard says that it is hovered, wherever the pointer is.
    const bool hovered =
        ImPlot::IsPlotHovered() && ImGui::IsMouseHoveringRect(corner, {corner.x + size.x, corner.y + size.y}, false);
    m_view.overAxis = ImPlot::IsAxisHovered(ImAxis_Y1) && !hovered;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) m_view.boxed = true;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Right)) m_view.boxed = false;
    if (hovered && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || !m_look.cursorByKeys)) {
      m_look.cursor = ImPlot::GetPlotMousePos().x;
      m_look.cursorByKeys = false;
    }
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      m_look.follow = FollowX::Everything;
      m_view.freeY = false;
    } else if (hovered && (io.MouseWheel != 0 || ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
                           ImGui::IsMouseDragging(ImGuiMouseButton_Right))) {
      m_look.follow = FollowX::Nothing;
    }
    const bool shown = m_look.crosshair && m_look.cursor && *m_look.cursor >= from() && *m_look.cursor <= to();
    if (shown) drawCrosshair(*m_look.cursor, m_values, m_chart.decimals, m_tools);
    return hovered;
  }

  /// Pixels. Many runs lie over each other, and only the selected one is followed pixel by pixel: half
  /// as fine they cost half as much, which is what a processor that draws them by itself has time for.
  [[nodiscard]] float columnWidth() const {
    constexpr std::size_t many = 8;
    return m_plots.runs.size() > many ? 2 : 1;
  }

  /// Under its smoothed line.
  [[nodiscard]] bool rawIsDrawn(const CurveRun& run) const { return m_look.raw && run.id == m_plots.selected; }

  /// Whether the run has such a line.
  bool draw(const ChartLine& line, const CurveRun& run) {
    const CurveSeriesPtr series = run.history ? m_cache.series(line.metric, run, m_look.x) : nullptr;
    if (!series) return false;
    const bool selected = run.id == m_plots.selected;
    const double smoothing = smoothingOf(line, *series);
    const auto thin = thinned(line, run, series);
    ImPlotSpec spec;
    spec.LineColor = toVector(run.color);
    spec.LineWeight = (selected ? 2.0F : 1.3F) * styleScale();
    const std::string label = run.id + std::string(present::curveMetricName(line.metric));
    if (line.rings)
      rings(*thin, spec, label);
    else
      lines(line, run, *thin, smoothing, spec, label);
    if (m_cut) drawExits(smoothing > 0 ? thin->line : thin->raw, smoothing > 0 ? thin->lineX : thin->rawX, run.color);
    drawGaps(*series, run.color);
    tell(run, valueAt(series, smoothing));
    return true;
  }

  void lines(const ChartLine& line, const CurveRun& run, const present::ThinnedSeries& thin, double smoothing,
             const ImPlotSpec& spec, const std::string& label) {
    const bool smooth = smoothing > 0;
    if (smooth && rawIsDrawn(run)) {
      ImPlotSpec pale = spec;
      pale.LineColor.w = 0.35F;
      pale.LineWeight = 1;
      pieces(thin.raw, thin.rawX, [&](auto x, auto y) { plotDenseLine(label + "raw", x, y, pale); });
    }
    const bool dashes = line.dashed || run.dashed;
    ImPlotSpec kept = spec;
    // Dashes are drawn by hand; the axis still has to fit them.
    if (dashes) kept.LineColor.w = 0;
    pieces(smooth ? thin.line : thin.raw, smooth ? thin.lineX : thin.rawX, [&](auto x, auto y) {
      if (dashes) dashed(x, y, run.color, spec.LineWeight);
      plotDenseLine(label, x, y, kept);
    });
  }

  void tell(const CurveRun& run, std::optional<double> value) {
    if (!value) return;
    const auto found = std::ranges::find(m_values, &run, &ValuesOfRun::run);
    if (found == m_values.end())
      m_values.push_back({&run, {*value}});
    else
      found->values.push_back(*value);
  }

  static void rings(const present::ThinnedSeries& thin, const ImPlotSpec& spec, const std::string& label) {
    ImPlotSpec ring = spec;
    ring.Marker = ImPlotMarker_Circle;
    ring.MarkerSize = 3.5F * styleScale();
    ring.MarkerFillColor = {0, 0, 0, 0};
    ring.MarkerLineColor = spec.LineColor;
    ring.LineWeight = 1.5F * styleScale();
    // Where they would stand in each other: a thin line, and a ring here and there that says what it is.
    const bool crowded = static_cast<float>(thin.raw.points.size()) * 2 * ring.MarkerSize > ImPlot::GetPlotSize().x;
    const float apart = crowded ? 10 * ring.MarkerSize : 0;
    ImPlotSpec thinLine = spec;
    thinLine.LineWeight = 1;
    pieces(thin.raw, thin.rawX, [&](auto x, auto y) {
      if (crowded) plotDenseLine(label, x, y, thinLine);
      plotMarkers(label, x, y, ring, apart);
    });
  }

  void dashed(std::span<const double> x, std::span<const double> y, present::Color color, float width) {
    if (x.size() < 2) return;
    m_pixels.clear();
    for (std::size_t i = 0; i < x.size(); ++i) m_pixels.push_back(ImPlot::PlotToPixels(x[i], y[i]));
    if (isDense(m_pixels)) {
      constexpr float dash = 4;
      ImPlot::PushPlotClipRect();
      drawDenseDashes(*ImPlot::GetPlotDrawList(), m_pixels, toColor(color), width, std::round(dash * styleScale()));
      ImPlot::PopPlotClipRect();
      return;
    }
    present::Scene scene;
    present::LineShape line{.points = {}, .color = color, .width = width / styleScale(), .dashed = true};
    const ImVec2 corner = ImPlot::GetPlotPos();
    for (const ImVec2& at : m_pixels)
      line.points.push_back({(at.x - corner.x) / styleScale(), (at.y - corner.y) / styleScale()});
    scene.shapes.emplace_back(std::move(line));
    paintInPlot(scene, m_tools);
  }

  /// The last value at or before the cursor; NaN within a gap in the log, where it is not known.
  [[nodiscard]] std::optional<double> valueAt(const CurveSeriesPtr& of, double smoothing) const {
    const present::CurveSeries& series = *of;
    if (!m_look.cursor || series.values.empty()) return std::nullopt;
    // Behind its end a run says nothing any more.
    const StepColumns& steps = series.time->history().steps;
    if (steps.size() > 0 && *m_look.cursor > series.time->ofStep(steps.size() - 1)) return std::nullopt;
    std::size_t low = 0;
    std::size_t high = series.values.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (series.xAt(middle) <= *m_look.cursor)
        low = middle + 1;
      else
        high = middle;
    }
    if (low == 0) return std::nullopt;
    if (std::ranges::binary_search(series.gaps, low) && series.xAt(low - 1) < *m_look.cursor)
      return std::numeric_limits<double>::quiet_NaN();
    const auto smoothed = smoothing > 0 ? m_cache.smoothed(of, smoothing) : nullptr;
    return smoothed ? (*smoothed)[low - 1] : series.values[low - 1];
  }

  const RunChart& m_chart;
  const RunPlots& m_plots;
  PlotLook& m_look;
  ChartView& m_view;
  present::CurveCache& m_cache;
  const PanelTools& m_tools;
  std::vector<ValuesOfRun> m_values;
  bool m_cut = false;            ///< the y axis does not hold every value
  std::vector<ImVec2> m_pixels;  ///< of the line that is being drawn
};

}  // namespace

bool drawRunChart(const RunChart& chart, ImVec2 size, const RunPlots& plots, PlotLook& look, present::CurveCache& cache,
                  const PanelTools& tools) {
  return RunChartPainter(chart, plots, look, cache, tools).paint(size);
}

}  // namespace sojourn::imgui
