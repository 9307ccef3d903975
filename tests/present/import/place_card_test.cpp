// SPDX-License-Identifier: GPL-3.0-or-later
// What the card of a place says, and where it stands.
#include "views/present/import/place_card.h"

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "views/present/import/import_views.h"

namespace sojourn::present {
namespace {

PreparedVisit visit(std::uint32_t user, std::uint32_t place, std::int32_t minute, std::int32_t minutes) {
  return {.user = user, .place = place, .minute = minute, .minutes = minutes};
}

Preparation prepared() {
  Preparation made;
  made.users = {"anna", "ben", "carla"};
  made.places = {{.id = "0", .name = {}, .centre = Coordinates{47.1, 8.5}},
                 {.id = "1", .name = {}, .centre = Coordinates{47.2, 8.6}}};
  // From 22:30 to 06:30, from 23:00 to 07:00, and half an hour at noon.
  made.visits = {visit(1, 0, 1350, 480), visit(1, 0, 1380, 480), visit(0, 0, 720, 30), visit(2, 1, 600, 60)};
  return made;
}

TEST(PlaceFacts, CountUsersStaysAndHours) {
  const PlaceFacts facts = placeFacts(prepared(), 0);
  EXPECT_EQ(facts.visits, 3U);
  EXPECT_EQ(facts.users, (std::vector<std::pair<std::string, std::size_t>>{{"ben", 2}, {"anna", 1}}));
  EXPECT_DOUBLE_EQ(facts.medianHours, 8);
  EXPECT_DOUBLE_EQ(facts.hours[22], 0.5);
  EXPECT_DOUBLE_EQ(facts.hours[23], 2);
  EXPECT_DOUBLE_EQ(facts.hours[3], 2);
  EXPECT_DOUBLE_EQ(facts.hours[6], 1.5);
  EXPECT_DOUBLE_EQ(facts.hours[12], 0.5);
  EXPECT_DOUBLE_EQ(facts.hours[15], 0);
}

TEST(PlaceFacts, FindTheShortestRunOfHoursWithMostOfTheTime) {
  const PlaceFacts facts = placeFacts(prepared(), 0);
  // Two thirds of 16.5 h are 11; six hours from midnight on hold 12, as those from 23 do.
  EXPECT_EQ(facts.busiestFrom, 0U);
  EXPECT_EQ(facts.busiestHours, 6U);
  EXPECT_DOUBLE_EQ(facts.busiestShare, 12 / 16.5);
}

TEST(PlaceFacts, OfAPlaceWithoutVisitsAreEmpty) {
  Preparation made = prepared();
  made.visits.clear();
  const PlaceFacts facts = placeFacts(made, 0);
  EXPECT_EQ(facts.visits, 0U);
  EXPECT_EQ(facts.busiestShare, 0);
}

TEST(ImportMap, APlaceUnderThePointerHasACardWithinTheMap) {
  const auto made = std::make_shared<const Preparation>(prepared());
  const Canvas canvas = lightCanvas({796, 440});
  const auto shapesWith = [&](std::optional<std::size_t> pointed) {
    const auto content = importMapContent({.made = made, .input = nullptr, .pointed = pointed}, canvas);
    return std::get<Scene>(content);
  };
  const Scene plain = shapesWith({}), shown = shapesWith(0);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < shown.shapes.size(); ++i) {
    const auto* one = std::get_if<TextShape>(&shown.shapes[i]);
    if (!one) continue;
    words.push_back(one->text);
    EXPECT_GE(one->rect.x, 0) << one->text;
    EXPECT_LE(one->rect.right(), 796) << one->text;
  }
  EXPECT_GT(shown.shapes.size(), plain.shapes.size() + 24) << "a bar an hour";
  EXPECT_NE(std::ranges::find(words, "ben (2), anna (1); median stay 8.0 h"), words.end());
  EXPECT_NE(std::ranges::find(words, "73 % of the time from 0 to 6"), words.end());
  const auto hit = std::ranges::find_if(plain.hits, [](const HitArea& area) { return area.preview.has_value(); });
  ASSERT_NE(hit, plain.hits.end());
  EXPECT_TRUE(hit->preview->as<PointPlace>());
  EXPECT_TRUE(hit->previewTells);
}

TEST(ImportMap, ACardDoesNotCoverItsPlaceEvenOnASmallMap) {
  Scene scene;
  const Canvas canvas = lightCanvas({558, 320});
  for (float x = 0; x <= 558; x += 31)
    for (float y = 0; y <= 320; y += 32) {
      scene = {};
      SceneBuilder builder(scene, canvas);
      paintPlaceCard(builder, placeFacts(prepared(), 0), "Place 0", "UTC", {}, {x, y}, {0, 0, 558, 320});
      for (const Shape& shape : scene.shapes)
        if (const auto* box = std::get_if<BoxShape>(&shape)) {
          EXPECT_FALSE(box->rect.contains({x, y})) << x << " " << y;
          EXPECT_TRUE(box->rect.x >= 0 && box->rect.right() <= 558 && box->rect.bottom() <= 320) << x << " " << y;
        }
    }
}

}  // namespace
}  // namespace sojourn::present
