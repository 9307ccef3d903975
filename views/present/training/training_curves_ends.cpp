// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/runs/run_colors.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr float lineHeight = 12;

struct LineEnd {
  const DrawnSeries* drawn = nullptr;
  float y = 0;  ///< where its line ends, within the frame
};

/// The last drawn value of every line that has a name.
std::vector<LineEnd> lineEnds(const CurvePanel& panel) {
  std::vector<LineEnd> ends;
  for (const DrawnSeries& drawn : panel.drawn) {
    if (drawn.behind) continue;
    const Decimated& line = drawn.foremost();
    const Rect& plot = panel.plot;
    float y = plot.bottom();
    if (!line.points.empty()) {
      y = panel.y.at(line.points.back().value);
    } else if (drawn.thin->raw.nonFinite.empty()) {
      continue;
    }
    ends.push_back({&drawn, std::clamp(y, plot.y, plot.bottom())});
  }
  return ends;
}

/// A name in as many lines as the width needs, broken after a sign that ends a word; shortened where a word is wider.
std::vector<std::string> nameLines(SceneBuilder& builder, const std::string& name, float width) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = name.size();
    while (builder.width(std::string_view(name).substr(begin, end - begin), curveEndFont) > width) {
      const std::size_t sign = end - begin > 1 ? name.find_last_of("-_/ ,", end - 2) : std::string::npos;
      if (sign == std::string::npos || sign < begin) return {builder.fittingName(name, width, curveEndFont)};
      end = sign + 1;
    }
    lines.push_back(name.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

}  // namespace

std::vector<float> pushApart(std::vector<float> wishes, float height, float from, float to) {
  std::vector<std::size_t> order(wishes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wishes[i]; });
  float least = from;
  for (const std::size_t i : order) {
    wishes[i] = std::max(wishes[i], least);
    least = wishes[i] + height;
  }
  float most = to;
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    wishes[*i] = std::min(wishes[*i], most);
    most = wishes[*i] - height;
  }
  return wishes;
}

float curveEndsWidth(const CurveScene& all, float panelWidth) {
  float width = 0;
  for (const std::string& title : all.shortNames) width = std::max(width, all.builder.width(title, curveEndFont));
  return std::min(std::ceil(width) + 8, std::floor(panelWidth * 0.3F));
}

void paintLineEnds(const CurveScene& all, const CurvePanel& panel) {
  std::vector<LineEnd> ends = lineEnds(panel);
  const float x = panel.plot.right() + 6;
  const float width = panel.rect.right() - x;
  if (ends.empty() || width < 8) return;
  // Beside the ticks, too, which stay left of them.
  const float from = panel.plot.y - 1;
  const float to = panel.rect.bottom() - lineHeight / 2 - 1;
  const auto room = std::max<std::size_t>(1, static_cast<std::size_t>((to - from) / lineHeight) + 1);
  std::size_t hidden = 0;
  float bottom = to;
  if (ends.size() > room) {
    const std::size_t kept = room > 1 ? room - 1 : 0;
    hidden = ends.size() - kept;
    ends.resize(kept);
    bottom = to - lineHeight;
  }
  std::vector<float> wishes;
  std::vector<std::vector<std::string>> names;
  std::size_t most = 1;  // lines of a name
  for (const LineEnd& end : ends) {
    wishes.push_back(end.y);
    names.push_back(nameLines(all.builder, all.shortNames[end.drawn->name], width));
    most = std::max(most, names.back().size());
  }
  if (most > 1 && (hidden > 0 || most * ends.size() > room)) {
    most = 1;
    for (std::size_t i = 0; i < ends.size(); ++i)
      names[i] = {all.builder.fittingName(all.shortNames[ends[i].drawn->name], width, curveEndFont)};
  }
  const float height = lineHeight * static_cast<float>(most), half = (height - lineHeight) / 2;
  const std::vector<float> centres = pushApart(wishes, height, from + half, bottom - half);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const float tall = lineHeight * static_cast<float>(names[i].size());
    const Rect rect{x, centres[i] - tall / 2, width, tall};
    const DrawnSeries& drawn = *ends[i].drawn;
    const std::string& name = all.names[drawn.name];
    float y = rect.y;
    for (const std::string& line : names[i]) {
      all.builder.text({x, y, width, lineHeight}, line, runTextColor(all.builder.theme(), all.runs[drawn.run].color),
                       curveEndFont);
      y += lineHeight;
    }
    all.builder.hit(rect, {}, name, name);
  }
  if (hidden > 0) {
    const Rect rect{x, to - lineHeight / 2, width, lineHeight};
    all.builder.text(rect, "+" + std::to_string(hidden), all.builder.theme().text2, chartTickFont);
    all.builder.hit(rect, {}, tr("%1 more runs: enlarge the panel to see their names", {std::to_string(hidden)}));
  }
}

}  // namespace sojourn::present
