// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/charts/chart_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <implot.h>
#include <implot_internal.h>

#include "views/present/chart/dense_line.h"

namespace sojourn::imgui {
namespace {

using present::Chart;
using present::ChartAxis;
using present::ChartMarker;
using present::ChartSeries;
using present::SeriesKind;

ImU32 inkOf(present::Color c) {
  return IM_COL32(c.r, c.g, c.b, c.a);
}
ImVec4 colorOf(present::Color c) {
  return ImGui::ColorConvertU32ToFloat4(inkOf(c));
}

/// With or without the texts at the ticks.
void setTicks(ImAxis which, const ChartAxis& axis, bool texts) {
  std::vector<double> values;
  std::vector<const char*> labels;
  for (const present::Tick& tick : axis.ticks) {
    values.push_back(tick.value);
    labels.push_back(tick.text.c_str());
  }
  const auto count = static_cast<int>(values.size());
  if (count > 0) ImPlot::SetupAxisTicks(which, values.data(), count, texts ? labels.data() : nullptr);
}

/// Paints into the current plot, whose axes are set.
class ChartPainter {
 public:
  ChartPainter(const Chart& chart, float scale)
      : m_chart(chart),
        m_scale(scale),
        m_low(ImPlot::GetPlotPos()),
        m_high(m_low.x + ImPlot::GetPlotSize().x, m_low.y + ImPlot::GetPlotSize().y),
        m_list(*ImPlot::GetPlotDrawList()) {}

  void paint() {
    ImPlot::PushPlotClipRect();
    for (const present::ChartBand& band : m_chart.bands)
      m_list.AddRectFilled({xOf(band.from), m_low.y}, {xOf(band.to), m_high.y}, inkOf(band.color));
    for (const ChartMarker& marker : m_chart.under) paintMarker(marker);
    for (const ChartSeries& series : m_chart.series) paintSeries(series);
    ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
    for (const ChartMarker& marker : m_chart.markers) paintMarker(marker);
    ImPlot::PopPlotClipRect();
  }

 private:
  [[nodiscard]] float xOf(double value) const { return ImPlot::PlotToPixels(value, m_chart.y.to).x; }

  void paintMarker(const ChartMarker& marker) {
    const ImVec2 at =
        ImPlot::PlotToPixels(marker.vertical ? marker.at : m_chart.x.to, marker.vertical ? m_chart.y.to : marker.at);
    const float x = std::round(at.x), y = std::round(at.y), width = marker.width * m_scale;
    const ImVec2 ends[] = {marker.vertical ? ImVec2{x, m_low.y} : ImVec2{m_low.x, y},
                           marker.vertical ? ImVec2{x, m_high.y} : ImVec2{m_high.x, y}};
    if (marker.dashed)
      drawDashes(m_list, ends, inkOf(marker.color), width, dash * m_scale, {m_low, m_high});
    else
      m_list.AddLine(ends[0], ends[1], inkOf(marker.color), width);
  }

  void paintSeries(const ChartSeries& series) {
    const auto count = static_cast<int>(series.y.size());
    if (count == 0) return;
    ImPlot::SetAxes(ImAxis_X1, series.right && m_chart.right ? ImAxis_Y2 : ImAxis_Y1);
    if (ImPlot::FitThisFrame())
      for (std::size_t i = 0; i < series.y.size(); ++i) ImPlot::FitPoint({series.x[i], series.y[i]});
    if (series.kind == SeriesKind::Line || series.kind == SeriesKind::Step) return paintLine(series);
    const ChartAxis& up = m_chart.yOf(series);
    std::vector<double> low = series.low;
    low.resize(series.y.size(), up.logarithmic ? up.from : 0);
    ImPlotSpec spec;
    // ImPlot keeps a state for every name.
    const std::string label = "##" + std::to_string(m_items++);
    if (series.kind == SeriesKind::Area) {
      spec.LineColor = spec.FillColor = colorOf(series.color);
      ImPlot::PlotShaded(label.c_str(), series.x.data(), low.data(), series.y.data(), count, spec);
    } else if (series.kind == SeriesKind::Bars) {
      paintBars(series, low);
    } else {
      spec.Marker = ImPlotMarker_Circle;
      spec.MarkerSize = series.radius * m_scale;
      spec.LineWeight = series.width * m_scale;
      spec.MarkerFillColor = colorOf(series.color);
      spec.MarkerLineColor = colorOf(series.stroke.value_or(series.color));
      ImPlot::PlotScatter(label.c_str(), series.x.data(), series.y.data(), count, spec);
    }
  }

  /// The pieces between values that are no numbers.
  void paintLine(const ChartSeries& series) {
    const ImU32 ink = inkOf(series.color);
    const float width = series.width * m_scale;
    const auto flush = [&] {
      if (!series.dashed)
        drawDenseLine(m_list, m_piece, ink, width);
      else if (present::isDense<ImVec2>(m_piece))
        drawDenseDashes(m_list, m_piece, ink, width, std::round((dash + 1) * m_scale));
      else
        drawDashes(m_list, m_piece, ink, width, dash * m_scale, {m_low, m_high});
      m_piece.clear();
    };
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) {
        flush();
        continue;
      }
      const ImVec2 point = ImPlot::PlotToPixels(series.x[i], series.y[i]);
      if (series.kind == SeriesKind::Step && !m_piece.empty()) m_piece.push_back({point.x, m_piece.back().y});
      m_piece.push_back(point);
    }
    flush();
  }

  void paintBars(const ChartSeries& series, const std::vector<double>& low) {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i]) || series.y[i] == low[i]) continue;
      const ImVec2 a = ImPlot::PlotToPixels(series.x[i], low[i]);
      const ImVec2 b = ImPlot::PlotToPixels(series.x[i] + series.barWidth, series.y[i]);
      m_list.AddRectFilled({std::round(a.x), std::min(a.y, b.y)},
                           {std::round(b.x) - (b.x - a.x >= 3 ? 1.0F : 0.0F), std::max(a.y, b.y)}, inkOf(series.color));
    }
  }

  static constexpr float dash = 3;

  const Chart& m_chart;
  float m_scale;
  ImVec2 m_low, m_high;  ///< of the plot
  ImDrawList& m_list;
  std::vector<ImVec2> m_piece;  ///< of the line that is being drawn
  int m_items = 0;
};

/// The line in blocks and strokes of a draw list.
auto denseLineOn(ImDrawList& list, ImU32 color, float width) {
  const auto block = [&list, color](const present::Rect& rect) {
    // Not AddRectFilled, which softens its edges: those of two blocks side by side would show.
    list.PrimReserve(6, 4);
    list.PrimRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, color);
  };
  const auto path = [&list, color, width](std::span<const ImVec2> points) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), color, width);
  };
  return present::DenseLine<ImVec2, decltype(block), decltype(path)>(width, 1, false, block, path);
}

/// Which part of a stretch lies inside, as shares of it.
std::optional<std::pair<double, double>> shareInside(ImVec2 from, double dx, double dy, const PixelRect& visible) {
  double begin = 0, end = 1;
  const auto cut = [&](double way, double toLow, double toHigh) {
    if (way == 0) {
      if (toLow > 0 || toHigh < 0) end = -1;
      return;
    }
    begin = std::max(begin, std::min(toLow / way, toHigh / way));
    end = std::min(end, std::max(toLow / way, toHigh / way));
  };
  const auto apart = [](float a, float b) { return static_cast<double>(a) - static_cast<double>(b); };
  cut(dx, apart(visible.low.x, from.x), apart(visible.high.x, from.x));
  cut(dy, apart(visible.low.y, from.y), apart(visible.high.y, from.y));
  if (!(begin < end)) return std::nullopt;
  return std::pair(begin, end);
}

}  // namespace

void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width) {
  denseLineOn(list, color, width).paint(points);
}

void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash) {
  denseLineOn(list, color, width).paintDashes(points, dash);
}

void drawDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash,
                PixelRect visible) {
  const double length = static_cast<double>(dash), period = 2 * length;
  const double most = 2 + static_cast<double>(visible.high.x - visible.low.x + visible.high.y - visible.low.y) / period;
  double before = 0;  // of the way, since a dash has begun
  for (std::size_t k = 1; k < points.size(); ++k) {
    const ImVec2 from = points[k - 1];
    const double dx = static_cast<double>(points[k].x) - static_cast<double>(from.x);
    const double dy = static_cast<double>(points[k].y) - static_cast<double>(from.y);
    const double whole = std::hypot(dx, dy);
    if (!(whole > 0) || std::isinf(whole)) continue;
    if (const auto part = shareInside(from, dx, dy, visible)) {
      const double begin = part->first * whole, end = part->second * whole;
      const auto along = [&](double d) {
        return ImVec2{static_cast<float>(static_cast<double>(from.x) + dx * d / whole),
                      static_cast<float>(static_cast<double>(from.y) + dy * d / whole)};
      };
      const double first = std::floor((before + begin) / period) * period - before;
      const auto count = static_cast<int>(std::min(most, std::ceil((end - first) / period)));
      for (int i = 0; i < count; ++i) {
        const double dashBegin = std::max(first + i * period, begin),
                     dashEnd = std::min(first + i * period + length, end);
        if (dashBegin < dashEnd) list.AddLine(along(dashBegin), along(dashEnd), color, width);
      }
    }
    before = std::fmod(before + whole, period);
  }
}

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
    constexpr ImPlotAxisFlags bare = ImPlotAxisFlags_NoLabel | ImPlotAxisFlags_NoTickMarks |
                                     ImPlotAxisFlags_NoTickLabels | ImPlotAxisFlags_NoHighlight;
    const auto setAxis = [](ImAxis which, const ChartAxis& axis) {
      ImPlot::SetupAxis(which, nullptr, bare | (axis.grid ? 0 : ImPlotAxisFlags_NoGridLines));
      ImPlot::SetupAxisLimits(which, axis.from, axis.to, ImPlotCond_Always);
      if (axis.logarithmic) ImPlot::SetupAxisScale(which, ImPlotScale_Log10);
      setTicks(which, axis, false);
    };
    setAxis(ImAxis_X1, chart.x);
    setAxis(ImAxis_Y1, chart.y);
    if (chart.right) setAxis(ImAxis_Y2, *chart.right);
    ImPlot::SetupFinish();
    ChartPainter(chart, scale).paint();
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

bool drawChart(const char* id, Chart& chart, ImVec2 size, float scale, bool yIsFree, ChartPointer& pointer) {
  constexpr ImPlotFlags quiet =
      ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText | ImPlotFlags_NoMenus;
  if (!ImPlot::BeginPlot(id, size, quiet)) return false;
  const auto setAxis = [](ImAxis which, ChartAxis& axis, ImPlotAxisFlags flags) {
    const ImPlotAxisFlags grid = axis.grid ? 0 : ImPlotAxisFlags_NoGridLines;
    ImPlot::SetupAxis(which, nullptr, ImPlotAxisFlags_NoHighlight | grid | flags);
    if (axis.logarithmic) ImPlot::SetupAxisScale(which, ImPlotScale_Log10);
    ImPlot::SetupAxisLinks(which, &axis.from, &axis.to);
    setTicks(which, axis, true);
  };
  setAxis(ImAxis_X1, chart.x, 0);
  setAxis(ImAxis_Y1, chart.y, yIsFree ? 0 : ImPlotAxisFlags_Lock);
  if (chart.right) setAxis(ImAxis_Y2, *chart.right, ImPlotAxisFlags_Lock | ImPlotAxisFlags_Opposite);
  ImPlot::SetupFinish();
  ChartPainter(chart, scale).paint();
  const ImVec2 corner = ImPlot::GetPlotPos(), plot = ImPlot::GetPlotSize();
  chart.plot = {corner.x / scale, corner.y / scale, plot.x / scale, plot.y / scale};
  // A chart that has the keyboard says that it is hovered, wherever the pointer is.
  pointer.onPlot =
      ImPlot::IsPlotHovered() && ImGui::IsMouseHoveringRect(corner, {corner.x + plot.x, corner.y + plot.y}, false);
  pointer.onY = ImPlot::IsAxisHovered(ImAxis_Y1) && !pointer.onPlot;
  pointer.x = ImPlot::GetPlotMousePos().x;
  ImPlot::EndPlot();
  return true;
}

}  // namespace sojourn::imgui
