// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/places/map_background.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "model/core/translation.h"

namespace sojourn::present {
namespace {

constexpr double tileSide = 256;
/// More than any window shows.
constexpr int mostTiles = 400;
/// Points of one picture: more would take longer than a frame, and cover each other.
constexpr std::size_t mostPoints = 40'000;

/// How a kind is painted: areas with a fill, lines and outlines with a width.
struct KindStyle {
  MapFeatureKind kind;
  float width;       ///< of lines, and of outlines where areas have no fill
  double shownUpTo;  ///< metres per pixel
};
/// In the order of drawing.
constexpr std::array<KindStyle, 10> kindStyles{{{MapFeatureKind::Green, 1, 400},
                                                {MapFeatureKind::Water, 1.2F, 1e9},
                                                {MapFeatureKind::Building, 0.8F, 6},
                                                {MapFeatureKind::District, 1, 1e9},
                                                {MapFeatureKind::Other, 1, 1e9},
                                                {MapFeatureKind::Waterway, 1.2F, 200},
                                                {MapFeatureKind::Path, 0.7F, 8},
                                                {MapFeatureKind::Road, 1, 45},
                                                {MapFeatureKind::Rail, 1, 150},
                                                {MapFeatureKind::MajorRoad, 2, 1e9}}};

/// Who gets points where there are too many.
constexpr std::array<MapFeatureKind, kindStyles.size()> byImportance{
    MapFeatureKind::District, MapFeatureKind::Water, MapFeatureKind::MajorRoad, MapFeatureKind::Rail,
    MapFeatureKind::Waterway, MapFeatureKind::Green, MapFeatureKind::Other,     MapFeatureKind::Road,
    MapFeatureKind::Building, MapFeatureKind::Path};

Color colorOf(MapFeatureKind kind, bool filled, const Theme& theme) {
  const auto over = [&](Color color, float share) { return mix(theme.field, color, share); };
  switch (kind) {
    case MapFeatureKind::Water:
    case MapFeatureKind::Waterway:
      return over(theme.less, filled ? 0.13F : 0.25F);
    case MapFeatureKind::Green:
      return over(theme.ok, 0.09F);
    case MapFeatureKind::Building:
      return theme.track;
    case MapFeatureKind::District:
      return theme.mid;
    case MapFeatureKind::MajorRoad:
      return over(theme.mid, 0.62F);
    case MapFeatureKind::Rail:
      return theme.pale;
    default:
      return theme.border;
  }
}

bool isFilled(const MapLayer::Part& part) {
  using enum MapFeatureKind;
  return part.polygon && (part.kind == Green || part.kind == Water || part.kind == Building);
}

class BackgroundPainter {
 public:
  BackgroundPainter(SceneBuilder& builder, Scene& scene, const MapFrame& frame, const MapBackground& background)
      : m_builder(builder), m_scene(scene), m_frame(frame), m_background(background), m_bounds(frame.area().inset(-6)) {
    const Coordinates northWest = frame.toPlace({m_bounds.x, m_bounds.y}),
                      southEast = frame.toPlace({m_bounds.right(), m_bounds.bottom()});
    m_seen.add(toGeoPoint(northWest));
    m_seen.add(toGeoPoint(southEast));
  }

  void paintTiles() {
    // Around the middle: what is half a world away is drawn on the nearer side.
    const MercatorPoint middle = mercator(m_frame.camera().center);
    const Point at = m_frame.toScreen(middle), east = m_frame.toScreen(MercatorPoint{middle.x + 0.001, middle.y});
    const double across = (static_cast<double>(east.x) - static_cast<double>(at.x)) / 0.001;
    const double originX = static_cast<double>(at.x) - middle.x * across,
                 originY = static_cast<double>(at.y) - middle.y * across;
    // Tiles are enlarged up to 1.4 times rather than made small: their names stay readable.
    const int zoom = std::clamp(static_cast<int>(std::lround(std::log2(across / tileSide))), m_background.leastZoom,
                                m_background.mostZoom);
    const int count = 1 << zoom;
    const double side = across / count;
    const Rect& area = m_frame.area();
    const auto first = [&](double begin) { return std::max(0, static_cast<int>(std::floor(-begin / side))); };
    const auto last = [&](double begin, float room) {
      return std::min(count - 1, static_cast<int>(std::floor((static_cast<double>(room) - begin) / side)));
    };
    const int left = first(originX), right = last(originX, area.width), top = first(originY),
              bottom = last(originY, area.height);
    // Far outside of the zooms that the file has.
    if (right < left || bottom < top || static_cast<std::int64_t>(right - left + 1) * (bottom - top + 1) > mostTiles)
      return;
    for (int y = top; y <= bottom; ++y)
      for (int x = left; x <= right; ++x) {
        const auto picture = m_background.tile({zoom, x, y});
        if (!picture || !picture->pixels) continue;
        const auto edge = [&](double begin, int number) { return static_cast<float>(begin + side * number); };
        const float x0 = edge(originX, x), y0 = edge(originY, y);
        m_scene.shapes.emplace_back(ImageShape{.rect = {x0, y0, edge(originX, x + 1) - x0, edge(originY, y + 1) - y0},
                                               .columns = picture->columns,
                                               .rows = picture->rows,
                                               .pixels = picture->pixels,
                                               .smooth = true,
                                               // Marks and words of ours stay ahead of the map's own.
                                               .opacity = m_builder.theme().dark ? 0.4F : 0.6F});
      }
  }

  void paintLayers() {
    const double metres = m_frame.camera().metresPerPixel;
    for (const auto& layer : m_background.layers) {
      const MapLayer::Level& level = layer->levelFor(metres);
      for (const MapLayer::Part& part : level.parts())
        if (part.box.overlaps(m_seen)) m_parts[part.kind].push_back({layer.get(), &level, &part});
    }
    // What matters most takes its points first; then all is drawn from the ground up.
    std::map<MapFeatureKind, std::vector<Shape>> shapes;
    for (const MapFeatureKind kind : byImportance) {
      const auto found = m_parts.find(kind);
      const KindStyle& style = *std::ranges::find(kindStyles, kind, &KindStyle::kind);
      if (found == m_parts.end() || metres > style.shownUpTo) continue;
      for (const bool filled : {true, false})
        if (auto made = shapeOf(style, found->second, filled)) shapes[kind].push_back(std::move(*made));
    }
    for (const KindStyle& style : kindStyles)
      for (Shape& shape : shapes[style.kind]) m_scene.shapes.push_back(std::move(shape));
  }

 private:
  struct Seen {
    const MapLayer* layer;
    const MapLayer::Level* level;
    const MapLayer::Part* part;
  };

  [[nodiscard]] Point screenOf(GeoPoint point) const { return m_frame.toScreen(toCoordinates(point)); }

  /// Nothing where the map shows none of these.
  [[nodiscard]] std::optional<Shape> shapeOf(const KindStyle& style, const std::vector<Seen>& parts, bool filled) {
    auto paths = std::make_shared<PathsShape::Paths>();
    const auto addRing = [&](const std::vector<Point>& ring) {
      paths->points.insert(paths->points.end(), ring.begin(), ring.end());
      paths->ringEnds.push_back(paths->points.size());
      m_points += ring.size();
    };
    for (const Seen& seen : parts) {
      if (isFilled(*seen.part) != filled) continue;
      if (m_points > mostPoints) break;
      const std::size_t before = paths->ringEnds.size();
      for (std::size_t r = 0; r < seen.part->rings; ++r) {
        std::vector<Point> ring;
        for (const GeoPoint point : seen.level->ring(*seen.part, r)) ring.push_back(screenOf(point));
        if (filled) {
          if (const auto cut = clippedRing(std::move(ring), m_bounds); !cut.empty()) addRing(cut);
        } else {
          for (const std::vector<Point>& piece : clippedLine(ring, m_bounds)) {
            addRing(piece);
            paths->pathEnds.push_back(paths->ringEnds.size());
          }
        }
      }
      if (filled && paths->ringEnds.size() > before) paths->pathEnds.push_back(paths->ringEnds.size());
    }
    if (paths->pathEnds.empty()) return std::nullopt;
    return PathsShape{std::move(paths), colorOf(style.kind, filled, m_builder.theme()), filled ? 0 : style.width};
  }

  SceneBuilder& m_builder;
  Scene& m_scene;
  const MapFrame& m_frame;
  const MapBackground& m_background;
  Rect m_bounds;  ///< what is painted: the map and a little around it
  GeoBox m_seen;
  std::map<MapFeatureKind, std::vector<Seen>> m_parts;
  std::size_t m_points = 0;
};

}  // namespace

void paintBackground(SceneBuilder& builder, Scene& scene, const MapFrame& frame, const MapBackground& background) {
  BackgroundPainter painter(builder, scene, frame, background);
  if (background.tile) painter.paintTiles();
  painter.paintLayers();
}

void paintDistrictNames(SceneBuilder& builder, const MapFrame& frame, const MapBackground& background,
                        LabelPlacer& labels) {
  std::set<std::string> written;
  const Rect& area = frame.area();
  for (const auto& layer : background.layers)
    for (const MapLayer::Part& part : layer->levelFor(frame.camera().metresPerPixel).parts()) {
      if (part.kind != MapFeatureKind::District) continue;
      const std::string& name = layer->names()[part.feature];
      if (name.empty() || written.contains(name)) continue;
      // In the middle of what is seen of it, where it has room; each name once.
      const Point least = frame.toScreen(toCoordinates(part.box.least)),
                  most = frame.toScreen(toCoordinates(part.box.most));
      const float left = std::max(least.x, 0.0F), right = std::min(most.x, area.width), top = std::max(most.y, 0.0F),
                  bottom = std::min(least.y, area.height);
      const Size size{builder.width(name, smallFont) + 4, 15};
      if (right - left < size.width + 12 || bottom - top < 2 * size.height) continue;
      const auto place = labels.place({(left + right) / 2, (top + bottom) / 2}, 0, size);
      if (!place) continue;
      written.insert(name);
      builder.text(*place, name, builder.theme().text3, smallFont, Align::Center);
    }
}

void paintAttribution(SceneBuilder& builder, const MapFrame& frame, const MapBackground& background, float above,
                      LabelPlacer& labels) {
  if (background.attribution.empty()) return;
  const Rect& area = frame.area();
  const float wide = std::min(builder.width(background.attribution, smallFont) + 8, area.width - 24);
  const Rect room{area.width - 8 - wide, area.height - above, wide, 16};
  const Color ground = builder.theme().field;
  builder.box(room, Color{ground.r, ground.g, ground.b, 190}, 3);
  builder.text(room.inset(2), background.attribution, builder.theme().text2, smallFont, Align::Right);
  builder.hit(room, {}, background.attribution, background.attribution);
  labels.keepFree(room);
}

std::vector<std::vector<Point>> clippedLine(const std::vector<Point>& line, const Rect& to) {
  std::vector<std::vector<Point>> pieces;
  bool open = false;  // the last piece goes on
  for (std::size_t i = 1; i < line.size(); ++i) {
    // Liang and Barsky 1984: the part of the segment between two of its shares.
    const Point a = line[i - 1], b = line[i];
    const float dx = b.x - a.x, dy = b.y - a.y;
    float from = 0, until = 1;
    bool inside = true;
    for (const auto& [step, room] :
         {std::pair{-dx, a.x - to.x}, {dx, to.right() - a.x}, {-dy, a.y - to.y}, {dy, to.bottom() - a.y}}) {
      if (step == 0) {
        inside = inside && room >= 0;
      } else if (step < 0) {
        from = std::max(from, room / step);
      } else {
        until = std::min(until, room / step);
      }
    }
    if (!inside || from > until) {
      open = false;
      continue;
    }
    const auto at = [&](float share) { return Point{a.x + share * dx, a.y + share * dy}; };
    if (!open || from > 0) pieces.push_back({at(from)});
    pieces.back().push_back(until < 1 ? at(until) : b);
    open = until == 1;
  }
  return pieces;
}

std::vector<Point> clippedRing(std::vector<Point> ring, const Rect& to) {
  // Sutherland and Hodgman 1974: one side of the rectangle after the other.
  const auto cut = [&](auto inside, auto crossing) {
    std::vector<Point> kept;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i], b = ring[(i + 1) % ring.size()];
      if (inside(a)) kept.push_back(a);
      if (inside(a) != inside(b)) kept.push_back(crossing(a, b));
    }
    ring = std::move(kept);
  };
  const auto atX = [](float x) {
    return [x](Point a, Point b) { return Point{x, a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y)}; };
  };
  const auto atY = [](float y) {
    return [y](Point a, Point b) { return Point{a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), y}; };
  };
  cut([&](Point p) { return p.x >= to.x; }, atX(to.x));
  cut([&](Point p) { return p.x <= to.right(); }, atX(to.right()));
  cut([&](Point p) { return p.y >= to.y; }, atY(to.y));
  cut([&](Point p) { return p.y <= to.bottom(); }, atY(to.bottom()));
  if (ring.size() < 3) ring.clear();
  return ring;
}

}  // namespace sojourn::present
