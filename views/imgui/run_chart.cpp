// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/run_chart.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include <implot.h>

#include "views/imgui/fonts.h"
#include "views/imgui/look.h"
#include "views/imgui/scene_painter.h"
#include "views/present/axis.h"
#include "views/present/format.h"

namespace sojourn::imgui {
namespace {

using present::CurveRun;
using present::CurveSeriesPtr;
using present::PlotMarker;
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

class ChartPainter {
 public:
  ChartPainter(const RunPlots& plots, PlotLook& look, present::CurveCache& cache, const PanelTools& tools)
      : m_plots(plots), m_look(look), m_cache(cache), m_tools(tools) {}

  /// Whether the pointer is over it.
  bool paint(const Chart& chart, ImVec2 size) {
    ImPlot::PushStyleColor(ImPlotCol_TitleText, toVector(m_tools.theme.text));
    // As a share of what is shown.
    ImPlot::PushStyleVar(ImPlotStyleVar_FitPadding, chart.logarithmic ? ImVec2{0, 0} : ImVec2{0, 0.06F});
    const bool shown =
        ImPlot::BeginPlot(chart.title, size, ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText | ImPlotFlags_NoMenus);
    ImPlot::PopStyleColor();
    ImPlot::PopStyleVar();
    if (!shown) return false;
    const ImPlotAxisFlags y = m_look.fitY ? ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_RangeFit : ImPlotAxisFlags_None;
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoHighlight, y | ImPlotAxisFlags_NoHighlight);
    ImPlot::SetupAxisLinks(ImAxis_X1, &m_look.from, &m_look.to);
    if (m_look.x == present::CurveX::WallTime) ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Time);
    if (chart.logarithmic) setLogarithmic(chart);
    ImPlot::SetupFinish();
    m_values.clear();
    for (const ChartLine& line : chart.lines) {
      for (const CurveRun& run : m_plots.runs) draw(line, run);
    }
    if (chart.logarithmic) fitLogarithmic(chart);
    markers();
    note(chart);
    const bool hovered = ImPlot::IsPlotHovered();
    if (hovered) m_look.cursor = ImPlot::GetPlotMousePos().x;
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) m_look.fit = m_look.follow = true;
    if (hovered && (ImGui::GetIO().MouseWheel != 0 || ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
                    ImGui::IsMouseDragging(ImGuiMouseButton_Right)))
      m_look.follow = false;
    crosshair(chart);
    ImPlot::EndPlot();
    return hovered;
  }

 private:
  /// What the lines of a run say under the cursor; NaN where one has nothing there.
  struct Values {
    const CurveRun* run;
    std::vector<double> values;
  };

  /// Powers of ten alone would leave most ranges without a number.
  void setLogarithmic(const Chart& chart) const {
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    const auto known = m_look.logarithmicLimits.find(chart.title);
    if (known == m_look.logarithmicLimits.end()) return;
    const auto [low, high] = known->second;
    if (!(low > 0 && low < high)) return;
    constexpr float usualHeight = 160;
    const present::Axis axis(low, high, usualHeight, 0, true);
    std::vector<double> values;
    std::vector<std::string> words;
    for (const present::Tick& tick : present::numberTicks(axis, 22)) {
      values.push_back(tick.value);
      words.push_back(tick.text);
    }
    std::vector<const char*> texts;
    for (const std::string& word : words) texts.push_back(word.c_str());
    if (!values.empty())
      ImPlot::SetupAxisTicks(ImAxis_Y1, values.data(), static_cast<int>(values.size()), texts.data());
  }

  /// Room above and below is a factor; ImPlot's own padding would reach below zero.
  void fitLogarithmic(const Chart& chart) const {
    constexpr double room = 1.15;
    if (m_low <= m_high) {
      const std::array<double, 2> x{m_look.from, m_look.from};
      const std::array<double, 2> y{m_low / room, m_high * room};
      ImPlotSpec unseen;
      unseen.LineColor = {0, 0, 0, 0};
      ImPlot::PlotLine("room", x.data(), y.data(), 2, unseen);
    }
    const ImPlotRect limits = ImPlot::GetPlotLimits();
    m_look.logarithmicLimits[chart.title] = {limits.Y.Min, limits.Y.Max};
  }

  void draw(const ChartLine& line, const CurveRun& run) {
    const CurveSeriesPtr series = run.history ? m_cache.series(line.metric, run, m_look.x) : nullptr;
    if (!series) return;
    const bool selected = run.id == m_plots.selected;
    const double smoothing = line.smoothed && series->perStep ? static_cast<double>(m_look.smoothing) : 0;
    const auto columns = static_cast<std::size_t>(std::max(16.0F, ImPlot::GetPlotSize().x));
    const auto thin = m_cache.thinned(series, smoothing, {m_look.from, m_look.to}, columns, 1);
    for (const present::SeriesPoint& point : thin->raw.points) {
      if (point.value <= 0) continue;
      m_low = std::min(m_low, point.value);
      m_high = std::max(m_high, point.value);
    }
    ImPlotSpec spec;
    spec.LineColor = toVector(run.color);
    spec.LineWeight = (selected ? 2.0F : 1.3F) * lookScale();
    const std::string label = run.id + (line.dashed ? "dashed" : line.rings ? "rings" : "line");
    if (line.rings) {
      rings(*thin, spec, label);
    } else {
      if (smoothing > 0 && m_look.raw && selected) {
        ImPlotSpec pale = spec;
        pale.LineColor.w = 0.35F;
        pale.LineWeight = 1;
        pieces(thin->raw, thin->rawX, [&](auto x, auto y) {
          ImPlot::PlotLine((label + "raw").c_str(), x.data(), y.data(), static_cast<int>(x.size()), pale);
        });
      }
      const bool smooth = smoothing > 0;
      pieces(smooth ? thin->line : thin->raw, smooth ? thin->lineX : thin->rawX, [&](auto x, auto y) {
        if (line.dashed || run.dashed) dashed(x, y, run.color, spec.LineWeight);
        ImPlotSpec kept = spec;
        // Dashes are drawn by hand; the axis still has to fit them.
        if (line.dashed || run.dashed) kept.LineColor.w = 0;
        ImPlot::PlotLine(label.c_str(), x.data(), y.data(), static_cast<int>(x.size()), kept);
      });
    }
    tell(run, valueAt(series, smoothing));
  }

  void tell(const CurveRun& run, std::optional<double> value) {
    if (!value) return;
    const auto found = std::ranges::find(m_values, &run, &Values::run);
    if (found == m_values.end())
      m_values.push_back({&run, {*value}});
    else
      found->values.push_back(*value);
  }

  static void rings(const present::ThinnedSeries& thin, const ImPlotSpec& spec, const std::string& label) {
    ImPlotSpec ring = spec;
    ring.Marker = ImPlotMarker_Circle;
    ring.MarkerSize = 3.5F * lookScale();
    ring.MarkerFillColor = {0, 0, 0, 0};
    ring.MarkerLineColor = spec.LineColor;
    ring.LineWeight = 1.5F * lookScale();
    pieces(thin.raw, thin.rawX, [&](auto x, auto y) {
      ImPlot::PlotScatter(label.c_str(), x.data(), y.data(), static_cast<int>(x.size()), ring);
    });
  }

  void dashed(std::span<const double> x, std::span<const double> y, present::Color color, float width) {
    present::Scene scene;
    present::LineShape line{.points = {}, .color = color, .width = width / lookScale(), .dashed = true};
    const ImVec2 corner = ImPlot::GetPlotPos();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const ImVec2 at = ImPlot::PlotToPixels(x[i], y[i]);
      line.points.push_back({(at.x - corner.x) / lookScale(), (at.y - corner.y) / lookScale()});
    }
    if (line.points.size() < 2) return;
    scene.shapes.emplace_back(std::move(line));
    const ImVec2 size = ImPlot::GetPlotSize();
    ImPlot::PushPlotClipRect();
    paintScene(*ImPlot::GetPlotDrawList(), scene,
               {.origin = corner, .scale = lookScale(), .visible = {0, 0, size.x / lookScale(), size.y / lookScale()}},
               m_tools.textures);
    ImPlot::PopPlotClipRect();
  }

  /// The last value at or before the cursor.
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
    const auto smoothed = smoothing > 0 ? m_cache.smoothed(of, smoothing) : nullptr;
    return smoothed ? (*smoothed)[low - 1] : series.values[low - 1];
  }

  [[nodiscard]] double placeOf(const PlotMarker& marker) const {
    switch (m_look.x) {
      case present::CurveX::Epoch:
        return static_cast<double>(marker.epoch);
      case present::CurveX::WallTime:
        return marker.wall;
      default:
        return static_cast<double>(marker.step);
    }
  }

  void upright(double x, present::Color color, bool dashes) {
    present::Scene scene;
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const float at = (ImPlot::PlotToPixels(x, 1).x - corner.x) / lookScale();
    scene.shapes.emplace_back(present::LineShape{
        .points = {{at, 0}, {at, size.y / lookScale()}}, .color = color, .width = 1, .dashed = dashes});
    ImPlot::PushPlotClipRect();
    paintScene(*ImPlot::GetPlotDrawList(), scene,
               {.origin = corner, .scale = lookScale(), .visible = {0, 0, size.x / lookScale(), size.y / lookScale()}},
               m_tools.textures);
    ImPlot::PopPlotClipRect();
  }

  void markers() {
    if (!m_look.markers || m_look.x == present::CurveX::Relative) return;
    for (const PlotMarker& marker : m_plots.markers) {
      const double x = placeOf(marker);
      if (x < m_look.from || x > m_look.to) continue;
      upright(x, m_tools.theme.text3, true);
      const FontScope small({.size = 11});
      const float width = ImGui::CalcTextSize(marker.word.c_str()).x;
      const ImVec2 foot{ImPlot::PlotToPixels(x, 1).x - width - 3 * lookScale(),
                        ImPlot::GetPlotPos().y + ImPlot::GetPlotSize().y - ImGui::GetTextLineHeight()};
      ImPlot::PushPlotClipRect();
      ImPlot::GetPlotDrawList()->AddText(foot, toColor(m_tools.theme.text2), marker.word.c_str());
      ImPlot::PopPlotClipRect();
    }
  }

  void note(const Chart& chart) const {
    if (*chart.note == 0) return;
    const FontScope small({.size = 11});
    const ImVec2 corner = ImPlot::GetPlotPos();
    ImPlot::GetPlotDrawList()->AddText({corner.x + 6 * lookScale(), corner.y + 2 * lookScale()},
                                       toColor(m_tools.theme.text2), chart.note);
  }

  /// One box a chart with every run's value, right of the cursor, left of it where there is no room.
  void crosshair(const Chart& chart) {
    if (!m_look.cursor || *m_look.cursor < m_look.from || *m_look.cursor > m_look.to) return;
    upright(*m_look.cursor, m_tools.theme.text, false);
    if (m_values.empty()) return;
    const FontScope font({.size = 12});
    const float scale = lookScale();
    const float line = ImGui::GetTextLineHeight() + 2 * scale;
    float nameWidth = 0;
    float valueWidth = 0;
    std::vector<std::pair<std::string, std::string>> words;
    for (const Values& one : m_values) {
      std::string number;
      for (const double value : one.values) {
        if (!number.empty()) number += " / ";
        number += chart.decimals > 5 ? present::exactText(value) : present::fixedText(value, chart.decimals);
      }
      words.emplace_back(elided(one.run->title, {.size = 12}, 110), number);
      nameWidth = std::max(nameWidth, ImGui::CalcTextSize(words.back().first.c_str()).x);
      valueWidth = std::max(valueWidth, ImGui::CalcTextSize(number.c_str()).x);
    }
    const ImVec2 size{nameWidth + valueWidth + 38 * scale, line * static_cast<float>(words.size()) + 8 * scale};
    const ImVec2 area = ImPlot::GetPlotPos();
    const float at = ImPlot::PlotToPixels(*m_look.cursor, 1).x;
    float x = at + 8 * scale;
    if (x + size.x > area.x + ImPlot::GetPlotSize().x) x = at - 8 * scale - size.x;
    const ImVec2 low{x, area.y + 18 * scale};
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, toColor(m_tools.theme.title), 3 * scale);
    list.AddRect(low, {low.x + size.x, low.y + size.y}, toColor(m_tools.theme.border), 3 * scale);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const float y = low.y + 4 * scale + line * static_cast<float>(i);
      const ImVec2 swatch{low.x + 8 * scale, y + 3 * scale};
      list.AddRectFilled(swatch, {swatch.x + 8 * scale, swatch.y + 8 * scale}, toColor(m_values[i].run->color), 1);
      list.AddText({low.x + 22 * scale, y}, toColor(m_tools.theme.text2), words[i].first.c_str());
      const float right = low.x + size.x - 8 * scale - ImGui::CalcTextSize(words[i].second.c_str()).x;
      list.AddText({right, y}, toColor(m_tools.theme.text), words[i].second.c_str());
    }
  }

  const RunPlots& m_plots;
  PlotLook& m_look;
  present::CurveCache& m_cache;
  const PanelTools& m_tools;
  std::vector<Values> m_values;
  double m_low = std::numeric_limits<double>::infinity(), m_high = 0;  ///< of what is drawn and above zero
};

}  // namespace

bool drawChart(const Chart& chart, ImVec2 size, const RunPlots& plots, PlotLook& look, present::CurveCache& cache,
               const PanelTools& tools) {
  return ChartPainter(plots, look, cache, tools).paint(chart, size);
}

}  // namespace sojourn::imgui
