// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/line_clip.h"

#include <algorithm>
#include <utility>

namespace sojourn::present {
namespace {

/// -1 above the plot, 1 below it.
int sideOf(Point p, Rect plot) {
  return p.y < plot.y ? -1 : p.y > plot.bottom() ? 1 : 0;
}
bool isWithin(Point p, Rect plot) {
  return p.x >= plot.x - 0.5F && p.x <= plot.right() + 0.5F;
}

}  // namespace

std::vector<std::vector<Point>> clipLine(std::span<const Point> line, Rect plot) {
  std::vector<std::vector<Point>> pieces;
  const auto inside = [&](Point p) { return sideOf(p, plot) == 0 && isWithin(p, plot); };
  std::vector<Point> piece;
  const auto flush = [&] {
    if (!piece.empty()) pieces.push_back(std::move(piece));
    piece.clear();
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i == 0) {
      if (inside(line[i])) piece.push_back(line[i]);
      continue;
    }
    if (inside(line[i]) && !piece.empty()) {  // from inside to inside, as most are
      piece.push_back(line[i]);
      continue;
    }
    // Liang and Barsky's parameters of the part of the stretch that lies inside.
    const Point a = line[i - 1], b = line[i];
    const float dx = b.x - a.x, dy = b.y - a.y;
    float enter = 0, leave = 1;
    bool visible = true;
    const auto cut = [&](float direction, float distance) {
      if (direction == 0) {
        visible = visible && distance >= 0;
      } else if (direction < 0) {
        enter = std::max(enter, distance / direction);
      } else {
        leave = std::min(leave, distance / direction);
      }
    };
    cut(-dx, a.x - plot.x);
    cut(dx, plot.right() - a.x);
    cut(-dy, a.y - plot.y);
    cut(dy, plot.bottom() - a.y);
    if (!visible || enter > leave) {
      flush();
      continue;
    }
    const auto at = [&](float share) {
      return Point{std::clamp(a.x + share * dx, plot.x, plot.right()),
                   std::clamp(a.y + share * dy, plot.y, plot.bottom())};
    };
    if (enter > 0 || piece.empty()) {
      flush();
      piece.push_back(at(enter));
    }
    piece.push_back(leave < 1 ? at(leave) : at(1));
    if (leave < 1) flush();
  }
  flush();
  return pieces;
}

}  // namespace sojourn::present
