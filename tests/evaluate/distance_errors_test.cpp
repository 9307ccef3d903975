// SPDX-License-Identifier: GPL-3.0-or-later
// Distances of predictions: known places only, right ones are 0 km, medians and what is near.
#include "model/evaluate/distance_errors.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

/// Places 2 to 5 lie north of each other: 0, 0.1, 1 and 3 km from the first; place 6 has no coordinates.
PlaceNames placesNorthOfEachOther() {
  constexpr double degreesPerKilometre = 180 / (3.14159265358979 * 6371);
  PlaceNames places;
  LocationId location = 2;
  for (const double kilometres : {0.0, 0.1, 1.0, 3.0})
    places.setCoordinates(location++, {40 + kilometres * degreesPerKilometre, 116});
  return places;
}

SequenceSet setOfTargets(std::initializer_list<LocationId> targets) {
  SequenceSet set;
  for (const LocationId target : targets) set.append({.user = 1, .visits = {{.location = 2}}, .target = target});
  return set;
}

TEST(DistanceErrorsTest, MeasuresWhatHasCoordinatesOnBothSides) {
  const SequenceSet set = setOfTargets({2, 2, 2, 2, 6, 2});
  std::vector<Outcome> outcomes(6);
  const std::array<LocationId, 6> predicted{2, 3, 4, 5, 2, 6};
  for (std::size_t i = 0; i < 6; ++i) outcomes[i].prediction = predicted[i];
  const DistanceErrors errors = distanceErrors(set, outcomes, placesNorthOfEachOther());
  EXPECT_EQ(errors.measured, 4U);
  EXPECT_EQ(errors.wrong, 3U);
  EXPECT_NEAR(errors.medianWrong, 1.0, 1e-6);
  EXPECT_NEAR(errors.meanWrong, 4.1 / 3, 1e-6);
  EXPECT_NEAR(errors.median, 0.55, 1e-6);
  EXPECT_NEAR(errors.mean, 4.1 / 4, 1e-6);
  EXPECT_NEAR(errors.nearShare, 1.0 / 3, 1e-9);
}

TEST(DistanceErrorsTest, NothingMeasuredIsNoNumber) {
  const DistanceErrors errors = distanceErrors(setOfTargets({6}), std::vector<Outcome>(1), placesNorthOfEachOther());
  EXPECT_EQ(errors.measured, 0U);
  EXPECT_TRUE(std::isnan(errors.medianWrong));
  EXPECT_TRUE(std::isnan(errors.nearShare));
}

TEST(DistanceErrorsTest, AddsWhatIsExpectedNearTheTarget) {
  Inspection inspection;
  for (const auto& [location, probability] :
       {std::pair{2, 0.4F}, std::pair{3, 0.25F}, std::pair{5, 0.2F}, std::pair{6, 0.15F}})
    inspection.ranking.push_back({.location = location, .probability = probability});
  const PlaceNames places = placesNorthOfEachOther();
  EXPECT_NEAR(probabilityNear(inspection, places, 2).value(), 0.65, 1e-6);
  EXPECT_FALSE(probabilityNear(inspection, places, 6));
}

}  // namespace
}  // namespace sojourn
