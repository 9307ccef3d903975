// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of models on small cases by hand: agreement, differences by users, slices, calibration.
#include "model/evaluate/compare_models.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

/// Sample i is of user i / 2 + 1; the second of each user goes where it was last.
SequenceSet comparedSamples(std::size_t users) {
  SequenceSet set;
  for (std::size_t i = 0; i < 2 * users; ++i) {
    const bool stays = i % 2 == 1;
    set.append({.user = static_cast<UserId>(i / 2 + 1),
                .visits = {{.location = 5, .startMinute = 60}, {.location = 7, .weekday = 3, .startMinute = 8 * 60}},
                .target = stays    ? 7
                          : i == 0 ? unseenLocation
                                   : 9});
  }
  return set;
}

std::vector<std::size_t> rowsOf(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

ModelAnswers answers(const char* name, const std::vector<std::int32_t>& ranks) {
  ModelAnswers model{.name = name, .kind = "test", .outcomes = {}, .labelSmoothing = {}};
  for (const std::int32_t rank : ranks) {
    Outcome outcome;
    outcome.rank = rank;
    outcome.probability = 0.9F;
    model.outcomes.push_back(outcome);
  }
  return model;
}

TEST(CompareModels, CountsWhoIsRight) {
  const SequenceSet set = comparedSamples(3);
  const std::vector<std::size_t> rows = rowsOf(set);
  const std::vector models{answers("a", {1, 1, 1, 2, 0, 1}), answers("b", {1, 2, 1, 1, 3, 4})};
  const auto comparison = compareModels({.set = set, .rows = rows}, models);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->n, 6U);
  EXPECT_EQ(comparison->users, 3U);
  ASSERT_EQ(comparison->pairs.size(), 1U);
  const ModelPair& pair = comparison->pairs.front();
  EXPECT_EQ(pair.all, (PairAgreement{.bothRight = 2, .onlyA = 2, .onlyB = 1, .bothWrong = 1}));
  EXPECT_EQ(pair.known, (PairAgreement{.bothRight = 1, .onlyA = 2, .onlyB = 1, .bothWrong = 1}));
  EXPECT_NEAR(pair.differences.all.accuracy.value, 100.0 / 6, 1e-9);
  EXPECT_NEAR(pair.differences.all.mrr.value,
              100 * ((1 + 1 + 1 + 0.5 + 0 + 1) - (1 + 0.5 + 1 + 1 + 1.0 / 3 + 0.25)) / 6, 1e-9)
      << "a target that is not listed counts 0";
  EXPECT_TRUE(std::isnan(pair.differences.all.accuracy.low)) << "three users have no interval";
  EXPECT_TRUE(std::isfinite(pair.differences.all.accuracy.naiveLow));
}

TEST(CompareModels, DrawsUsersOnceForAllFigures) {
  // Of 12 users, 24 samples; a always has the target first, b second, and says so with 0.9.
  const SequenceSet set = comparedSamples(12);
  const std::vector<std::size_t> rows = rowsOf(set);
  const std::vector<std::int32_t> first(24, 1), second(24, 2);
  std::vector models{answers("a", first), answers("b", second), answers("c", first)};
  for (std::size_t i = 0; i < 24; ++i)
    models[0].outcomes[i].prediction = models[2].outcomes[i].prediction = set.target(i);
  models[2].probabilities = false;
  PairedDifferenceOptions options;
  options.resamples = 200;
  options.signFlips = 1000;
  const auto comparison = compareModels({.set = set, .rows = rows}, models, options);
  ASSERT_TRUE(comparison);
  const DifferencesByTarget& ab = comparison->pairs[0].differences;
  for (const auto& [difference, value] :
       {std::pair{ab.all.accuracy, 100.0}, std::pair{ab.all.accuracy5, 0.0}, std::pair{ab.all.mrr, 50.0},
        std::pair{ab.all.ndcg10, 100 - 100 / std::log2(3.0)}, std::pair{ab.all.f1, 100.0},
        std::pair{ab.known.f1, 100.0}}) {
    EXPECT_NEAR(difference.value, value, 1e-9);
    EXPECT_NEAR(difference.low, value, 1e-9) << "the same of every user";
    EXPECT_NEAR(difference.high, value, 1e-9);
  }
  EXPECT_NEAR(ab.ece.value, 100 * (0.1 - 0.9), 1e-4);
  EXPECT_NEAR(ab.ece.low, 100 * (0.1 - 0.9), 1e-4) << "in points, as its value";
  EXPECT_NEAR(comparison->models[0].eceLow, 0.1, 1e-6);
  EXPECT_NEAR(comparison->models[1].calibration[13].accuracyHigh, 0, 1e-9);
  EXPECT_TRUE(std::isnan(ab.unseen.accuracy.low)) << "one sample is of an unseen target";
  EXPECT_NEAR(ab.unseen.accuracy.value, 100, 1e-9);
  const DifferencesByTarget& ac = comparison->pairs[1].differences;
  EXPECT_TRUE(std::isnan(ac.ece.value)) << "c gives no probabilities";
  EXPECT_DOUBLE_EQ(ac.all.accuracy.p, 1);
  EXPECT_TRUE(std::isnan(ab.all.f1.p)) << "F1 is no mean over samples";
}

TEST(CompareModels, F1OfAllUsersIsThatOfTheMetrics) {
  const SequenceSet set = comparedSamples(6);
  const std::vector<std::size_t> rows = rowsOf(set);
  std::vector<std::int32_t> ranks(12, 3);
  std::vector models{answers("a", ranks), answers("b", ranks)};
  for (std::size_t i = 0; i < 12; ++i) models[0].outcomes[i].prediction = i % 3 == 0 ? 7 : 9;
  const auto comparison = compareModels({.set = set, .rows = rows}, models);
  ASSERT_TRUE(comparison);
  const PairedDifference& f1 = comparison->pairs[0].differences.all.f1;
  EXPECT_NEAR(f1.value, 100 * comparison->models[0].metrics.all.f1, 1e-9);
  EXPECT_LT(f1.low, f1.value);
  EXPECT_GT(f1.high, f1.value);
}

TEST(CompareModels, CutsSamplesByWhatTheyAre) {
  const SequenceSet set = comparedSamples(2);
  const std::vector<std::size_t> rows = rowsOf(set);
  SequenceSet train;
  for (int i = 0; i < 12; ++i) train.append({.user = 1, .visits = {{.location = 5}}, .target = 7});
  const std::vector models{answers("a", {1, 1, 1, 2}), answers("b", {1, 2, 2, 2})};
  const auto comparison = compareModels({.set = set, .rows = rows, .train = &train}, models);
  ASSERT_TRUE(comparison);
  const auto slice = [&](const char* by, const char* value) {
    for (const ComparisonSlice& one : comparison->slices)
      if (one.by == by && one.value == value) return one;
    ADD_FAILURE() << by << " " << value;
    return ComparisonSlice{};
  };
  EXPECT_EQ(slice("length", "1 to 2").n, 4U);
  EXPECT_EQ(slice("hour", "8").n, 4U) << "of the last visit";
  EXPECT_EQ(slice("weekday", "Thu").n, 4U);
  EXPECT_EQ(slice("user", "2").n, 2U);
  EXPECT_EQ(slice("place", "7").n, 2U);
  EXPECT_EQ(slice("in_window", "yes").n, 2U);
  EXPECT_EQ(slice("last_seen", "1").n, 2U);
  EXPECT_EQ(slice("last_seen", "never").n, 2U);
  EXPECT_EQ(slice("target_count", "0").n, 2U);
  EXPECT_EQ(slice("target_count", "10 to 99").n, 2U);
  const auto eastward =
      compareModels({.set = set, .rows = rows, .train = &train, .zoneOffsetMinutes = 17 * 60}, models);
  ASSERT_TRUE(eastward);
  EXPECT_TRUE(std::ranges::any_of(eastward->slices, [](const ComparisonSlice& one) {
    return one.by == "weekday" && one.value == "Fri" && one.n == 4;
  })) << "Thursday 8:00 of a clock 17 hours ahead";
  const ComparisonSlice stays = slice("stays", "yes");
  EXPECT_EQ(stays.users, 2U);
  EXPECT_EQ(stays.accuracy, (std::vector<double>{50, 0}));
  EXPECT_NEAR(stays.difference.front().value, 50, 1e-9);
}

TEST(CompareModels, CutsByDistrictsAndMeasuresDistances) {
  const SequenceSet set = comparedSamples(2);
  const std::vector<std::size_t> rows = rowsOf(set);
  std::vector models{answers("a", {1, 1, 1, 2}), answers("b", {1, 2, 2, 2})};
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (ModelAnswers& model : models) model.outcomes[i].prediction = model.outcomes[i].rank == 1 ? set.target(i) : 9;
  // Place 7 is in the district, 9 outside of it, 111 km to the north.
  GeoJson json;
  json.features = {
      {.parts = {{.rings = {{{0, 0}, {10'000'000, 0}, {10'000'000, 10'000'000}, {0, 0}}}, .polygon = true}},
       .properties = {{"name", "South"}}}};
  PlaceNames places;
  places.setCoordinates(7, {0.5, 0.8});
  places.setCoordinates(9, {1.5, 0.8});
  const PlaceDistricts districts(Districts(json, "a"), places);
  const auto comparison = compareModels({.set = set, .rows = rows, .places = &places, .districts = &districts}, models);
  ASSERT_TRUE(comparison);
  std::size_t inSouth = 0, measured = 0, slices = 0;
  for (const std::size_t row : rows) {
    inSouth += set.target(row) == 7 ? 1 : 0;
    measured += places.coordinates(set.target(row)) ? 1 : 0;
  }
  for (const ComparisonSlice& slice : comparison->slices)
    if (slice.by == "district") {
      ++slices;
      EXPECT_EQ(slice.value, "South");
      EXPECT_EQ(slice.n, inSouth);
    }
  EXPECT_EQ(slices, 1U);
  ASSERT_TRUE(comparison->models[1].distance);
  EXPECT_EQ(comparison->models[1].distance->measured, measured);
  EXPECT_GT(*comparison->models[1].distance->mean.value, 50);
  ASSERT_TRUE(comparison->pairs[0].distance);
  EXPECT_LT(*comparison->pairs[0].distance->mean.value, 0) << "the first model is nearer";
  EXPECT_FALSE(comparison->pairs[0].distance->mean.hasInterval()) << "two users";
}

TEST(CompareModels, MeasuresCalibrationInFifteenBins) {
  std::vector<Outcome> outcomes(4);
  for (std::size_t i = 0; i < 4; ++i) outcomes[i].probability = i < 3 ? 0.99F : 0.01F;
  outcomes[0].rank = outcomes[1].rank = 1;
  const std::vector<CalibrationBin> bins = calibrationOf(outcomes);
  ASSERT_EQ(bins.size(), 15U);
  EXPECT_EQ(bins.back().n, 3U);
  EXPECT_NEAR(bins.back().accuracy, 2.0 / 3, 1e-9);
  EXPECT_NEAR(calibrationError(bins), 0.75 * (0.99 - 2.0 / 3) + 0.25 * 0.01, 1e-6);
  outcomes[0].probability = 1;
  EXPECT_EQ(calibrationOf(outcomes).back().n, 3U) << "the last bin holds 1 too";
}

TEST(CompareModels, RefusesWhatCannotBeCompared) {
  const SequenceSet set = comparedSamples(1);
  const std::vector<std::size_t> rows = rowsOf(set);
  EXPECT_FALSE(compareModels({.set = set, .rows = rows}, std::vector{answers("a", {1, 1})}));
  const auto uneven = compareModels({.set = set, .rows = rows}, std::vector{answers("a", {1, 1}), answers("b", {1})});
  ASSERT_FALSE(uneven);
  EXPECT_EQ(uneven.error().where, "b");
  CancelToken cancel;
  cancel.cancel();
  const auto stopped =
      compareModels({.set = set, .rows = rows}, std::vector{answers("a", {1, 1}), answers("b", {1, 2})}, {}, cancel);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

TEST(PairedDifference, TakesUsersAsIndependent) {
  // One user of eight has 93 of 100 samples, and is the only one whose samples differ.
  std::vector<double> differences(100, 0.0);
  std::vector<std::int32_t> users(100, 1);
  for (std::size_t i = 0; i < 93; ++i) differences[i] = 100;
  for (std::size_t i = 93; i < 100; ++i) users[i] = static_cast<std::int32_t>(i);
  const PairedDifference difference = pairedDifference(differences, users);
  EXPECT_NEAR(difference.value, 93, 1e-9);
  EXPECT_NEAR(difference.naiveLow, 93 - 1.96 * std::sqrt(0.93 * 0.07) * 10, 1e-6);
  EXPECT_LT(difference.low, 1) << "the user is missing from a third of the draws";
  EXPECT_DOUBLE_EQ(difference.p, 1) << "one sign tells nothing";
}

TEST(PairedDifference, TriesAllSignsOfFewUsers) {
  std::vector<double> differences;
  std::vector<std::int32_t> users;
  for (std::int32_t user = 0; user < 6; ++user) differences.push_back(1 + user), users.push_back(user);
  EXPECT_DOUBLE_EQ(pairedDifference(differences, users).p, 2.0 / 64);
  differences[0] = -1;  // 19: the sum of all but the first turned is 19, of all is 21
  EXPECT_DOUBLE_EQ(pairedDifference(differences, users).p, 4.0 / 64);
}

TEST(PairedDifference, DrawsSignsOfManyUsers) {
  std::vector<double> differences(40, 1);
  std::vector<std::int32_t> users(40);
  std::iota(users.begin(), users.end(), 0);
  EXPECT_NEAR(pairedDifference(differences, users).p, 1 / 100'001.0, 1e-12);
  for (std::size_t i = 0; i < 20; ++i) differences[i] = -1;
  EXPECT_DOUBLE_EQ(pairedDifference(differences, users).p, 1);
  // 24 of 40 coins: 2 P(X >= 24) = 0.2682 of the binomial distribution.
  for (std::size_t i = 0; i < 4; ++i) differences[i] = 1;
  EXPECT_NEAR(pairedDifference(differences, users).p, 0.2682, 0.006);
}

TEST(PairedDifference, IsCorrectedByHolm) {
  PairedDifference a{.p = 0.01}, b{.p = 0.04}, c{.p = 0.03}, without;
  correctByHolm(std::vector{&a, &b, &c, &without});
  EXPECT_DOUBLE_EQ(a.pHolm, 0.03);
  EXPECT_DOUBLE_EQ(b.pHolm, 0.06);
  EXPECT_DOUBLE_EQ(c.pHolm, 0.06);
  EXPECT_TRUE(std::isnan(without.pHolm));
}

}  // namespace
}  // namespace sojourn
