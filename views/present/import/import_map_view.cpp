// SPDX-License-Identifier: GPL-3.0-or-later
// Draws where the fixes, stays and places of an input are.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/import/import_views.h"
#include "views/present/import/place_card.h"
#include "views/present/places/map_ground.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr std::size_t mostNamed = 5;
constexpr std::size_t mostUncovered = 40;  // places that no name lies on
constexpr float markRadius = 9;
constexpr float widestName = 170;
constexpr float leastCircle = 4, mostCircle = 26;
/// Of the positions that the map shows without being moved: a trip across the world would make it a dot.
constexpr double framedShare = 0.9;

Color withAlpha(Color color, float alpha) {
  color.a = static_cast<std::uint8_t>(std::lround(alpha * 255));
  return color;
}

/// Positions around the median, without those furthest from it.
std::vector<Coordinates> middleOf(std::vector<Coordinates> positions) {
  if (positions.size() < 3) return positions;
  const auto medianOf = [&](double Coordinates::*part) {
    const auto middle = positions.begin() + std::ssize(positions) / 2;
    std::ranges::nth_element(positions, middle, {}, part);
    return (*middle).*part;
  };
  const Coordinates center{medianOf(&Coordinates::latitude), medianOf(&Coordinates::longitude)};
  const auto kept = static_cast<std::ptrdiff_t>(std::ceil(framedShare * static_cast<double>(positions.size())));
  std::ranges::nth_element(positions, positions.begin() + kept - 1, {}, [&](const Coordinates& one) {
    return std::hypot(one.latitude - center.latitude,
                      (one.longitude - center.longitude) * std::cos(center.latitude * std::numbers::pi / 180));
  });
  positions.resize(static_cast<std::size_t>(kept));
  return positions;
}

class ImportMapPainter {
 public:
  ImportMapPainter(const ImportMapInput& input, const Canvas& canvas)
      : m_input(input),
        m_canvas(canvas),
        m_area{0, 0, canvas.size.width, canvas.size.height},
        m_builder(m_scene, canvas),
        m_frame(camera(), m_area) {
    m_scene.size = m_scene.contentSize = canvas.size;
    m_visits.resize(input.made->places.size());
    for (const PreparedVisit& visit : input.made->visits)
      if (visit.place < m_visits.size()) ++m_visits[visit.place];
  }

  Scene take() {
    const Theme& theme = m_canvas.theme;
    m_builder.box(m_area, theme.field);
    if (m_input.background) paintBackground(m_builder, m_scene, m_frame, *m_input.background);
    if (m_input.fixes && m_input.input) paintFixes();
    paintGrid(m_builder, m_frame);
    if (m_input.staypoints) paintStays();
    LabelPlacer labels(m_area);
    labels.keepFree({0, m_area.height - lowerEdge, m_area.width, lowerEdge});
    paintGridLabels(m_builder, m_frame, labels);
    if (m_input.background) paintAttribution(m_builder, m_frame, *m_input.background, 36, labels);
    if (m_input.places) paintPlaces(labels);
    if (m_input.background) paintDistrictNames(m_builder, m_frame, *m_input.background, labels);
    paintMapButtons(m_builder, m_scene, m_frame);
    if (m_input.marked)
      m_builder.circle(m_frame.toScreen(shown(*m_input.marked)), markRadius, Color{0, 0, 0, 0}, m_canvas.theme.accent, 2.4F);
    if (m_pointed) {
      const auto& [color, at, radius] = *m_pointed;
      m_builder.circle(at, radius, withAlpha(color, 0.42F), m_canvas.theme.accent, 2.4F);
      paintPlaceCard(m_builder, placeFacts(*m_input.made, *m_input.pointed), nameOf(*m_input.pointed),
                     escapeForDisplay(m_input.made->settings.timeZone, 40), color, at, m_area);
    }
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] Coordinates shown(Coordinates at) const { return m_input.exact ? at : roundedPosition(at); }
  [[nodiscard]] MapCamera camera() const {
    if (m_input.camera) return *m_input.camera;
    std::vector<Coordinates> positions;
    for (const PreparedPlace& place : m_input.made->places)
      if (place.centre) positions.push_back(shown(*place.centre));
    for (const PreparedStaypoint& row : m_input.made->staypoints)
      if (positions.size() < 20'000) positions.push_back(shown(row.stay.centre));
    return MapFrame::fitting(middleOf(std::move(positions)), m_area, 48);
  }
  void paintFixes() {
    const std::vector<FixCell>& cells = m_input.input->cells;
    if (cells.empty()) return;
    const double most = std::log1p(static_cast<double>(std::ranges::max(cells, {}, &FixCell::fixes).fixes));
    const float side = std::max(1.5F, static_cast<float>(positionGridMetres / m_frame.camera().metresPerPixel));
    for (const FixCell& cell : cells) {
      const Point at = m_frame.toScreen(cell.center);
      if (at.x < -side || at.y < -side || at.x > m_area.width + side || at.y > m_area.height + side) continue;
      const auto share = static_cast<float>(std::log1p(static_cast<double>(cell.fixes)) / most);
      m_builder.box({at.x - side / 2, at.y - side / 2, side, side},
                    withAlpha(m_canvas.theme.solid, 0.04F + 0.16F * share));
    }
  }
  /// Stays that share a position stand around it in a spiral, so that each can be seen.
  void paintStays() {
    std::map<std::pair<double, double>, std::size_t> taken;
    const Theme& theme = m_canvas.theme;
    constexpr float apart = 2.3F;
    constexpr std::size_t mostAround = 400;
    DotsShape dots;
    auto made = std::make_shared<std::vector<DotsShape::Dot>>();
    for (const PreparedStaypoint& row : m_input.made->staypoints) {
      const Coordinates at = shown(row.stay.centre);
      const std::size_t before = taken[{at.latitude, at.longitude}]++;
      if (before >= mostAround) continue;
      Point point = m_frame.toScreen(at);
      if (point.x < 0 || point.y < 0 || point.x > m_area.width || point.y > m_area.height) continue;
      // Vogel's spiral: equal area for each.
      constexpr float goldenAngle = 2.39996F;
      const float radius = apart * std::sqrt(static_cast<float>(before)),
                  angle = goldenAngle * static_cast<float>(before);
      point = {point.x + radius * std::cos(angle), point.y + radius * std::sin(angle)};
      made->push_back({point, 1.6F, row.place >= 0 ? theme.solid : withAlpha(theme.mid, 0.75F)});
    }
    dots.dots = std::move(made);
    m_scene.shapes.emplace_back(std::move(dots));
  }
  void paintPlaces(LabelPlacer& labels) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_input.made->places.size(); ++i)
      if (m_input.made->places[i].centre && m_visits[i] > 0) order.push_back(i);
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return m_visits[i]; });
    if (order.empty()) return;
    const auto most = static_cast<float>(m_visits[order.front()]);
    const auto radiusOf = [&](std::size_t i) {
      return std::max(leastCircle, mostCircle * std::sqrt(static_cast<float>(m_visits[i]) / most));
    };
    const auto shownAt = [&](std::size_t i) { return m_frame.toScreen(shown(*m_input.made->places[i].centre)); };
    for (std::size_t rank = 0; rank < std::min(mostUncovered, order.size()); ++rank) {
      const Point at = shownAt(order[rank]);
      const float radius = radiusOf(order[rank]);
      labels.keepFree({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    }
    // Large ones first, so that small ones lie on top.
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      const std::size_t i = order[rank];
      const Point at = shownAt(i);
      const float radius = radiusOf(i);
      if (at.x < -radius || at.y < -radius || at.x > m_area.width + radius || at.y > m_area.height + radius) continue;
      const bool named = rank < mostNamed;
      const Color color = named ? placePalette[rank] : m_canvas.theme.solid;
      m_builder.circle(at, radius, withAlpha(color, named ? 0.42F : 0.08F), named ? edgeOf(color) : m_canvas.theme.mid,
                       named ? 1.6F : 1.0F);
      const std::string name = nameOf(i);
      const std::string text = tr("%1: %2 visits", {name, grouped(m_visits[i])});
      HitArea& area =
          m_builder.hit({at.x - radius, at.y - radius, 2 * radius, 2 * radius}, {}, text, std::to_string(m_visits[i]));
      area.preview = PointPlace{i};
      area.previewTells = true;
      if (m_input.pointed == i) m_pointed = {color, at, radius};
      m_scene.table.add(name, static_cast<double>(m_visits[i]));
      if (!named) continue;
      const std::string label =
          tr("%1: %2 visits", {m_builder.fittingName(name, widestName, smallFont), grouped(m_visits[i])});
      const Size size{m_builder.width(label, smallFont) + 6, 15};
      if (const auto place = labels.place(at, radius, size)) {
        m_builder.box(*place, withAlpha(m_canvas.theme.panel, 0.8F), 3);
        m_builder.text(*place, label, m_canvas.theme.text, smallFont, Align::Center);
      }
    }
  }
  [[nodiscard]] std::string nameOf(std::size_t i) const {
    const PreparedPlace& place = m_input.made->places[i];
    if (!place.name.empty()) return escapeForDisplay(place.name);
    return m_input.made->placesGiven ? escapeForDisplay(place.id) : tr("Place %1", {place.id});
  }
  void describe() {
    const Preparation& made = *m_input.made;
    m_scene.table.columns = {"place", "visits"};
    m_scene.caption = made.placesGiven ? tr("%1 places", {grouped(made.places.size())})
                                       : tr("%1 staypoints, %2 places",
                                            {grouped(made.staypoints.size()), grouped(made.places.size())});
    m_scene.captionRight = m_input.exact ? tr("exact positions") : tr("rounded to cells of 500 m");
    m_scene.summary =
        tr("A map of %1 staypoints and %2 places.", {grouped(made.staypoints.size()), grouped(made.places.size())});
  }

  const ImportMapInput& m_input;
  const Canvas& m_canvas;
  Rect m_area;
  Scene m_scene;
  SceneBuilder m_builder;
  MapFrame m_frame;
  std::vector<std::size_t> m_visits;  ///< of each place
  struct Pointed {
    Color color;
    Point at;
    float radius = 0;
  };
  std::optional<Pointed> m_pointed;  ///< where it is drawn
};

}  // namespace

ViewContent importMapContent(const ImportMapInput& input, const Canvas& canvas) {
  if (!input.made) return EmptyState{.title = tr("Nothing has been read yet"), .detail = {}};
  const bool any =
      !input.made->staypoints.empty() ||
      std::ranges::any_of(input.made->places, [](const PreparedPlace& place) { return place.centre.has_value(); });
  if (!any)
    return EmptyState{.title = tr("There is no position to show"), .detail = tr("The counts below say what is read.")};
  return ImportMapPainter(input, canvas).take();
}

}  // namespace sojourn::present
