// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/dense_line.h"

#include <limits>
#include <vector>

#include "views/present/chart/dense_line.h"

namespace sojourn::imgui {
namespace {

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

}  // namespace

void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width) {
  denseLineOn(list, color, width).paint(points);
}

bool isDense(std::span<const ImVec2> points) {
  return present::isDense<ImVec2>(points);
}

void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash) {
  denseLineOn(list, color, width).paintDashes(points, dash);
}

void plotDenseLine(const std::string& label, std::span<const double> x, std::span<const double> y,
                   const ImPlotSpec& spec) {
  ImPlotSpec fitted = spec;
  fitted.LineColor.w = 0;
  ImPlot::PlotLine(label.c_str(), x.data(), y.data(), static_cast<int>(x.size()), fitted);
  if (spec.LineColor.w <= 0) return;
  static thread_local std::vector<ImVec2> points;
  points.clear();
  for (std::size_t i = 0; i < x.size(); ++i) points.push_back(ImPlot::PlotToPixels(x[i], y[i]));
  ImPlot::PushPlotClipRect();
  drawDenseLine(*ImPlot::GetPlotDrawList(), points, ImGui::ColorConvertFloat4ToU32(spec.LineColor), spec.LineWeight);
  ImPlot::PopPlotClipRect();
}

void plotMarkers(const std::string& label, std::span<const double> x, std::span<const double> y, const ImPlotSpec& spec,
                 float apart) {
  static thread_local std::vector<double> keptX;
  static thread_local std::vector<double> keptY;
  keptX.clear(), keptY.clear();
  float last = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float at = ImPlot::PlotToPixels(x[i], y[i]).x;
    if (at < last + apart) continue;
    keptX.push_back(x[i]), keptY.push_back(y[i]);
    last = at;
  }
  ImPlot::PlotScatter(label.c_str(), keptX.data(), keptY.data(), static_cast<int>(keptX.size()), spec);
}

}  // namespace sojourn::imgui
