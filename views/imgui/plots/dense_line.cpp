// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/dense_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sojourn::imgui {
namespace {

class DensePainter {
 public:
  DensePainter(ImDrawList& list, ImU32 color, float width) : m_list(list), m_color(color), m_width(width) {}

  /// The points of one pixel column.
  void column(std::span<const ImVec2> points) {
    constexpr float smooth = 2;  // pixels
    const auto [low, high] = std::ranges::minmax(points, {}, &ImVec2::y);
    if (points.size() < 3) {
      m_path.insert(m_path.end(), points.begin(), points.end());
    } else if (high.y - low.y < smooth) {
      m_path.push_back(points.front());
      m_path.push_back(points.back());
    } else {
      block(std::floor(points.front().x), points, low.y, high.y);
    }
  }
  void flush() {
    if (m_path.size() > 1) m_list.AddPolyline(m_path.data(), static_cast<int>(m_path.size()), m_color, m_width);
    m_path.clear();
  }

 private:
  void block(float left, std::span<const ImVec2> points, float top, float bottom) {
    if (m_path.size() == 1 && std::floor(m_path.back().x) == left - 1) {
      // From one block to the next: it reaches to where that one ended.
      top = std::min(top, m_path.back().y);
      bottom = std::max(bottom, m_path.back().y);
      m_path.clear();
    } else if (!m_path.empty()) {
      m_path.push_back(points.front());
      flush();
    }
    const float beyond = (m_width - 1) / 2;
    // Not AddRectFilled, which softens its edges: those of two blocks side by side would show.
    m_list.PrimReserve(6, 4);
    m_list.PrimRect({left - beyond, top - m_width / 2}, {left + 1 + beyond, bottom + m_width / 2}, m_color);
    m_path.push_back(points.back());
  }

  ImDrawList& m_list;
  ImU32 m_color;
  float m_width;
  std::vector<ImVec2> m_path;  ///< not drawn yet; after a block its last point alone
};

}  // namespace

void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width) {
  DensePainter painter(list, color, width);
  for (std::size_t begin = 0; begin < points.size();) {
    const float left = std::floor(points[begin].x);
    std::size_t end = begin + 1;
    while (end < points.size() && std::floor(points[end].x) == left) ++end;
    painter.column(points.subspan(begin, end - begin));
    begin = end;
  }
  painter.flush();
}

bool isDense(std::span<const ImVec2> points) {
  if (points.size() < 3) return false;
  return static_cast<float>(points.size()) > (points.back().x - points.front().x) / 2;
}

void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash) {
  const auto numberOf = [dash](const ImVec2& point) { return std::floor(std::floor(point.x) / dash); };
  for (std::size_t begin = 0; begin < points.size();) {
    const float number = numberOf(points[begin]);
    std::size_t end = begin + 1;
    while (end < points.size() && numberOf(points[end]) == number) ++end;
    if (std::fmod(number, 2) == 0) drawDenseLine(list, points.subspan(begin, end - begin), color, width);
    begin = end;
  }
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
