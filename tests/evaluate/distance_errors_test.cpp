// SPDX-License-Identifier: GPL-3.0-or-later
// Distances of predictions: known places only, right ones are 0 km, medians and what is near.
#include "model/evaluate/distance_errors.h"

#include <array>
#include <numeric>

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
  EXPECT_NEAR(errors.medianWrong.value(), 1.0, 1e-6);
  EXPECT_NEAR(errors.meanWrong.value(), 4.1 / 3, 1e-6);
  EXPECT_NEAR(errors.median.value.value(), 0.55, 1e-6);
  EXPECT_NEAR(errors.mean.value.value(), 4.1 / 4, 1e-6);
  EXPECT_NEAR(errors.nearShare.value(), 1.0 / 3, 1e-9);
}

TEST(DistanceErrorsTest, NothingMeasuredIsNoNumber) {
  const DistanceErrors errors = distanceErrors(setOfTargets({6}), std::vector<Outcome>(1), placesNorthOfEachOther());
  EXPECT_EQ(errors.measured, 0U);
  EXPECT_FALSE(errors.median.value);
  EXPECT_FALSE(errors.medianWrong);
  EXPECT_FALSE(errors.nearShare);
}

/// Six users with two samples each; user u's first is right, and the second lies by the place predicted[u] away.
SequenceSet setOfUsers() {
  SequenceSet set;
  for (UserId user = 1; user <= 6; ++user)
    for (int sample = 0; sample < 2; ++sample)
      set.append({.user = user, .visits = {{.location = 2}}, .target = LocationId{2}});
  return set;
}
std::vector<Outcome> outcomesOfUsers(const std::array<LocationId, 6>& predicted) {
  std::vector<Outcome> outcomes(12);
  for (std::size_t u = 0; u < 6; ++u) {
    outcomes[2 * u].prediction = 2;
    outcomes[2 * u + 1].prediction = predicted[u];
  }
  return outcomes;
}

TEST(DistanceErrorsTest, IntervalsAreOfUsers) {
  const SequenceSet set = setOfUsers();
  const PlaceNames places = placesNorthOfEachOther();
  const DistanceErrors same = distanceErrors(set, outcomesOfUsers({4, 4, 4, 4, 4, 4}), places, {.resamples = 500});
  EXPECT_NEAR(same.mean.value.value(), 0.5, 1e-6);
  EXPECT_NEAR(same.mean.low.value(), 0.5, 1e-6) << "every user has the same two samples";
  EXPECT_NEAR(same.mean.high.value(), 0.5, 1e-6);
  EXPECT_NEAR(same.median.low.value(), 0.5, 1e-6) << "between the middle two";
  const DistanceErrors mixed = distanceErrors(set, outcomesOfUsers({2, 2, 2, 5, 5, 5}), places, {.resamples = 500});
  EXPECT_NEAR(mixed.mean.value.value(), 0.75, 1e-6);
  EXPECT_LT(mixed.mean.low.value(), 0.5);
  EXPECT_GT(mixed.mean.high.value(), 1.0);
  EXPECT_DOUBLE_EQ(mixed.median.value.value(), 0);
  EXPECT_FALSE(distanceErrors(set, outcomesOfUsers({2, 2, 2, 5, 5, 5}), places).mean.hasInterval());
  const std::vector<std::size_t> ofFourUsers{0, 2, 4, 6};
  EXPECT_FALSE(
      distanceErrors(set, ofFourUsers, std::vector<Outcome>(4), places, {.resamples = 500}).mean.hasInterval());
}

TEST(DistanceErrorsTest, DifferencesAreOfWhatBothMeasure) {
  const SequenceSet set = setOfUsers();
  const PlaceNames places = placesNorthOfEachOther();
  std::vector<std::size_t> rows(12);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  // The first model's second answer for user 1 is a place without coordinates.
  const auto a = outcomesOfUsers({6, 4, 4, 4, 4, 4}), b = outcomesOfUsers({5, 5, 5, 5, 5, 5});
  const DistanceDifferences differences = distanceDifferences(set, rows, a, b, places, {.resamples = 500});
  EXPECT_EQ(differences.n, 11U);
  EXPECT_NEAR(differences.mean.value.value(), 5 * (1.0 - 3.0) / 11, 1e-6);
  EXPECT_LT(differences.mean.high.value(), 0);
  EXPECT_NEAR(distanceDifferences(set, rows, b, b, places, {.resamples = 500}).median.high.value(), 0, 1e-12)
      << "both of the same draws";
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
