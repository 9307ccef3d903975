// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "views/present/run_colors.h"
#include "views/present/training_curves_parts.h"

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
  for (const std::string& title : all.shortNames) width = std::max(width, all.kit.width(title, curveEndFont));
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
  for (const LineEnd& end : ends) wishes.push_back(end.y);
  const std::vector<float> centres = pushApart(wishes, lineHeight, from, bottom);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Rect rect{x, centres[i] - lineHeight / 2, width, lineHeight};
    const DrawnSeries& drawn = *ends[i].drawn;
    const std::string& name = all.names[drawn.name];
    all.kit.text(rect, all.shortNames[drawn.name], runTextColor(all.kit.theme(), all.runs[drawn.run].color),
                 curveEndFont);
    all.kit.hit(rect, {}, name, name);
  }
  if (hidden > 0) {
    const Rect rect{x, to - lineHeight / 2, width, lineHeight};
    all.kit.text(rect, "+" + std::to_string(hidden), all.kit.theme().text2, curveTickFont);
    all.kit.hit(rect, {}, std::to_string(hidden) + " more runs: enlarge the panel to see their names");
  }
}

}  // namespace sojourn::present
