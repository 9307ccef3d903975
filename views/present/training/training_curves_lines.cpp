// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {

ClippedLine clipLine(std::span<const Point> line, Rect plot) {
  ClippedLine out;
  const auto outside = [&](Point p) { return p.y < plot.y ? -1 : p.y > plot.bottom() ? 1 : 0; };
  const auto within = [&](Point p) { return p.x >= plot.x - 0.5F && p.x <= plot.right() + 0.5F; };
  std::vector<Point> piece;
  const auto flush = [&] {
    if (!piece.empty()) out.pieces.push_back(std::move(piece));
    piece.clear();
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const int side = outside(line[i]);
    // Where it stays outside, the first of its points there stands for all.
    const bool stays = i > 0 && outside(line[i - 1]) == side && within(line[i - 1]);
    if (side != 0 && within(line[i]) && !stays) out.exits.push_back({line[i].x, side < 0 ? plot.y : plot.bottom()});
    if (i == 0) {
      if (side == 0 && within(line[i])) piece.push_back(line[i]);
      continue;
    }
    if (side == 0 && within(line[i]) && !piece.empty()) {  // from inside to inside, as most are
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
  return out;
}

void paintBand(const CurveScene& all, const CurvePanel& panel, const DrawnSeries& drawn) {
  const ThinnedSeries& thin = *drawn.thin;
  const Rect& plot = panel.plot;
  const Color fill = mix(all.builder.theme().panel, all.runs[drawn.run].color, 0.22F);
  std::vector<Point> above, below;
  const auto flush = [&] {
    if (above.size() > 1) {
      above.insert(above.end(), below.rbegin(), below.rend());
      all.scene.shapes.emplace_back(PolygonShape{.points = above, .fill = fill});
    }
    above.clear();
    below.clear();
  };
  const auto add = [&](float x, float high, float low) {
    above.push_back({x, std::clamp(high, plot.y, plot.bottom())});
    below.push_back({x, std::clamp(low, plot.y, plot.bottom())});
  };
  struct Slice {
    float x, high, low;
  };
  Slice last{};
  bool joined = false;  // `last` and the next slice have nothing missing between them
  for (std::size_t i = 0; i < thin.bandX.size(); ++i) {
    if (!std::isfinite(thin.bandLow[i])) {
      flush();
      joined = false;
      continue;
    }
    const Slice now{panel.x.at(thin.bandX[i]), panel.y.at(thin.bandHigh[i]), panel.y.at(thin.bandLow[i])};
    // Where the band crosses a side of the frame it is cut there.
    const auto cut = [&](float x) {
      const float share = (x - last.x) / (now.x - last.x);
      add(x, last.high + share * (now.high - last.high), last.low + share * (now.low - last.low));
    };
    if (joined && last.x < plot.x && now.x > plot.x) cut(plot.x);
    if (joined && last.x < plot.right() && now.x > plot.right()) cut(plot.right());
    if (now.x >= plot.x && now.x <= plot.right()) add(now.x, now.high, now.low);
    last = now;
    joined = true;
  }
  flush();
}

std::optional<Rect> placeXTick(const SceneBuilder& builder, const CurvePanel& panel, const std::string& text, float x,
                               std::vector<Rect>& taken) {
  const float width = std::ceil(builder.width(text, curveTickFont)) + 2;
  const float room = panel.plot.right() + 5 - width;
  if (room < panel.rect.x) return std::nullopt;
  const Rect rect{std::clamp(x - width / 2, panel.rect.x, room), panel.plot.bottom() + 3, width, 13};
  if (std::ranges::any_of(taken, [&](Rect t) { return rect.x < t.right() + 4 && t.x < rect.right() + 4; }))
    return std::nullopt;
  taken.push_back(rect);
  return rect;
}

void paintCursor(Scene& scene, SceneBuilder& builder, const CurveOptions& options, const CurvePanel& panel) {
  if (!options.cursor || !panel.x.holds(*options.cursor)) return;
  const float x = panel.x.at(*options.cursor);
  builder.line({x, panel.plot.y}, {x, panel.plot.bottom()}, builder.theme().accent, 1, true);
  std::vector<Rect> taken;
  const std::string text = curveXNumber(options.x, *options.cursor);
  const std::optional<Rect> rect = placeXTick(builder, panel, text, x, taken);
  if (!rect) return;
  for (const std::size_t shape : panel.xTickShapes) {
    auto& tick = std::get<TextShape>(scene.shapes[shape]);
    if (rect->x < tick.rect.right() + 4 && tick.rect.x < rect->right() + 4) tick.text.clear();
  }
  builder.text(*rect, text, builder.theme().accent, curveTickFont, Align::Center);
}

}  // namespace sojourn::present
