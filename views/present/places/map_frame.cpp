// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/places/map_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double earthRound = 2 * pi * 6371008.8;  ///< metres round the mean sphere
constexpr double northernmost = 85.05112878;       ///< where the Mercator square ends
constexpr double finest = 0.05, coarsest = 100'000;
constexpr float leastMetresShown = 800;
constexpr float dotSquare = 8;  ///< px in which the dots below a label are counted

double widthAt(const MapCamera& camera) {
  return earthRound * std::cos(camera.center.latitude * pi / 180) / camera.metresPerPixel;
}

MapCamera limited(MapCamera camera) {
  camera.center.latitude = std::clamp(camera.center.latitude, -northernmost, northernmost);
  camera.center.longitude = std::remainder(camera.center.longitude, 360.0);
  camera.metresPerPixel = std::clamp(camera.metresPerPixel, finest, coarsest);
  return camera;
}

std::string degreesText(double degrees, double step, const char* positive, const char* negative) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  const bool zero = std::abs(degrees) < step / 2;
  return fixedText(std::abs(degrees), decimals) + "\u00B0" + (zero ? "" : degrees > 0 ? positive : negative);
}

/// Multiples of a round step that lie between two degrees.
template <typename Add>
void forSteps(double from, double to, double step, const Add& add) {
  if (!(step > 0) || !((to - from) / step < 200)) return;
  for (double degrees = std::ceil(from / step - 1e-9) * step; degrees <= to + step * 1e-9; degrees += step)
    add(degrees);
}

}  // namespace

MercatorPoint mercator(Coordinates where) {
  const double latitude = std::clamp(where.latitude, -northernmost, northernmost) * pi / 180;
  return {where.longitude / 360 + 0.5, 0.5 - std::asinh(std::tan(latitude)) / (2 * pi)};
}

Coordinates fromMercator(MercatorPoint at) {
  return {std::atan(std::sinh((0.5 - at.y) * 2 * pi)) * 180 / pi, std::remainder((at.x - 0.5) * 360, 360.0)};
}

MapFrame::MapFrame(const MapCamera& camera, Rect area)
    : m_camera(limited(camera)), m_area(area), m_center(mercator(m_camera.center)), m_pixels(widthAt(m_camera)) {}

MapCamera MapFrame::fitting(std::span<const Coordinates> places, Rect area, float inset) {
  if (places.empty()) return {{0, 0}, earthRound / std::max(1.0F, area.width)};
  // Counted from the first place, so that those on both sides of the 180th meridian lie together.
  const MercatorPoint first = mercator(places.front());
  double west = 0, east = 0, north = first.y, south = first.y;
  for (const Coordinates& place : places) {
    const MercatorPoint at = mercator(place);
    const double aside = std::remainder(at.x - first.x, 1.0);
    west = std::min(west, aside), east = std::max(east, aside);
    north = std::min(north, at.y), south = std::max(south, at.y);
  }
  MapCamera camera{fromMercator({first.x + (west + east) / 2, (north + south) / 2}), 0};
  const double metres = earthRound * std::cos(camera.center.latitude * pi / 180);
  const double width = std::max(40.0F, area.width - 2 * inset), height = std::max(40.0F, area.height - 2 * inset);
  const double least = static_cast<double>(leastMetresShown) / std::min(width, height);
  camera.metresPerPixel = std::max({(east - west) * metres / width, (south - north) * metres / height, least});
  return limited(camera);
}

Point MapFrame::toScreen(MercatorPoint at) const {
  const double x = std::remainder(at.x - m_center.x, 1.0) * m_pixels, y = (at.y - m_center.y) * m_pixels;
  return {m_area.x + m_area.width / 2 + static_cast<float>(x), m_area.y + m_area.height / 2 + static_cast<float>(y)};
}

Coordinates MapFrame::toPlace(Point at) const {
  const auto x = static_cast<double>(at.x - m_area.x - m_area.width / 2);
  const auto y = static_cast<double>(at.y - m_area.y - m_area.height / 2);
  return fromMercator({m_center.x + x / m_pixels, m_center.y + y / m_pixels});
}

MapCamera MapFrame::panned(float dx, float dy) const {
  const Point middle{m_area.x + m_area.width / 2 - dx, m_area.y + m_area.height / 2 - dy};
  MapCamera moved{toPlace(middle), m_camera.metresPerPixel};
  // What is seen keeps its size: the projection's scale grows with the latitude.
  moved.metresPerPixel *= std::cos(moved.center.latitude * pi / 180) / std::cos(m_camera.center.latitude * pi / 180);
  return limited(moved);
}

MapCamera MapFrame::zoomed(double factor, Point fixed) const {
  const double metres = std::clamp(m_camera.metresPerPixel / factor, finest, coarsest);
  const auto kept = static_cast<float>(1 - metres / m_camera.metresPerPixel);
  const float dx = (fixed.x - m_area.x - m_area.width / 2) * kept;
  const float dy = (fixed.y - m_area.y - m_area.height / 2) * kept;
  MapCamera moved = panned(-dx, -dy);
  moved.metresPerPixel *= metres / m_camera.metresPerPixel;
  return limited(moved);
}

std::optional<Action> MapFrame::moved(const Motion& motion) const {
  constexpr double mostSteps = 40, quarter = 4;  // a step of the wheel is a quarter of an octave
  switch (motion.kind) {
    case Motion::Kind::Pan:
      return MoveMap{panned(motion.by.x, motion.by.y)};
    case Motion::Kind::Zoom:
      return MoveMap{zoomed(std::exp2(std::clamp(motion.steps, -mostSteps, mostSteps) / quarter), motion.at)};
    case Motion::Kind::Drop:
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<GridLine> meridians(const MapFrame& frame, float apart) {
  const Rect& area = frame.area();
  const double perPixel = 360 / widthAt(frame.camera());
  const double step = roundStep(static_cast<double>(apart) * perPixel);
  const double west = frame.camera().center.longitude - static_cast<double>(area.width) / 2 * perPixel;
  std::vector<GridLine> lines;
  forSteps(west, west + static_cast<double>(area.width) * perPixel, step, [&](double degrees) {
    const auto x = area.x + static_cast<float>((degrees - west) / perPixel);
    lines.push_back({degrees, x, degreesText(std::remainder(degrees, 360.0), step, " E", " W")});
  });
  return lines;
}

std::vector<GridLine> parallels(const MapFrame& frame, float apart) {
  const Rect& area = frame.area();
  const double center = frame.camera().center.latitude;
  const double perPixel = 360 / widthAt(frame.camera()) * std::cos(center * pi / 180);
  const double step = roundStep(static_cast<double>(apart) * perPixel);
  const double south = frame.toPlace({area.x, area.bottom()}).latitude,
               north = frame.toPlace({area.x, area.y}).latitude;
  std::vector<GridLine> lines;
  forSteps(south, north, step, [&](double degrees) {
    const float y = frame.toScreen(Coordinates{degrees, frame.camera().center.longitude}).y;
    lines.push_back({degrees, y, degreesText(degrees, step, " N", " S")});
  });
  return lines;
}

std::string distanceText(double kilometres) {
  if (!std::isfinite(kilometres)) return "\u2013";
  if (kilometres < 0.9995) return tr("%1 m", {grouped(static_cast<std::size_t>(std::round(kilometres * 1000)))});
  if (kilometres < 99.95) return tr("%1 km", {fixedText(kilometres, 1)});
  return tr("%1 km", {grouped(static_cast<std::size_t>(std::round(kilometres)))});
}

ScaleBar scaleBar(const MapFrame& frame, float most) {
  const double metresPerPixel = frame.camera().metresPerPixel;
  double metres = roundStep(static_cast<double>(most) * metresPerPixel);
  // The next lower one of 1, 2, 5.
  while (metres > static_cast<double>(most) * metresPerPixel) {
    const double lead = metres / std::pow(10.0, std::floor(std::log10(metres) + 1e-9));
    metres /= lead > 4 ? 2.5 : 2;
  }
  const bool far = metres >= 1000;
  const std::string number =
      metres < 1 ? scoreText(metres) : grouped(static_cast<std::size_t>(std::round(far ? metres / 1000 : metres)));
  return {metres, static_cast<float>(metres / metresPerPixel), far ? tr("%1 km", {number}) : tr("%1 m", {number})};
}

LabelPlacer::LabelPlacer(Rect bounds)
    : m_bounds(bounds), m_columns(static_cast<std::size_t>(std::max(0.0F, bounds.width) / dotSquare) + 1) {}

void LabelPlacer::avoid(Point dot) {
  if (!m_bounds.contains(dot)) return;
  if (m_dots.empty())
    m_dots.resize(m_columns * (static_cast<std::size_t>(std::max(0.0F, m_bounds.height) / dotSquare) + 1));
  ++m_dots[static_cast<std::size_t>((dot.y - m_bounds.y) / dotSquare) * m_columns +
           static_cast<std::size_t>((dot.x - m_bounds.x) / dotSquare)];
}

std::size_t LabelPlacer::dotsBelow(const Rect& rect) const {
  if (m_dots.empty()) return 0;
  const auto index = [](float length) { return static_cast<std::size_t>(std::max(0.0F, length) / dotSquare); };
  std::size_t count = 0;
  for (std::size_t row = index(rect.y - m_bounds.y); row <= index(rect.bottom() - m_bounds.y); ++row)
    for (std::size_t column = index(rect.x - m_bounds.x); column <= index(rect.right() - m_bounds.x); ++column)
      if (column < m_columns && row * m_columns + column < m_dots.size()) count += m_dots[row * m_columns + column];
  return count;
}

std::optional<Rect> LabelPlacer::place(Point mark, float radius, Size text) {
  constexpr float gap = 3;
  const float away = radius + gap, w = text.width, h = text.height;
  const std::array<Point, 8> corners{{{mark.x - w / 2, mark.y + away},
                                      {mark.x - w / 2, mark.y - away - h},
                                      {mark.x + away, mark.y - h / 2},
                                      {mark.x - away - w, mark.y - h / 2},
                                      {mark.x + away * 0.7F, mark.y + away * 0.7F},
                                      {mark.x - away * 0.7F - w, mark.y + away * 0.7F},
                                      {mark.x + away * 0.7F, mark.y - away * 0.7F - h},
                                      {mark.x - away * 0.7F - w, mark.y - away * 0.7F - h}}};
  std::optional<Rect> best;
  std::size_t fewest = 0;
  for (const Point corner : corners) {
    const Rect rect{corner.x, corner.y, w, h};
    if (rect.x < m_bounds.x || rect.y < m_bounds.y || rect.right() > m_bounds.right() ||
        rect.bottom() > m_bounds.bottom())
      continue;
    const auto covers = [&](const Rect& other) {
      return rect.x < other.right() && other.x < rect.right() && rect.y < other.bottom() && other.y < rect.bottom();
    };
    if (std::ranges::any_of(m_taken, covers)) continue;
    const std::size_t dots = dotsBelow(rect);
    if (best && dots >= fewest) continue;
    best = rect;
    fewest = dots;
    if (dots == 0) break;
  }
  if (best) m_taken.push_back(*best);
  return best;
}

}  // namespace sojourn::present
