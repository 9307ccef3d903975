// SPDX-License-Identifier: GPL-3.0-or-later
// Nearest places, their tests, and neighbouring hours, on small tables by hand.
#include "model/evaluate/place_neighbours.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

/// Six stays at each of the places 2 to 5; user 1 knows 2 and 3, user 2 knows 4, both know 5.
SequenceSet staysAtFour() {
  SequenceSet set;
  const auto stay = [&](UserId user, LocationId location, std::int32_t hour) {
    set.append({.user = user,
                .visits = {{.location = 2, .weekday = 0, .startMinute = 0, .durationMinutes = 30},
                           {.location = location, .weekday = 0, .startMinute = hour * 60, .durationMinutes = 30}},
                .target = 3});
  };
  for (int i = 0; i < 6; ++i) {
    stay(1, 2, i % 2 == 0 ? 23 : 1);
    stay(1, 3, 9);
    stay(2, 4, 9);
    stay(i < 2 ? 1 : 2, 5, i % 2 == 0 ? 0 : 12);
  }
  stay(2, 6, 9);
  return set;
}

EmbeddingTable fourPlaces() {
  return {.kind = EmbeddingKind::Input,
          .name = "loc_emb",
          .rows = {.width = 2, .values = {9, 9, 9, 9, 1, 0, 2, 0.2, 0, 3, -1, 0, 5, 0}}};
}

PlaceNames onALine() {
  PlaceNames places;
  for (LocationId at = 2; at <= 4; ++at) places.setCoordinates(at, {.latitude = 40 + 0.01 * at, .longitude = 116});
  return places;
}

TEST(TrainingPlaces, CountLastVisitsByPlaceUserAndHour) {
  const TrainingPlaces use = trainingPlaces(staysAtFour(), 7);
  EXPECT_EQ(use.staysAt(2), 6U) << "every stay counts once";
  EXPECT_EQ(use.staysAt(6), 1U);
  EXPECT_EQ(use.staysAt(99), 0U);
  EXPECT_EQ(use.mainUser[5], 2);
  EXPECT_EQ(use.mainUser[0], 0);
  EXPECT_EQ(use.sharedUsers(2, 5), 1U);
  EXPECT_EQ(use.sharedUsers(2, 4), 0U);
  EXPECT_NEAR(std::min(use.minute[2], 1440 - use.minute[2]), 0, 1e-6) << "23:00 and 01:00 meet at midnight";
  EXPECT_NEAR(use.minute[3], 540, 1e-6);
  EXPECT_TRUE(std::isnan(use.minute[5])) << "midnight and noon have no mean";
}

TEST(NeighbourIndex, FindsTheNearestByCosine) {
  const TrainingPlaces use = trainingPlaces(staysAtFour(), 7);
  const EmbeddingTable table = fourPlaces();
  const NeighbourIndex index(table, frequentLocations(table.rows.size(), use));
  EXPECT_EQ(index.candidates(), (std::vector<LocationId>{2, 3, 4, 5})) << "6 has too few stays";
  const auto nearest = index.nearest(table, 2, use, onALine());
  ASSERT_EQ(nearest.size(), 3U);
  EXPECT_EQ(nearest[0].location, 3);
  EXPECT_NEAR(nearest[0].cosine, 2 / std::hypot(2, 0.2), 1e-12);
  EXPECT_NEAR(nearest[0].kilometres, 1.112, 1e-3);
  EXPECT_EQ(nearest[0].sharedUsers, 1U);
  EXPECT_EQ(nearest[0].stays, 6U);
  EXPECT_EQ(nearest[1].location, 4);
  EXPECT_EQ(nearest[1].sharedUsers, 0U);
  EXPECT_EQ(nearest[2].cosine, -1);
  EXPECT_TRUE(std::isnan(nearest[2].kilometres)) << "5 has no position";
  EXPECT_EQ(index.nearest(table, 6, use, onALine()).front().location, 2) << "a place that is no candidate";
  EXPECT_TRUE(index.nearest(table, 7, use, onALine()).empty()) << "beyond the table";
}

TEST(NeighbourIndex, SumsUpTheFiveNearest) {
  const TrainingPlaces use = trainingPlaces(staysAtFour(), 7);
  const EmbeddingTable table = fourPlaces();
  const NeighbourIndex index(table, frequentLocations(table.rows.size(), use));
  const auto summary = index.summary(table, use, onALine());
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->places, 4U);
  EXPECT_EQ(summary->withPosition, 3U);
  EXPECT_NEAR(summary->medianKilometres, 1.112, 1e-3) << "all pairs: 1.1, 1.1 and 2.2 km";
  EXPECT_DOUBLE_EQ(summary->sharedUserShare, 4.0 / 6);
  EXPECT_GE(summary->medianBestByChance, -1);
  EXPECT_LE(summary->medianBestByChance, 1);
  const NeighbourSummary any = anyTwoPlaces(index.candidates(), use, onALine());
  EXPECT_NEAR(any.medianKilometres, 1.112, 1e-3);
  EXPECT_DOUBLE_EQ(any.sharedUserShare, 4.0 / 6);
  EXPECT_TRUE(std::isnan(any.medianBestCosine));
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_FALSE(index.summary(table, use, onALine(), cancel));
  EXPECT_TRUE(std::isnan(NeighbourIndex(table, {2}).summary(table, use, onALine())->medianBestCosine));
}

TEST(NextToNext, KnowsARingFromDisorder) {
  RowMatrix ring{.width = 2}, disorder{.width = 2};
  constexpr std::size_t hours = 24;
  for (std::size_t i = 0; i < hours; ++i) {
    const auto add = [](RowMatrix& rows, std::size_t at) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(at) / hours;
      rows.values.insert(rows.values.end(), {5 + std::cos(angle), std::sin(angle)});
    };
    add(ring, i);
    add(disorder, i * 7 % hours);
  }
  const CycleTest clock = nextToNext(ring);
  EXPECT_NEAR(clock.cosine, std::cos(2 * std::numbers::pi / hours), 1e-9) << "centred";
  EXPECT_LT(clock.high, clock.cosine);
  const CycleTest none = nextToNext(disorder);
  EXPECT_LT(none.cosine, none.high);
  EXPECT_TRUE(std::isnan(nextToNext({.width = 2, .values = {1, 2, 3, 4}}).cosine));
}

TEST(StudyEmbeddings, MeasuresEachTableByItsKind) {
  const TrainingPlaces use = trainingPlaces(staysAtFour(), 7);
  const auto studies = studyEmbeddings(
      {fourPlaces(),
       {.kind = EmbeddingKind::Users, .name = "user_emb", .rows = {.width = 2, .values = {0, 0, 1, 2}}},
       {.kind = EmbeddingKind::Weekdays, .name = "weekday_emb", .rows = {.width = 1, .values = {1, 2, 3, 4, 5, 6, 7}}}},
      use, onALine());
  ASSERT_TRUE(studies);
  EXPECT_TRUE((*studies)[0].neighbours);
  EXPECT_FALSE((*studies)[0].cycle);
  EXPECT_FALSE((*studies)[1].neighbours || (*studies)[1].cycle);
  EXPECT_TRUE((*studies)[2].cycle);
  EXPECT_EQ((*studies)[2].components.shares[0], 1);
  const Projection points = tsneOf((*studies)[0].table, use, 0);
  ASSERT_EQ(points.points.size(), 7U);
  EXPECT_TRUE(std::isnan(points.points[1][0])) << "unseen is no place";
  EXPECT_TRUE(std::isfinite(points.points[6][0]));
}

}  // namespace
}  // namespace sojourn
