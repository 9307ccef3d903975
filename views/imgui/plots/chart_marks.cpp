// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/chart_marks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <implot.h>

#include "views/imgui/scene/fonts.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"
#include "views/present/scene/format.h"

namespace sojourn::imgui {
namespace {

using present::PlotMarker;

void drawVerticalLine(double x, present::Color color, bool dashes, const PanelTools& tools) {
  present::Scene scene;
  const float at = (ImPlot::PlotToPixels(x, 1).x - ImPlot::GetPlotPos().x) / styleScale();
  scene.shapes.emplace_back(present::LineShape{
      .points = {{at, 0}, {at, ImPlot::GetPlotSize().y / styleScale()}}, .color = color, .width = 1, .dashed = dashes});
  paintInPlot(scene, tools);
}

double placeOf(const PlotMarker& marker, present::CurveX x) {
  switch (x) {
    case present::CurveX::Epoch:
      return static_cast<double>(marker.epoch);
    case present::CurveX::WallTime:
      return marker.wall;
    default:
      return static_cast<double>(marker.step);
  }
}

}  // namespace

void paintInPlot(const present::Scene& scene, const PanelTools& tools) {
  const ImVec2 size = ImPlot::GetPlotSize();
  const float scale = styleScale();
  ImPlot::PushPlotClipRect();
  paintScene(*ImPlot::GetPlotDrawList(), scene,
             {.origin = ImPlot::GetPlotPos(), .scale = scale, .visible = {0, 0, size.x / scale, size.y / scale}},
             tools.textures);
  ImPlot::PopPlotClipRect();
}

void drawMarkers(const present::RunPlots& plots, const PlotLook& look, double from, double to,
                 const PanelTools& tools) {
  if (look.x == present::CurveX::Relative) return;
  const FontScope small({.size = 11});
  std::vector<PlotMarker> markers = plots.markers;
  std::ranges::stable_sort(markers, {}, [&](const PlotMarker& marker) { return placeOf(marker, look.x); });
  float taken = -1;  // where the last word ends: words of close moments do not stand on each other
  for (const PlotMarker& marker : markers) {
    const double x = placeOf(marker, look.x);
    if (x < from || x > to) continue;
    drawVerticalLine(x, tools.theme.text3, true, tools);
    const float width = ImGui::CalcTextSize(marker.word.c_str()).x;
    const float line = ImPlot::PlotToPixels(x, 1).x, gap = 3 * styleScale();
    // Left of its line, at the right where the plot begins too close.
    const bool fits = line - gap - width >= ImPlot::GetPlotPos().x;
    const float right = fits ? line - gap : line + gap + width;
    if (right - width < taken) continue;
    taken = right;
    const ImVec2 foot{right - width, ImPlot::GetPlotPos().y + ImPlot::GetPlotSize().y - ImGui::GetTextLineHeight()};
    ImPlot::PushPlotClipRect();
    ImPlot::GetPlotDrawList()->AddText(foot, toColor(tools.theme.text2), marker.word.c_str());
    ImPlot::PopPlotClipRect();
  }
}

void drawCrosshair(double x, std::span<const ValuesOfRun> values, int decimals, const PanelTools& tools) {
  drawVerticalLine(x, tools.theme.text, false, tools);
  if (values.empty()) return;
  const FontScope font({.size = 12});
  const float scale = styleScale();
  const float line = ImGui::GetTextLineHeight() + 2 * scale;
  float nameWidth = 0;
  float valueWidth = 0;
  std::vector<std::pair<std::string, std::string>> words;
  for (const ValuesOfRun& one : values) {
    std::string number;
    for (const double value : one.values) {
      if (!number.empty()) number += " / ";
      number += decimals > 5 ? present::exactText(value) : present::fixedText(value, decimals);
    }
    words.emplace_back(elided(one.run->title, {.size = 12}, 110), number);
    nameWidth = std::max(nameWidth, ImGui::CalcTextSize(words.back().first.c_str()).x);
    valueWidth = std::max(valueWidth, ImGui::CalcTextSize(number.c_str()).x);
  }
  const ImVec2 size{nameWidth + valueWidth + 38 * scale, line * static_cast<float>(words.size()) + 8 * scale};
  const ImVec2 area = ImPlot::GetPlotPos();
  const float at = ImPlot::PlotToPixels(x, 1).x;
  float left = at + 8 * scale;
  if (left + size.x > area.x + ImPlot::GetPlotSize().x) left = at - 8 * scale - size.x;
  const ImVec2 low{left, area.y + 4 * scale};
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, toColor(tools.theme.title), 3 * scale);
  list.AddRect(low, {low.x + size.x, low.y + size.y}, toColor(tools.theme.border), 3 * scale);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const float y = low.y + 4 * scale + line * static_cast<float>(i);
    const ImVec2 swatch{low.x + 8 * scale, y + 3 * scale};
    list.AddRectFilled(swatch, {swatch.x + 8 * scale, swatch.y + 8 * scale}, toColor(values[i].run->color), 1);
    list.AddText({low.x + 22 * scale, y}, toColor(tools.theme.text2), words[i].first.c_str());
    const float right = low.x + size.x - 8 * scale - ImGui::CalcTextSize(words[i].second.c_str()).x;
    list.AddText({right, y}, toColor(tools.theme.text), words[i].second.c_str());
  }
}

void drawExits(const present::Decimated& line, const std::vector<double>& xs, present::Color color) {
  const ImPlotRect limits = ImPlot::GetPlotLimits();
  const float top = ImPlot::GetPlotPos().y + 1;
  const float bottom = ImPlot::GetPlotPos().y + ImPlot::GetPlotSize().y - 1;
  const float half = 4 * styleScale();
  int before = 0;
  float last = -1e9F;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const double value = line.points[i].value;
    const int side = xs[i] < limits.X.Min || xs[i] > limits.X.Max ? 0
                     : value > limits.Y.Max                       ? 1
                     : value < limits.Y.Min                       ? -1
                                                                  : 0;
    const bool leaves = side != 0 && side != std::exchange(before, side);
    if (!leaves) continue;
    const float x = ImPlot::PlotToPixels(xs[i], limits.Y.Min).x;
    if (std::fabs(x - last) < 2 * half + 2) continue;
    last = x;
    const float tip = side > 0 ? top : bottom;
    const float base = side > 0 ? tip + 1.6F * half : tip - 1.6F * half;
    list.AddTriangleFilled({x, tip}, {x + half, base}, {x - half, base}, toColor(color));
  }
}

void drawGaps(const present::CurveSeries& series, present::Color color) {
  if (series.gaps.empty()) return;
  const float foot = ImPlot::GetPlotPos().y + ImPlot::GetPlotSize().y, bar = 4 * styleScale();
  ImVec4 pale = toVector(color);
  pale.w = 0.35F;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  ImPlot::PushPlotClipRect();
  for (const std::size_t gap : series.gaps) {
    const float from = ImPlot::PlotToPixels(series.xAt(gap - 1), 1).x, to = ImPlot::PlotToPixels(series.xAt(gap), 1).x;
    list.AddRectFilled({from, foot - bar}, {to, foot}, ImGui::GetColorU32(pale));
    for (const float end : {from, to}) list.AddLine({end, foot - 2 * bar}, {end, foot}, toColor(color));
  }
  ImPlot::PopPlotClipRect();
}

void drawAbsent(const char* words, const PanelTools& tools) {
  const FontScope small({.size = 12});
  const ImVec2 size = ImGui::CalcTextSize(words);
  const ImVec2 corner = ImPlot::GetPlotPos();
  const ImVec2 area = ImPlot::GetPlotSize();
  ImPlot::GetPlotDrawList()->AddText({corner.x + (area.x - size.x) / 2, corner.y + (area.y - size.y) / 2},
                                     toColor(tools.theme.text2), words);
}

}  // namespace sojourn::imgui
