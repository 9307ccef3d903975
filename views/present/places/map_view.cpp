// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one map.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/translation.h"
#include "model/data/edit/sequence_flags.h"
#include "views/present/places/map_ground.h"
#include "views/present/places/map_path.h"
#include "views/present/places/map_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr std::size_t mostCircles = 8;  ///< beside the visited places
constexpr float shownFrom = 0.004F;     ///< P
constexpr float leastRadius = 2.5F;

/// A place with a circle.
struct MapCircle {
  LocationId location = 0;
  double probability = 0, copied = 0, generated = 0;
  std::size_t rank = 0;  ///< from 1; 0 where the model does not list it
  const MapPlace* place = nullptr;
  Point center{};
  float radius = 0;
};

class PlacesMapPainter {
 public:
  PlacesMapPainter(const MapInput& input, const Canvas& canvas)
      : m_input(input),
        m_sample(input.sample),
        m_area{0, 0, canvas.size.width, canvas.size.height},
        m_builder(m_scene, canvas),
        m_labels({4, 4, canvas.size.width - 8, canvas.size.height - lowerEdge - 4}),
        m_frame(input.options.camera ? *input.options.camera : fittingCamera(), m_area) {
    m_scene.size = m_scene.contentSize = canvas.size;
  }

  Scene paint() {
    chooseCircles();
    m_builder.box(m_area, theme().field);
    if (m_input.background) paintBackground(m_builder, m_scene, m_frame, *m_input.background);
    paintGrid(m_builder, m_frame);
    const DotsShape dots = mapDots(m_input, m_frame, theme());
    for (const DotsShape::Dot& dot : *dots.dots) m_labels.avoid(dot.center);
    m_scene.shapes.emplace_back(dots);
    paintGridLabels(m_builder, m_frame, m_labels);
    paintPath();
    paintCircles();
    paintTray();
    paintLegend();
    if (m_input.background) paintAttribution(m_builder, m_frame, *m_input.background, 52, m_labels);
    paintLabels();
    if (m_input.background) paintDistrictNames(m_builder, m_frame, *m_input.background, m_labels);
    paintMapButtons(m_builder, m_scene, m_frame);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] const Sequence& sequence() const { return m_sample.inspection->sequence; }
  /// Shows the framed places above the tray, where there is one, and left of the buttons.
  [[nodiscard]] MapCamera fittingCamera() const {
    const auto hasNone = [&](LocationId location) { return !m_input.places->find(location); };
    const bool tray = std::ranges::any_of(sequence().visits, hasNone, &Visit::location) ||
                      (sequence().target && hasNone(*sequence().target));
    Rect room{m_area.x, m_area.y, m_area.width - 24, m_area.height - lowerEdge};
    if (tray) room.height -= std::min(fullRadius() + 16, m_area.height * 0.2F);
    const MapCamera fitted = MapFrame::fitting(m_input.framed, room, fullRadius() + 10);
    return {MapFrame(fitted, room).toPlace({m_area.x + m_area.width / 2, m_area.y + m_area.height / 2}),
            fitted.metresPerPixel};
  }
  /// Of P = 1.
  [[nodiscard]] float fullRadius() const {
    return std::clamp(std::min(m_area.width, m_area.height) * 0.13F, 24.0F, 54.0F);
  }
  [[nodiscard]] float radiusOf(double share) const {
    return share > 0 ? std::max(leastRadius, fullRadius() * std::sqrt(toUnit(share))) : leastRadius;
  }
  [[nodiscard]] Color veil() const {
    const Color ground = theme().field;
    return {ground.r, ground.g, ground.b, 170};
  }
  [[nodiscard]] bool isTarget(LocationId location) const { return sequence().target == location; }

  [[nodiscard]] bool hasCircle(LocationId location) const {
    return std::ranges::find(m_circles, location, &MapCircle::location) != m_circles.end();
  }

  void chooseCircles() {
    const auto add = [&](LocationId location) {
      if (location == paddingLocation || hasCircle(location)) return;
      m_circles.push_back(circleOf(location));
    };
    if (m_input.inspection)
      for (const Candidate& candidate : m_input.inspection->ranking) {
        if (candidate.probability < shownFrom || m_circles.size() >= mostCircles) break;
        add(candidate.location);
      }
    else
      for (std::size_t i = 0; i < std::min<std::size_t>(m_input.ranking.size(), 5); ++i) add(m_input.ranking[i]);
    if (sequence().target) add(*sequence().target);
    for (const Visit& visit : sequence().visits) add(visit.location);
    std::ranges::stable_sort(m_circles, std::greater(), &MapCircle::radius);
  }

  [[nodiscard]] MapCircle circleOf(LocationId location) const {
    MapCircle circle{.location = location, .place = m_input.places->find(location)};
    if (m_input.inspection) {
      const RankedCandidate found = candidateOf(*m_input.inspection, location);
      circle.rank = found.rank;
      if (found.candidate) {
        circle.probability = static_cast<double>(found.candidate->probability);
        circle.copied = static_cast<double>(found.candidate->copied);
        circle.generated = static_cast<double>(found.candidate->generated);
      }
    } else {
      const auto found = std::ranges::find(m_input.ranking, location);
      if (found != m_input.ranking.end()) circle.rank = static_cast<std::size_t>(found - m_input.ranking.begin()) + 1;
    }
    circle.radius = m_input.inspection ? radiusOf(shareOf(circle)) : circle.rank > 0 ? 9 : leastRadius;
    if (circle.place) circle.center = m_frame.toScreen(circle.place->at);
    return circle;
  }
  [[nodiscard]] double shareOf(const MapCircle& circle) const {
    return m_input.options.circles == CircleMeasure::Copied ? circle.copied : circle.probability;
  }

  /// What areas and fills are, at the lower right.
  void paintLegend() {
    std::string text = !m_input.inspection ? tr("numbers: ranks")
                       : m_input.options.circles == CircleMeasure::Copied
                           ? tr("area = copied mass")
                           : tr("area = P; %1", {m_input.inspection->gate ? tr("filled: copied, hatched: generated")
                                                                          : tr("hatched: generated")});
    const float room = m_area.width - 24 - m_trayWidth;
    if (m_builder.width(text, smallFont) > room && m_input.inspection) text = tr("area = P");
    const float wide = std::min(room, m_builder.width(text, smallFont) + 2);
    const Rect legend{m_area.width - 12 - wide, m_area.height - 34, wide, 16};
    m_builder.box(legend.inset(-1), veil(), 3);
    m_builder.text(legend, text, theme().text2, smallFont, Align::Right);
    m_labels.keepFree(legend);
  }

  void paintPath() {
    const Color line = mix(theme().field, theme().text, theme().dark ? 0.62F : 0.55F);
    for (const PathLeg& leg : pathLegs(m_sample, *m_input.places)) {
      if (m_input.options.moment && leg.began > *m_input.options.moment) continue;
      paintLeg(m_scene, m_frame, leg, m_input.places->find(leg.from)->position, m_input.places->find(leg.to)->position,
               line);
    }
  }

  /// What the pointer or a click chose, where it has no circle: a ring round its dot.
  void paintChosenDot() {
    const Selection& selection = m_sample.selection;
    for (const auto& [location, strong] :
         {std::pair{selection.hovered.location, false}, std::pair{selection.selected.location, true}}) {
      const MapPlace* place = location ? m_input.places->find(*location) : nullptr;
      if (!place || hasCircle(*location)) continue;
      const Point center = m_frame.toScreen(place->at);
      if (!m_area.contains(center)) continue;
      m_builder.circle(center, 4, theme().text);
      ring(center, 8, strong ? 2.0F : 1.2F);
      m_chosen.push_back({*location, center});
    }
  }

  void ring(Point center, float radius, float width) {
    m_scene.shapes.emplace_back(CircleShape{center, radius, {}, theme().accent, width});
  }

  void paintCircles() {
    paintChosenDot();
    for (const MapCircle& circle : m_circles) {
      if (!circle.place || !m_area.inset(-circle.radius).contains(circle.center)) continue;
      paintCircle(circle, circle.center);
      const float reach = std::max(circle.radius, 7.0F);
      m_builder.hit({circle.center.x - reach, circle.center.y - reach, 2 * reach, 2 * reach},
                    focusOnPlace(circle.location), labelOf(circle), placeText(m_sample, circle.location));
      const float taken = circle.radius + (isTarget(circle.location) ? 5.0F : 0.0F);
      m_labels.keepFree({circle.center.x - taken, circle.center.y - taken, 2 * taken, 2 * taken});
    }
  }

  void paintCircle(const MapCircle& circle, Point center) {
    const Swatch swatch = swatchOf(m_sample, circle.location);
    const Color color = swatch.color.value_or(theme().mid);
    const Emphasis emphasis = emphasisOfPlace(m_sample, circle.location);
    if (emphasis != Emphasis::None)
      m_scene.shapes.emplace_back(
          CircleShape{center, circle.radius + 8, Color{theme().accent.r, theme().accent.g, theme().accent.b, 70}, {}});
    if (!m_input.inspection) {
      m_builder.circle(center, circle.radius, circle.rank > 0 ? theme().field : color, color, 2);
      if (circle.rank > 0)
        m_builder.text({center.x - 9, center.y - 9, 18, 18}, std::to_string(circle.rank), theme().text, mediumBoldFont,
                       Align::Center);
    } else if (m_input.options.circles == CircleMeasure::Copied || circle.generated < 0.01 * circle.probability ||
               circle.radius <= leastRadius) {
      m_builder.circle(center, circle.radius, color, edgeOf(color));
    } else {
      const Color ground = theme().field;
      m_scene.shapes.emplace_back(CircleShape{center, circle.radius, Color{ground.r, ground.g, ground.b, 236}, {}});
      paintHatch(center, circle.radius, color);
      m_scene.shapes.emplace_back(CircleShape{center, circle.radius, {}, color, 1.2F});
      // Of one area with the whole: what is left round it is generated.
      const float inner = circle.radius * std::sqrt(toUnit(circle.copied / circle.probability));
      if (inner > 0.7F) m_builder.circle(center, inner, color);
    }
    if (isTarget(circle.location)) ring(center, circle.radius + 4.5F, 1.8F);
    if (emphasis == Emphasis::Selected) ring(center, circle.radius + 8, 2);
  }

  /// Lines at 45 degrees across a circle.
  void paintHatch(Point center, float radius, Color color) {
    const float spacing = radius < 8 ? 3.6F : 5;
    for (float away = std::ceil(-radius / spacing) * spacing; away < radius; away += spacing) {
      const float half = std::sqrt(std::max(0.0F, radius * radius - away * away)) * 0.7071F;
      const Point middle{center.x + away * 0.7071F, center.y + away * 0.7071F};
      m_builder.line({middle.x - half, middle.y + half}, {middle.x + half, middle.y - half}, color, 1);
    }
  }

  [[nodiscard]] std::string numberOf(const MapCircle& circle) const {
    if (!m_input.inspection) return circle.rank > 0 ? tr("rank %1", {std::to_string(circle.rank)}) : "";
    return probability(shareOf(circle));
  }
  [[nodiscard]] std::string nameOf(LocationId location) const {
    return placeText(m_sample, location) + (isTarget(location) ? tr(", target") : std::string());
  }

  [[nodiscard]] std::string labelOf(const MapCircle& circle) const {
    std::string text = nameOf(circle.location);
    if (m_input.inspection)
      text += tr(": P %1, copied %2, generated %3, rank %4",
                 {exactText(circle.probability), exactText(circle.copied), exactText(circle.generated),
                  circle.rank > 0 ? std::to_string(circle.rank) : "\u2013"});
    else if (circle.rank > 0)
      text += ": " + tr("rank %1", {std::to_string(circle.rank)});
    const auto visits =
        static_cast<std::size_t>(std::ranges::count(sequence().visits, circle.location, &Visit::location));
    if (visits > 0) text += "; " + countText(visits, "visit", "visits") + tr(" in these days");
    return text + (circle.place ? "; " + positionText(*circle.place, m_input.options.exact) : tr("; no coordinates"));
  }
  /// Places without coordinates: at the lower left, with circles on the same scale.
  void paintTray() {
    std::vector<MapCircle> placeless;
    for (const MapCircle& circle : m_circles)
      if (!circle.place) placeless.push_back(circle);
    if (placeless.empty()) return;
    const std::size_t most = m_area.height > 260 ? 3 : 1;
    const std::size_t more = placeless.size() > most ? placeless.size() - most : 0;
    placeless.resize(placeless.size() - more);
    float height = more > 0 ? 18.0F : 0.0F, widest = leastRadius;
    for (const MapCircle& circle : placeless) {
      height += std::max(50.0F, 2 * circle.radius + 12);
      widest = std::max(widest, circle.radius);
    }
    widest = std::max(widest, 14.0F);
    m_trayWidth = std::min(2 * widest + 120, m_area.width - 16);
    const Rect tray{8, m_area.height - lowerEdge - height - 4, m_trayWidth, height};
    m_builder.frame(tray, theme().border, 1, 4, theme().panel);
    m_labels.keepFree(tray);
    float y = tray.y;
    for (const MapCircle& circle : placeless) {
      const float row = std::max(50.0F, 2 * circle.radius + 12), left = tray.x + 2 * widest + 14;
      paintCircle(circle, {tray.x + 7 + widest, y + row / 2});
      const float right = tray.right() - left - 4;
      m_builder.text({left, y + row / 2 - 23, right, 16}, nameOf(circle.location), theme().text, mediumBoldFont);
      m_builder.text({left, y + row / 2 - 8, right, 16}, numberOf(circle), theme().text2, mediumFont);
      m_builder.text({left, y + row / 2 + 7, right, 16}, tr("no coordinates"), theme().text2, smallFont);
      m_builder.hit({tray.x, y, tray.width, row}, focusOnPlace(circle.location), labelOf(circle),
                    placeText(m_sample, circle.location));
      y += row;
    }
    if (more > 0)
      m_builder.text({tray.x + 10, y - 2, tray.width - 14, 16}, tr("%1 more without coordinates", {grouped(more)}),
                     theme().text2, smallFont);
  }

  void paintLabels() {
    // The target and what is chosen first, then by size.
    std::vector<const MapCircle*> order;
    for (const MapCircle& circle : m_circles)
      if (circle.place && m_area.contains(circle.center)) order.push_back(&circle);
    const auto weight = [&](const MapCircle* circle) {
      return (isTarget(circle->location) || emphasisOfPlace(m_sample, circle->location) != Emphasis::None ? 10.0F : 0) +
             toUnit(shareOf(*circle));
    };
    std::ranges::stable_sort(order, [&](const MapCircle* a, const MapCircle* b) { return weight(a) > weight(b); });
    for (const MapCircle* circle : order) writeLabel(*circle);
    for (const auto& [location, center] : m_chosen) {
      const std::string name = placeText(m_sample, location);
      const auto room = m_labels.place(center, 8, {m_builder.width(name, boldFont) + 2, 16});
      if (!room) continue;
      m_builder.box(room->inset(-1), veil(), 3);
      m_builder.text(*room, name, theme().text, boldFont, Align::Center);
    }
  }

  void writeLabel(const MapCircle& circle) {
    const std::string name = m_builder.fittingName(nameOf(circle.location), 150, boldFont), number = numberOf(circle);
    const float wide = std::max(m_builder.width(name, boldFont), m_builder.width(number, mediumFont)) + 2;
    const float around = circle.radius + (isTarget(circle.location) ? 5.0F : 0.0F);
    const auto room = m_labels.place(circle.center, around, {wide, number.empty() ? 16.0F : 30.0F});
    if (!room) return;
    // Lines and dots below it stay visible, but do not strike it through.
    m_builder.box(room->inset(-1), veil(), 3);
    const bool here = m_input.options.moment && !visitedBy(circle.location, *m_input.options.moment);
    m_builder.text({room->x, room->y, wide, 16}, name, here ? theme().text2 : theme().text, boldFont, Align::Center);
    m_builder.text({room->x, room->y + 14, wide, 16}, number, theme().text2, mediumFont, Align::Center);
  }
  /// A place of the window has been visited before the moment that is shown; places outside of it always count so.
  [[nodiscard]] bool visitedBy(LocationId location, std::int64_t moment) const {
    bool inWindow = false;
    for (const Visit& visit : sequence().visits) {
      if (visit.location != location) continue;
      inWindow = true;
      if (momentOf(m_sample, visit) <= moment) return true;
    }
    return !inWindow;
  }

  void describe() {
    m_scene.caption = m_input.title + ", " + m_sample.sampleText;
    m_scene.captionRight = m_input.options.exact ? tr("exact positions") : tr("positions rounded to 500 m");
    m_scene.summary = tr("Map of what %1 expects. ", {m_input.title});
    Table& table = m_scene.table;
    table.columns = {"location", "place",     "latitude",           "longitude",        "rank",           "probability",
                     "copied",   "generated", "visits_in_training", "visits_in_window", "km_from_target", "is_target"};
    const MapPlace* target = sequence().target ? m_input.places->find(*sequence().target) : nullptr;
    std::vector<MapCircle> byRank = m_circles;
    std::ranges::stable_sort(byRank, {}, [](const MapCircle& one) { return one.rank == 0 ? SIZE_MAX : one.rank; });
    for (const MapCircle& circle : byRank) {
      table.add(circle.location, placeText(m_sample, circle.location));
      const MapPlace* place = circle.place;
      if (place)
        table.extend(place->position.latitude, place->position.longitude);
      else
        table.extend(Table::absent, Table::absent);
      table.extend(circle.rank > 0 ? static_cast<double>(circle.rank) : Table::absent);
      if (m_input.inspection)
        table.extend(circle.probability, circle.copied, circle.generated);
      else
        table.extend(Table::absent, Table::absent, Table::absent);
      table.extend(place ? static_cast<double>(place->visits) : Table::absent,
                   std::ranges::count(sequence().visits, circle.location, &Visit::location),
                   place && target ? distanceKilometres(place->position, target->position) : Table::absent,
                   isTarget(circle.location));
      if (circle.rank == 1)
        m_scene.summary += tr("First is %1, %2. ", {placeText(m_sample, circle.location), numberOf(circle)});
    }
    m_scene.summary += tr("Shown with %1.", {m_scene.captionRight});
    m_scene.moreHits = [places = m_input.places, frame = m_frame](Point at) { return dotAt(*places, frame, at); };
  }

  const MapInput& m_input;
  const SampleContext& m_sample;
  Rect m_area;
  Scene m_scene;
  SceneBuilder m_builder;
  LabelPlacer m_labels;
  MapFrame m_frame;
  std::vector<MapCircle> m_circles;
  std::vector<std::pair<LocationId, Point>> m_chosen;
  float m_trayWidth = 0;
};

}  // namespace

ViewContent mapContent(const MapInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.places || input.places->all().empty())
    return EmptyState{.title = tr("This dataset has no coordinates"),
                      .detail = tr("Add %1_locations.csv with location_id, lat and lon to its folder and open it again",
                                   {input.prefix.empty() ? "NAME" : input.prefix}),
                      .buttonText = tr("Open dataset\u2026"),
                      .button = WindowCommand::OpenDataset};
  if (!input.isThere)
    return EmptyState{.title = tr("Choose a second model"),
                      .detail = tr("A checkpoint, a counting rule, or a file of predictions"),
                      .buttonText = tr("Add model\u2026"),
                      .button = WindowCommand::AddModel};
  if (!input.inspection && input.ranking.empty() && !input.state.empty())
    return EmptyState{.title = tr("Model %1 predicts nothing here", {input.letter}), .detail = input.state};
  return PlacesMapPainter(input, canvas).paint();
}

}  // namespace sojourn::present
