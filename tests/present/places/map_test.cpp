// SPDX-License-Identifier: GPL-3.0-or-later
// The maps: projection and back, areas of circles, labels, privacy, the tray, what a dot answers, the path.
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "model/data/edit/sequence_flags.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/places/map_path.h"
#include "views/present/places/map_views.h"

namespace sojourn::present {
namespace {

constexpr Coordinates beijing{39.9042, 116.4074};

TEST(MapFrameTest, ProjectsAndComesBackAtAllLatitudes) {
  for (const Coordinates place : {beijing, Coordinates{-54.8, -68.3}, Coordinates{0, 0}, Coordinates{78.2, 15.6}}) {
    const MapFrame frame({place, 7.5}, {10, 20, 500, 400});
    const Point at{123, 345};
    const Coordinates back = frame.toPlace(at);
    const Point again = frame.toScreen(back);
    EXPECT_NEAR(again.x, at.x, 0.01F);
    EXPECT_NEAR(again.y, at.y, 0.01F);
    const Point middle = frame.toScreen(place);
    EXPECT_FLOAT_EQ(middle.x, 260);
    EXPECT_FLOAT_EQ(middle.y, 220);
  }
}

TEST(MapFrameTest, AHundredPixelsAreAsLongAsTheScaleSays) {
  const MapFrame frame({beijing, 10}, {0, 0, 600, 600});
  const Coordinates middle = frame.toPlace({300, 300});
  EXPECT_NEAR(distanceKilometres(middle, frame.toPlace({400, 300})), 1.0, 0.002);
  EXPECT_NEAR(distanceKilometres(middle, frame.toPlace({300, 200})), 1.0, 0.002);
  const ScaleBar bar = scaleBar(frame, 96);
  EXPECT_EQ(bar.label, "500 m");
  EXPECT_FLOAT_EQ(bar.width, 50);
  EXPECT_EQ(scaleBar(MapFrame({beijing, 30}, {0, 0, 600, 600}), 96).label, "2 km");
}

TEST(MapFrameTest, BothSidesOfTheDateLineLieTogether) {
  const std::array places{Coordinates{-17, 179.9}, Coordinates{-17, -179.9}};
  const MapFrame frame(MapFrame::fitting(places, {0, 0, 400, 300}, 20), {0, 0, 400, 300});
  EXPECT_NEAR(frame.toScreen(places[0]).x, 20, 1);
  EXPECT_NEAR(frame.toScreen(places[1]).x, 380, 1);
}

TEST(MapFrameTest, ZoomKeepsWhatIsUnderThePointerAndPanFollowsIt) {
  const MapFrame frame({beijing, 12}, {0, 0, 640, 480});
  const Point pointer{500, 100};
  const Coordinates under = frame.toPlace(pointer);
  const auto after4 = frame.moved({.kind = Motion::Kind::Zoom, .steps = 4, .at = pointer});
  ASSERT_TRUE(after4 && after4->as<MoveMap>());
  const MapCamera zoomed = after4->as<MoveMap>()->camera;
  EXPECT_NEAR(zoomed.metresPerPixel, 6, 0.01);
  const Point after = MapFrame(zoomed, frame.area()).toScreen(under);
  EXPECT_NEAR(after.x, pointer.x, 0.3F);
  EXPECT_NEAR(after.y, pointer.y, 0.3F);
  const auto panned = frame.moved({.kind = Motion::Kind::Pan, .by = {-30, 12}});
  ASSERT_TRUE(panned && panned->as<MoveMap>());
  const Point moved = MapFrame(panned->as<MoveMap>()->camera, frame.area()).toScreen(under);
  EXPECT_NEAR(moved.x, pointer.x - 30, 0.3F);
  EXPECT_NEAR(moved.y, pointer.y + 12, 0.3F);
  EXPECT_FALSE(frame.moved({.kind = Motion::Kind::Drop}));
}

TEST(MapFrameTest, GridLinesAreRoundAndFarEnoughApart) {
  const MapFrame frame({beijing, 20}, {0, 0, 500, 500});
  const auto lines = meridians(frame, 78);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_GE(lines[1].at - lines[0].at, 78);
  EXPECT_EQ(lines[0].label, "116.36\u00B0 E");
  for (const GridLine& line : parallels(frame, 70))
    EXPECT_NEAR(frame.toScreen(Coordinates{line.degrees, 116.4}).y, line.at, 0.1F);
}

TEST(LabelPlacerTest, LabelsNeverOverlap) {
  LabelPlacer placer({0, 0, 300, 200});
  std::vector<Rect> placed;
  for (int i = 0; i < 60; ++i) {
    const Point mark{static_cast<float>(i * 37 % 300), static_cast<float>(i * 53 % 200)};
    if (const auto rect = placer.place(mark, 5, {60, 28})) placed.push_back(*rect);
  }
  ASSERT_GT(placed.size(), 8U);
  EXPECT_LT(placed.size(), 60U);
  for (std::size_t i = 0; i < placed.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const Rect &a = placed[i], &b = placed[k];
      EXPECT_FALSE(a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()) << i << ' ' << k;
    }
}

TEST(LabelPlacerTest, LabelsGoWhereTheyCoverTheFewestDots) {
  const Point mark{150, 100};
  constexpr Size text{60, 16};
  LabelPlacer plain({0, 0, 300, 200});
  const Rect usual = plain.place(mark, 5, text).value();
  LabelPlacer placer({0, 0, 300, 200});
  for (int i = 0; i < 5; ++i) placer.avoid({usual.x + 10.0F * static_cast<float>(i), usual.y + 8});
  placer.avoid({-20, 900});
  const Rect free = placer.place(mark, 5, text).value();
  EXPECT_GE(usual.y, mark.y);
  EXPECT_LT(free.bottom(), mark.y) << "above the mark";
  // Dots everywhere: still a label, where there are fewer of them.
  LabelPlacer full({0, 0, 300, 200});
  for (int x = 0; x < 300; x += 4)
    for (int y = 0; y < 200; y += y < 100 ? 8 : 2) full.avoid({static_cast<float>(x), static_cast<float>(y)});
  EXPECT_LT(full.place(mark, 5, text).value().bottom(), mark.y);
}

TEST(RoundedPositionTest, MovesAtMostHalfTheGridsDiagonalAndForgetsTheRest) {
  const Coordinates rounded = roundedPosition(beijing);
  const double metres = 1000 * distanceKilometres(beijing, rounded);
  EXPECT_GT(metres, 1);
  EXPECT_LE(metres, 500 * std::numbers::sqrt2 / 2 + 1);
  // Neighbours within a cell share one position, which rounds to itself.
  const Coordinates near = roundedPosition({rounded.latitude + 0.0015, rounded.longitude + 0.002});
  EXPECT_DOUBLE_EQ(near.latitude, rounded.latitude);
  EXPECT_DOUBLE_EQ(near.longitude, rounded.longitude);
  for (const double latitude : {90.0, -90.0, 89.9999})
    EXPECT_LE(std::abs(roundedPosition({latitude, 179.9}).latitude), 90);
}

/// A sample whose places lie in a row, 2 km apart; place 3 has no coordinates.
class MapViewTest : public ::testing::Test {
 protected:
  MapViewTest() : m_sample(FixtureOptions{}) { place(3); }

  void place(LocationId placeless) {
    m_uses.clear();
    for (LocationId location = 2; location < 60; ++location)
      if (location != placeless)
        m_uses.push_back({location, {39.9 + 0.004 * (location % 7), 116.3 + 0.0237 * location}, 5, 12});
    m_places = std::make_shared<const MapPlaces>(m_uses, m_sample.names, m_options.exact);
  }
  [[nodiscard]] MapInput input() {
    m_framed = framedPlaces(*m_places, m_sample.inspection.sequence, {});
    return {.sample = m_sample.context(),
            .letter = "A",
            .title = "Pointer V45",
            .inspection = &m_sample.inspection,
            .places = m_places,
            .ofUser = {},
            .framed = m_framed,
            .options = m_options};
  }
  [[nodiscard]] Scene scene(Size size = {640, 480}) {
    const ViewContent content = mapContent(input(), lightCanvas(size));
    const auto* made = std::get_if<Scene>(&content);
    EXPECT_NE(made, nullptr) << std::get<EmptyState>(content).title;
    return made ? *made : Scene();
  }

  FixtureSample m_sample;
  MapOptions m_options;
  std::vector<PlaceUse> m_uses;
  std::shared_ptr<const MapPlaces> m_places;
  std::vector<Coordinates> m_framed;
};

TEST_F(MapViewTest, TheAreaOfACircleIsP) {
  // One place holds 0.64 and another 0.16: of the fourfold area, twice the radius.
  const auto copying = [](LocationId location, float probability) {
    return Candidate{.location = location, .probability = probability, .copied = probability};
  };
  m_sample.inspection.ranking = {copying(10, 0.64F), copying(11, 0.16F)};
  m_options.circles = CircleMeasure::Copied;
  const Scene made = scene();
  std::vector<float> radii;
  for (const CircleShape& circle : shapesOf<CircleShape>(made))
    if (circle.fill && circle.radius > 6) radii.push_back(circle.radius);
  ASSERT_EQ(radii.size(), 2U);
  EXPECT_NEAR(radii[0] / radii[1], 2, 0.01);
  EXPECT_EQ(numberIn(made.table, 0, "probability"), static_cast<double>(0.64F));
}

TEST_F(MapViewTest, PositionsAreRoundedUntilExactIsChosen) {
  const auto shownAt = [&](LocationId location) {
    const Scene made = scene();
    for (std::size_t row = 0; row < made.table.rows.size(); ++row) {
      if (numberIn(made.table, row, "location") == location)
        return Coordinates{numberIn(made.table, row, "latitude"), numberIn(made.table, row, "longitude")};
    }
    return Coordinates{NAN, NAN};
  };
  const LocationId location = m_sample.inspection.sequence.visits.back().location;
  ASSERT_NE(location, 3);
  const auto use = std::ranges::find(m_uses, location, &PlaceUse::location);
  EXPECT_DOUBLE_EQ(shownAt(location).latitude, roundedPosition(use->position).latitude);
  EXPECT_NE(shownAt(location).longitude, use->position.longitude);
  EXPECT_EQ(scene().captionRight, "positions rounded to 500 m");
  m_options.exact = true;
  place(3);
  EXPECT_DOUBLE_EQ(shownAt(location).latitude, use->position.latitude);
  EXPECT_EQ(scene().captionRight, "exact positions");
}

TEST_F(MapViewTest, APlaceWithoutCoordinatesIsInTheTray) {
  const LocationId first = m_sample.inspection.ranking[0].location;
  place(first);
  const Scene made = scene();
  ASSERT_FALSE(textsSaying(made, "no coordinates").empty());
  const auto area =
      std::ranges::find(made.hits, std::optional(first), [](const HitArea& hit) { return hit.focus.location; });
  ASSERT_NE(area, made.hits.end());
  EXPECT_LT(area->rect.x, 20);
  EXPECT_GT(area->rect.y, 300);
  EXPECT_TRUE(std::isnan(numberIn(made.table, 0, "latitude")));
}

TEST_F(MapViewTest, DotsAnswerThePointerAndNothingElseDoes) {
  const Scene made = scene();
  const auto dots = shapesOf<DotsShape>(made);
  ASSERT_EQ(dots.size(), 1U);
  std::size_t answered = 0;
  for (const DotsShape::Dot& dot : *dots[0].dots) {
    const auto found = made.moreHits(dot.center);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->focus.location);
    ++answered;
  }
  EXPECT_GT(answered, 3U);
  EXPECT_FALSE(made.moreHits({-500, -500}));
}

TEST_F(MapViewTest, SaysWhatIsMissing) {
  m_uses.clear();
  m_places = std::make_shared<const MapPlaces>(m_uses, m_sample.names, false);
  const auto titleOf = [](const ViewContent& content) {
    const auto* empty = std::get_if<EmptyState>(&content);
    return empty ? empty->title : std::string();
  };
  EXPECT_EQ(titleOf(mapContent(input(), lightCanvas({400, 300}))), "This dataset has no coordinates");
  place(3);
  MapInput second = input();
  second.isThere = false;
  EXPECT_EQ(titleOf(mapContent(second, lightCanvas({400, 300}))), "Choose a second model");
}

TEST_F(MapViewTest, ARuleHasRanks) {
  const std::array<LocationId, 3> ranking{7, 9, 11};
  MapInput rule = input();
  rule.inspection = nullptr;
  rule.ranking = ranking;
  const ViewContent content = mapContent(rule, lightCanvas({640, 480}));
  ASSERT_TRUE(std::holds_alternative<Scene>(content));
  const Scene& made = std::get<Scene>(content);
  EXPECT_TRUE(says(made, "rank 1"));
  EXPECT_EQ(numberIn(made.table, 0, "location"), 7);
  EXPECT_TRUE(std::isnan(numberIn(made.table, 0, "probability")));
}

TEST_F(MapViewTest, TextsLieApartAtEverySize) {
  for (const Size size : {Size{260, 200}, Size{480, 430}, Size{900, 700}}) {
    const Scene made = scene(size);
    expectTextsApart(made, measurer);
    expectDescribed(made, "sample");
  }
}

TEST_F(MapViewTest, ThePathSkipsWhatHasNoPositionWithADash) {
  auto& visits = m_sample.inspection.sequence.visits;
  visits.resize(4);
  visits[0].location = 5, visits[1].location = 3, visits[2].location = 6, visits[3].location = 6;
  const auto legs = pathLegs(m_sample.context(), *m_places);
  ASSERT_EQ(legs.size(), 1U);
  EXPECT_TRUE(legs[0].dashed);
  EXPECT_EQ(legs[0].from, 5);
  EXPECT_EQ(legs[0].to, 6);
}

TEST_F(MapViewTest, ThePathSaysHowFarTheFirstPlacesAreFromTheTarget) {
  const PathInput path{.sample = m_sample.context(),
                       .places = m_places,
                       .options = m_options,
                       .models = {{.letter = "A", .error = 2.4}, {.letter = "B", .error = 0}},
                       .scope = {}};
  const Scene made = std::get<Scene>(pathContent(path, lightCanvas({900, 110})));
  EXPECT_NE(made.summary.find("Error of the first place: A 2.4 km, B 0 m."), std::string::npos) << made.summary;
}

TEST_F(MapViewTest, TheHandleOfThePathFollowsThePointer) {
  const PathInput path{
      .sample = m_sample.context(), .places = m_places, .options = m_options, .models = {}, .scope = {}};
  const ViewContent content = pathContent(path, lightCanvas({900, 110}));
  const Scene& made = std::get<Scene>(content);
  expectDescribed(made, "user");
  ASSERT_FALSE(made.movables.empty());
  const auto& moved = made.movables.back().moved;
  const PathSpan span = pathSpan(m_sample.context());
  const auto momentAt = [&](float x) {
    return moved({.kind = Motion::Kind::Pan, .at = {x, 0}})->as<MovePath>()->moment;
  };
  EXPECT_EQ(momentAt(-100), span.first);
  EXPECT_EQ(momentAt(5000), span.last);
  EXPECT_GT(momentAt(450), span.first);
  EXPECT_LT(momentAt(450), span.last);
  EXPECT_FALSE(moved({.kind = Motion::Kind::Drop}));
  EXPECT_EQ(made.table.rows.size(), m_sample.inspection.sequence.visits.size());
}

}  // namespace
}  // namespace sojourn::present
