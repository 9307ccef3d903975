// SPDX-License-Identifier: GPL-3.0-or-later
// How often and when places are visited: stays counted once, hours as a circular mean, places without visits.
#include "model/data/statistics/place_use.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(PlaceUseTest, CountsLastVisitsOfTrainingAndAveragesHoursRoundTheClock) {
  Dataset dataset;
  dataset.places.setCoordinates(2, {40, 116});
  dataset.places.setCoordinates(3, {41, 117});
  dataset.places.setCoordinates(unseenLocation, {0, 0});
  SequenceSet train;
  // 23:00 and 01:00 have their mean at midnight; the visit before counts in another window, as the last one there.
  for (const std::int32_t minute : {23 * 60, 60})
    train.append({.user = 1,
                  .visits = {{.location = 3, .startMinute = 600}, {.location = 2, .startMinute = minute}},
                  .target = 3});
  dataset.splits[static_cast<std::size_t>(Split::Train)] = std::move(train);
  const auto uses = placeUses(dataset, 0);
  ASSERT_EQ(uses.size(), 2U) << "unseen is no place";
  EXPECT_EQ(uses[0].location, 2);
  EXPECT_EQ(uses[0].visits, 2U);
  EXPECT_NEAR(std::remainder(uses[0].hour, 24), 0, 1e-9);
  EXPECT_EQ(uses[1].visits, 0U);
  EXPECT_TRUE(std::isnan(uses[1].hour));
  EXPECT_NEAR(placeUses(dataset, 8 * 60)[0].hour, 8, 1e-9) << "on a clock eight hours ahead";
}

}  // namespace
}  // namespace sojourn
