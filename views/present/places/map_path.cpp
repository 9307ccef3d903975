// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/places/map_path.h"

#include <algorithm>
#include <cmath>

#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

constexpr int curveSteps = 16;

/// The part of a line inside of a rectangle (Liang and Barsky); false where none is.
bool clipLine(const Rect& area, Point& a, Point& b) {
  const float dx = b.x - a.x, dy = b.y - a.y;
  float from = 0, to = 1;
  const auto edge = [&](float step, float room) {
    if (step == 0) return room >= 0;
    const float at = room / step;
    if (step < 0)
      from = std::max(from, at);
    else
      to = std::min(to, at);
    return from <= to;
  };
  if (!edge(-dx, a.x - area.x) || !edge(dx, area.right() - a.x) || !edge(-dy, a.y - area.y) ||
      !edge(dy, area.bottom() - a.y))
    return false;
  const Point start = a;
  a = {start.x + dx * from, start.y + dy * from};
  b = {start.x + dx * to, start.y + dy * to};
  return true;
}

}  // namespace

std::vector<PathLeg> pathLegs(const SampleContext& context, const MapPlaces& places) {
  std::vector<PathLeg> legs;
  const Visit* before = nullptr;
  bool skipped = false;
  for (const Visit& visit : context.inspection->sequence.visits) {
    if (!places.find(visit.location)) {
      skipped = before != nullptr;
      continue;
    }
    if (before && (before->location != visit.location)) {
      const auto alike = [&](const PathLeg& leg) { return leg.from == before->location && leg.to == visit.location; };
      legs.push_back({before->location, visit.location, momentOf(context, visit), skipped,
                      static_cast<std::size_t>(std::ranges::count_if(legs, alike))});
    }
    before = &visit;
    skipped = false;
  }
  return legs;
}

void paintLeg(Scene& scene, const MapFrame& frame, const PathLeg& leg, Coordinates from, Coordinates to, Color color) {
  const Point a = frame.toScreen(from), b = frame.toScreen(to);
  const float dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (!(length > 2) || length > 1e6F) return;
  // To the right of the way, so that there and back are two lines.
  const float aside = length * 0.06F + 3 + 4 * static_cast<float>(std::min<std::size_t>(leg.bend, 6));
  const Point middle{(a.x + b.x) / 2 - dy / length * 2 * aside, (a.y + b.y) / 2 + dx / length * 2 * aside};
  const auto at = [&](float t) {
    const float u = 1 - t;
    return Point{u * u * a.x + 2 * u * t * middle.x + t * t * b.x, u * u * a.y + 2 * u * t * middle.y + t * t * b.y};
  };
  std::vector<Point> line;
  const auto end = [&] {
    if (line.size() > 1) scene.shapes.emplace_back(LineShape{line, color, 1.3F, leg.dashed});
    line.clear();
  };
  for (int i = 0; i < curveSteps; ++i) {
    Point p = at(static_cast<float>(i) / curveSteps), q = at(static_cast<float>(i + 1) / curveSteps);
    const Point whole = q;
    if (!clipLine(frame.area(), p, q)) {
      end();
      continue;
    }
    if (line.empty()) line.push_back(p);
    line.push_back(q);
    if (q.x != whole.x || q.y != whole.y) end();
  }
  end();
  constexpr float head = 4.5F;
  const Point tip = at(0.5F);
  if (length < 24 || !frame.area().inset(head).contains(tip)) return;
  const float ux = dx / length, uy = dy / length;
  scene.shapes.emplace_back(PolygonShape{{{tip.x + ux * head, tip.y + uy * head},
                                          {tip.x - ux * head - uy * head * 0.7F, tip.y - uy * head + ux * head * 0.7F},
                                          {tip.x - ux * head + uy * head * 0.7F, tip.y - uy * head - ux * head * 0.7F}},
                                         color});
}

}  // namespace sojourn::present
