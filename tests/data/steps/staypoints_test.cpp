// SPDX-License-Identifier: GPL-3.0-or-later
// Staypoints of small invented records, computed by hand: the distance itself, gaps, ends, centres.
#include "model/data/steps/staypoints.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

constexpr EpochMs oneMinute = 60'000;
constexpr double degreeInMeters = earthRadius * std::numbers::pi / 180;

Fix fixAt(double minutes, double latitude, double longitude = 8.5) {
  return {static_cast<EpochMs>(minutes * oneMinute), latitude, longitude};
}

PrepareSettings recipe(PrepareRecipe recipe = PrepareRecipe::Corrected) {
  PrepareSettings settings;
  applyRecipe(settings, recipe);
  return settings;
}

TEST(Staypoints, EndWithTheFirstFixOutsideOrTheLastInside) {
  const std::vector<Fix> fixes{fixAt(0, 47), fixAt(20, 47), fixAt(40, 47.1), fixAt(41, 47.2)};
  auto settings = recipe();
  auto stays = findStaypoints(fixes, settings);
  ASSERT_EQ(stays.size(), 1U);
  EXPECT_EQ(stays[0].start, 0);
  EXPECT_EQ(stays[0].end, 40 * oneMinute);
  EXPECT_EQ(stays[0].lastInside, 20 * oneMinute);
  settings.stayEnd = StayEnd::LastInside;
  EXPECT_TRUE(findStaypoints(fixes, settings).empty()) << "20 minutes are too short";
  settings.time = 20;
  stays = findStaypoints(fixes, settings);
  ASSERT_EQ(stays.size(), 1U) << "as long as the shortest one";
  EXPECT_EQ(stays[0].end, 20 * oneMinute);
}

TEST(Staypoints, AFixExactlyAtTheDistanceIsOutside) {
  // The limit is what the formula itself gives for these two fixes.
  const std::vector<Fix> fixes{fixAt(0, 0, 0), fixAt(40, 200 / degreeInMeters, 0), fixAt(41, 1, 0)};
  const double angle = fixes[1].latitude * (std::numbers::pi / 180);
  const double exact = earthRadius * std::acos(std::cos(angle));
  ASSERT_NEAR(exact, 200, 1e-3);
  auto settings = recipe();
  settings.distance = exact;
  EXPECT_EQ(findStaypoints(fixes, settings).size(), 1U);
  EXPECT_EQ(findStaypoints(fixes, settings)[0].end, 40 * oneMinute);
  settings.distance = exact * (1 + 1e-6);
  EXPECT_EQ(findStaypoints(fixes, settings)[0].end, 41 * oneMinute) << "a little farther is inside";
}

TEST(Staypoints, DistanceIsToTheFirstFix) {
  // Each step is 150 m, so the third fix is 300 m from the first.
  const double step = 150 / degreeInMeters;
  const std::vector<Fix> fixes{fixAt(0, 47), fixAt(15, 47 + step), fixAt(31, 47 + 2 * step), fixAt(62, 48)};
  const auto stays = findStaypoints(fixes, recipe());
  ASSERT_EQ(stays.size(), 2U);
  EXPECT_EQ(stays[0].end, 31 * oneMinute);
  EXPECT_NEAR(stays[0].centre.latitude, 47 + step / 2, 1e-12);
  EXPECT_EQ(stays[1].start, 31 * oneMinute);
}

TEST(Staypoints, AGapEndsAStay) {
  const double gap = 1440;
  const std::vector<Fix> exact{fixAt(0, 47), fixAt(35, 47), fixAt(35 + gap, 47)};
  ASSERT_EQ(findStaypoints(exact, recipe()).size(), 1U);
  EXPECT_EQ(findStaypoints(exact, recipe())[0].end, static_cast<EpochMs>((35 + gap) * oneMinute))
      << "no longer than the gap";
  const std::vector<Fix> longer{
      fixAt(0, 47), fixAt(35, 47), {static_cast<EpochMs>((35 + gap) * oneMinute) + 1, 47, 8.5}};
  const auto emitted = findStaypoints(longer, recipe());
  ASSERT_EQ(emitted.size(), 1U);
  EXPECT_EQ(emitted[0].end, 35 * oneMinute);
  EXPECT_TRUE(findStaypoints(longer, recipe(PrepareRecipe::Published)).empty()) << "the stay before a gap is discarded";
}

TEST(Staypoints, TheLastStayCountsUnlessLeftOut) {
  const std::vector<Fix> fixes{fixAt(0, 47), fixAt(30, 47)};
  auto settings = recipe();
  ASSERT_EQ(findStaypoints(fixes, settings).size(), 1U);
  EXPECT_EQ(findStaypoints(fixes, settings)[0].end, 30 * oneMinute);
  settings.includeLast = false;
  EXPECT_TRUE(findStaypoints(fixes, settings).empty());
  EXPECT_TRUE(findStaypoints({}, recipe()).empty());
  EXPECT_TRUE(findStaypoints(std::vector<Fix>{fixAt(0, 47)}, recipe()).empty());
}

TEST(Staypoints, CentresAreOfDistinctPositionsOrOfAll) {
  const std::vector<Coordinates> positions{{10, 20}, {10, 20}, {10, 20}, {14, 20}};
  auto copy = positions;
  EXPECT_NEAR(centreOf(copy, CentreRule::Distinct).latitude, 12, 1e-12);
  copy = positions;
  EXPECT_NEAR(centreOf(copy, CentreRule::Mean).latitude, 11, 1e-12);
}

TEST(Staypoints, CentresCrossTheDateLine) {
  std::vector<Coordinates> positions{{0, 179.9}, {0, -179.7}};
  EXPECT_NEAR(centreOf(positions, CentreRule::Mean).longitude, -179.9, 1e-9);
}

}  // namespace
}  // namespace sojourn
