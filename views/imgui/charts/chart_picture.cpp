// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/charts/chart_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <imgui_internal.h>
#include <implot.h>

namespace sojourn::imgui {
namespace {

using present::Chart;
using present::ChartMarker;
using present::ChartSeries;
using present::SeriesKind;

ImVec4 colorOf(present::Color c) {
  const auto part = [](std::uint8_t value) { return static_cast<float>(value) / 255; };
  return {part(c.r), part(c.g), part(c.b), part(c.a)};
}

class ChartPainter {
 public:
  ChartPainter(const Chart& chart, float scale) : m_chart(chart), m_scale(scale) {}

  void setUp() const {
    constexpr ImPlotAxisFlags bare = ImPlotAxisFlags_NoLabel | ImPlotAxisFlags_NoTickMarks |
                                     ImPlotAxisFlags_NoTickLabels | ImPlotAxisFlags_NoHighlight;
    const auto setAxis = [&](ImAxis which, const present::ChartAxis& axis) {
      ImPlot::SetupAxis(which, nullptr, bare | (axis.grid ? 0 : ImPlotAxisFlags_NoGridLines));
      ImPlot::SetupAxisLimits(which, axis.from, axis.to, ImPlotCond_Always);
      if (axis.logarithmic) ImPlot::SetupAxisScale(which, ImPlotScale_Log10);
      std::vector<double> ticks;
      for (const present::Tick& tick : axis.ticks) ticks.push_back(tick.value);
      if (!ticks.empty()) ImPlot::SetupAxisTicks(which, ticks.data(), static_cast<int>(ticks.size()));
    };
    setAxis(ImAxis_X1, m_chart.x);
    setAxis(ImAxis_Y1, m_chart.y);
    ImPlot::SetupFinish();
  }

  void paint() {
    for (const present::ChartBand& band : m_chart.bands) {
      const std::vector<double> x{band.from, band.to}, low(2, m_chart.y.from), high(2, m_chart.y.to);
      ImPlotSpec spec;
      spec.FillColor = colorOf(band.color);
      ImPlot::PlotShaded(label().c_str(), x.data(), low.data(), high.data(), 2, spec);
    }
    for (const ChartMarker& marker : m_chart.under) paintMarker(marker);
    for (const ChartSeries& series : m_chart.series) paintSeries(series);
    for (const ChartMarker& marker : m_chart.markers) paintMarker(marker);
  }

 private:
  /// ImPlot keeps a state for every name.
  [[nodiscard]] std::string label() { return "##" + std::to_string(m_items++); }

  [[nodiscard]] ImPlotSpec lineOf(present::Color color, float width) const {
    ImPlotSpec spec;
    spec.LineColor = colorOf(color);
    spec.LineWeight = width * m_scale;
    return spec;
  }

  void paintMarker(const ChartMarker& marker) {
    const present::ChartAxis& along = marker.vertical ? m_chart.y : m_chart.x;
    const std::vector<double> ends{along.from, along.to}, at(2, marker.at);
    const std::vector<double>&x = marker.vertical ? at : ends, &y = marker.vertical ? ends : at;
    if (!marker.dashed) {
      ImPlot::PlotLine(label().c_str(), x.data(), y.data(), 2, lineOf(marker.color, marker.width));
      return;
    }
    ImPlot::PushPlotClipRect();
    dashes(ImPlot::PlotToPixels(x[0], y[0]), ImPlot::PlotToPixels(x[1], y[1]), marker.color, marker.width);
    ImPlot::PopPlotClipRect();
  }

  void dashes(ImVec2 from, ImVec2 to, present::Color color, float width) const {
    const float length = std::hypot(to.x - from.x, to.y - from.y), dash = 3 * m_scale;
    for (float at = 0; at < length; at += 2 * dash) {
      const float begin = at / length, end = std::min(at + dash, length) / length;
      ImPlot::GetPlotDrawList()->AddLine({from.x + begin * (to.x - from.x), from.y + begin * (to.y - from.y)},
                                         {from.x + end * (to.x - from.x), from.y + end * (to.y - from.y)},
                                         ImGui::ColorConvertFloat4ToU32(colorOf(color)), width * m_scale);
    }
  }

  void paintSeries(const ChartSeries& series) {
    const auto count = static_cast<int>(series.y.size());
    if (count == 0) return;
    std::vector<double> low = series.low;
    low.resize(series.y.size(), m_chart.y.logarithmic ? m_chart.y.from : 0);
    ImPlotSpec spec = lineOf(series.color, series.width);
    spec.FillColor = colorOf(series.color);
    switch (series.kind) {
      case SeriesKind::Line:
        if (!series.dashed) return ImPlot::PlotLine(label().c_str(), series.x.data(), series.y.data(), count, spec);
        ImPlot::PushPlotClipRect();
        for (std::size_t i = 1; i < series.y.size(); ++i)
          if (std::isfinite(series.y[i - 1]) && std::isfinite(series.y[i]))
            dashes(ImPlot::PlotToPixels(series.x[i - 1], series.y[i - 1]),
                   ImPlot::PlotToPixels(series.x[i], series.y[i]), series.color, series.width);
        return ImPlot::PopPlotClipRect();
      case SeriesKind::Step:
        return ImPlot::PlotStairs(label().c_str(), series.x.data(), series.y.data(), count, spec);
      case SeriesKind::Area:
        return ImPlot::PlotShaded(label().c_str(), series.x.data(), low.data(), series.y.data(), count, spec);
      case SeriesKind::Bars:
        ImPlot::PushPlotClipRect();
        for (std::size_t i = 0; i < series.y.size(); ++i) {
          const ImVec2 a = ImPlot::PlotToPixels(series.x[i], low[i]);
          const ImVec2 b = ImPlot::PlotToPixels(series.x[i] + series.barWidth, series.y[i]);
          if (!std::isfinite(series.y[i]) || series.y[i] == low[i]) continue;
          ImPlot::GetPlotDrawList()->AddRectFilled(
              {std::round(a.x), std::min(a.y, b.y)},
              {std::round(b.x) - (b.x - a.x >= 3 ? 1.0F : 0.0F), std::max(a.y, b.y)},
              ImGui::ColorConvertFloat4ToU32(spec.FillColor));
        }
        return ImPlot::PopPlotClipRect();
      case SeriesKind::Scatter:
        spec.Marker = ImPlotMarker_Circle;
        spec.MarkerSize = series.radius * m_scale;
        spec.MarkerFillColor = colorOf(series.color);
        spec.MarkerLineColor = series.stroke ? colorOf(*series.stroke) : colorOf(series.color);
        return ImPlot::PlotScatter(label().c_str(), series.x.data(), series.y.data(), count, spec);
    }
  }

  const Chart& m_chart;
  float m_scale;
  int m_items = 0;
};

}  // namespace

void paintChart(const Chart& chart, ImVec2 origin, float scale) {
  // The plot lies in a picture that is one item already: layout and hovering go on as if it were not there.
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiLastItemData last = context.LastItemData;
  const ImVec2 cursor = ImGui::GetCursorPos();
  const ImVec2 furthest = context.CurrentWindow->DC.CursorMaxPos;
  ImGui::SetCursorScreenPos({origin.x + chart.plot.x * scale, origin.y + chart.plot.y * scale});
  ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, {0, 0});
  ImPlot::PushStyleVar(ImPlotStyleVar_PlotBorderSize, 0);
  for (const ImPlotCol ground : {ImPlotCol_FrameBg, ImPlotCol_PlotBg, ImPlotCol_PlotBorder})
    ImPlot::PushStyleColor(ground, ImVec4{});
  const present::Color grid = chart.y.grid.value_or(chart.x.grid.value_or(present::Color{}));
  ImPlot::PushStyleColor(ImPlotCol_AxisGrid, colorOf(grid));
  ImGui::PushID(&chart);
  if (ImPlot::BeginPlot("##chart", {chart.plot.width * scale, chart.plot.height * scale},
                        ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame)) {
    ChartPainter painter(chart, scale);
    painter.setUp();
    painter.paint();
    ImPlot::EndPlot();
  }
  ImGui::PopID();
  ImPlot::PopStyleColor(4);
  ImPlot::PopStyleVar(2);
  ImGui::SetCursorPos(cursor);
  context.CurrentWindow->DC.CursorMaxPos = furthest;
  context.CurrentWindow->DC.IsSetPos = false;
  context.LastItemData = last;
}

}  // namespace sojourn::imgui
