// SPDX-License-Identifier: GPL-3.0-or-later
// Differences between models that were trained with several seeds.
#include "model/evaluate/seeded_difference.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

/// Six users of two samples each.
const std::vector<std::int32_t> users{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6};

TEST(SeededDifference, IsTheMeanOverSeedsAndSamples) {
  const std::vector<std::vector<double>> bySeed{std::vector<double>(12, 100.0), std::vector<double>(12, -50.0)};
  EXPECT_NEAR(seededDifference(bySeed, users).value, 25, 1e-9);
}

TEST(SeededDifference, OfSeedsThatDisagreeIsWiderThanOfOne) {
  // Every user agrees within a seed, so that resampling users alone would leave no width at all.
  const std::vector<std::vector<double>> bySeed{std::vector<double>(12, 10.0), std::vector<double>(12, 0.0),
                                                std::vector<double>(12, -10.0)};
  const PairedDifference difference = seededDifference(bySeed, users);
  EXPECT_NEAR(difference.value, 0, 1e-9);
  EXPECT_NEAR(difference.low, -10, 1e-9) << "the worst seed drawn three times, 1 of 27 draws";
  EXPECT_NEAR(difference.high, 10, 1e-9);
  const PairedDifference one = seededDifference(std::vector(1, bySeed[0]), users);
  EXPECT_NEAR(one.low, 10, 1e-9);
  EXPECT_NEAR(one.high, 10, 1e-9);
}

TEST(SeededDifference, OfOneSeedIsTheOneByUsers) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < users.size(); ++i) differences.push_back(i % 3 == 0 ? 100 : i % 5 == 0 ? -100 : 0);
  const PairedDifference seeded = seededDifference(std::vector(1, differences), users);
  const PairedDifference plain = pairedDifference(differences, users);
  EXPECT_NEAR(seeded.value, plain.value, 1e-12);
  EXPECT_EQ(seeded.p, plain.p);
  EXPECT_NEAR(seeded.low, plain.low, 5) << "the same distribution, drawn with other numbers";
  EXPECT_NEAR(seeded.high, plain.high, 5);
}

TEST(SeededDifference, OfNothingOrOfFewUsersHasNoInterval) {
  EXPECT_TRUE(std::isnan(seededDifference({}, users).value));
  const std::vector<std::int32_t> few{1, 2, 3};
  const PairedDifference difference = seededDifference(std::vector(2, std::vector<double>{1, 2, 3}), few);
  EXPECT_NEAR(difference.value, 2, 1e-12);
  EXPECT_TRUE(std::isnan(difference.low));
}

}  // namespace
}  // namespace sojourn
