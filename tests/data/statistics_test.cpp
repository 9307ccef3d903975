// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

using ::testing::IsEmpty;

Sequence windowOf(UserId user, std::vector<LocationId> locations, LocationId target) {
  Sequence sequence{.user = user, .visits = {}, .target = target};
  for (const LocationId location : locations) sequence.visits.push_back({.location = location});
  return sequence;
}

SequenceSet small() {
  SequenceSet set;
  set.append(windowOf(1, {2, 3, 4}, 5));
  set.append(windowOf(1, {3, 4}, 4));
  set.append(windowOf(1, {3, 1}, 1));
  set.append(windowOf(2, {2, 3, 4, 4}, 2));
  return set;
}

TEST(Statistics, HugeIdsCostNoMemory) {
  SequenceSet set;
  set.append(windowOf(2147483647, {2147483647}, 2147483647));
  EXPECT_EQ(frequentPlaces(set, 2147483647).size(), 1U);
}

TEST(Statistics, FrequentPlacesCountEachStayOnce) {
  EXPECT_EQ(lastVisit(small(), 0).location, 4);
  const auto places = frequentPlaces(small(), 1);
  ASSERT_EQ(places.size(), 1U) << "the unseen location is no place";
  EXPECT_EQ(places[0].location, 4);
  EXPECT_EQ(places[0].stays, 2U);
  EXPECT_DOUBLE_EQ(places[0].share, 2.0 / 3);
  EXPECT_THAT(frequentPlaces(small(), 9), IsEmpty());
}

TEST(Statistics, FrequentPlacesAreOrderedAndLimited) {
  SequenceSet set;
  for (const LocationId last : {5, 7, 5, 3, 7, 2}) set.append(windowOf(1, {2, last}, 2));
  const auto places = frequentPlaces(set, 1, 3);
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(places[0].location, 5);
  EXPECT_EQ(places[1].location, 7);
  EXPECT_EQ(places[2].location, 2);
}

TEST(LocalTime, WrapsAtMidnightAndAtTheWeeksEnd) {
  const Visit sundayEvening{.weekday = 6, .startMinute = 20 * 60 + 30};
  EXPECT_EQ(localStart(sundayEvening, 0), (LocalTime{6, 20 * 60 + 30, 0}));
  EXPECT_EQ(localStart(sundayEvening, 8 * 60), (LocalTime{0, 4 * 60 + 30, 1}));
  const Visit mondayMorning{.weekday = 0, .startMinute = 10};
  EXPECT_EQ(localStart(mondayMorning, -60), (LocalTime{6, 23 * 60 + 10, -1}));
  const Visit outOfRange{.weekday = -9, .startMinute = 2147483647};
  const LocalTime local = localStart(outOfRange, 840);
  EXPECT_TRUE(local.weekday >= 0 && local.weekday < 7 && local.minute >= 0 && local.minute < minutesPerDay);
}

TEST(LocalTime, TheSunTellsTheZone) {
  PlaceNames places;
  EXPECT_EQ(solarUtcOffsetMinutes(places), std::nullopt);
  places.setCoordinates(2, {39.98, 116.3});
  places.setCoordinates(3, {39.9, 116.4});
  places.setCoordinates(4, {47.6, -122.1});
  EXPECT_EQ(solarUtcOffsetMinutes(places), 480) << "one journey does not move the middle";
}

}  // namespace
}  // namespace sojourn
