// SPDX-License-Identifier: GPL-3.0-or-later
// Principal components against NumPy, and what t-SNE keeps of two groups.
#include "model/data/statistics/projection.h"

#include <cmath>

#include <gtest/gtest.h>

#include "model/core/random.h"

namespace sojourn {
namespace {

/// Seven rows of four numbers, by a formula.
RowMatrix formulaRows() {
  RowMatrix rows{.width = 4};
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k < 4; ++k) rows.values.push_back((i * 37 + k * k * 11 + i * i * k * 5) % 23 / 7.0);
  return rows;
}

/// Two groups of rows far from each other.
RowMatrix twoGroups(std::size_t each) {
  RowMatrix rows{.width = 5};
  Random random(3);
  for (std::size_t i = 0; i < 2 * each; ++i)
    for (std::size_t k = 0; k < rows.width; ++k) {
      const double noise = static_cast<double>(random.below(1000)) / 5000;
      rows.values.push_back(noise + (k == (i < each ? 0U : 1U) ? 1 : 0));
    }
  return rows;
}

/// numpy.linalg.svd of the rows from the third on, centred, with the sign rule of SPEC 11; NumPy 2.
TEST(PrincipalComponents, EqualNumPy) {
  const Projection found = principalComponents(formulaRows(), 2);
  EXPECT_TRUE(found.metric);
  EXPECT_NEAR(found.shares[0], 0.588025496390001, 1e-12);
  EXPECT_NEAR(found.shares[1], 0.32858261959903, 1e-12);
  const std::array<std::array<double, 2>, 7> expected{{{0.8197180059651737, 1.5982549865177018},
                                                       {-0.1954106296241535, 0.9217013402445488},
                                                       {0.2570620562380753, 1.2466473470377084},
                                                       {-1.8664720139314854, 0.4539752031335925},
                                                       {-0.8365096835673285, -0.2570855635711361},
                                                       {2.2022423496487784, 0.33880360436093654},
                                                       {0.24367729161196186, -1.782340590961101}}};
  ASSERT_EQ(found.points.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) EXPECT_NEAR(found.points[i][axis], expected[i][axis], 1e-12) << i;
}

TEST(PrincipalComponents, OfNothingAreNothing) {
  EXPECT_TRUE(principalComponents({}).points.empty());
  const Projection one = principalComponents({.width = 2, .values = {1, 2}});
  EXPECT_EQ(one.shares[0], 0);
  const Projection equal = principalComponents({.width = 2, .values = {1, 2, 1, 2, 1, 2}});
  EXPECT_EQ(equal.shares[0], 0);
  EXPECT_EQ(equal.points[2][0], 0);
}

TEST(PrincipalComponents, OfOneDimensionHaveOneAxis) {
  const Projection found = principalComponents({.width = 1, .values = {1, 2, 6}});
  EXPECT_NEAR(found.shares[0], 1, 1e-12);
  EXPECT_NEAR(found.points[2][0], 3, 1e-12);
  EXPECT_EQ(found.points[2][1], 0);
}

TEST(Tsne, KeepsTwoGroupsApartAndIsRepeatable) {
  constexpr std::size_t each = 20;
  const RowMatrix rows = twoGroups(each);
  const Projection found = tsne(rows, {.seed = 1});
  EXPECT_FALSE(found.metric);
  ASSERT_EQ(found.points.size(), 2 * each);
  const auto nearestOf = [&](std::size_t i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    const auto apart = [&](std::size_t j) {
      return std::hypot(found.points[i][0] - found.points[j][0], found.points[i][1] - found.points[j][1]);
    };
    for (std::size_t j = 0; j < found.points.size(); ++j)
      if (j != i && apart(j) < apart(nearest)) nearest = j;
    return nearest;
  };
  for (std::size_t i = 0; i < found.points.size(); ++i) EXPECT_EQ(nearestOf(i) < each, i < each) << i;
  EXPECT_EQ(tsne(rows, {.seed = 1}).points, found.points);
  EXPECT_NE(tsne(rows, {.seed = 2}).points, found.points);
}

TEST(Tsne, StopsWhenItIsCancelled) {
  const CancelToken cancel;
  std::size_t steps = 0;
  const Projection found = tsne(twoGroups(10), {}, cancel, [&](std::size_t, std::size_t) {
    if (++steps == 3) cancel.cancel();
  });
  EXPECT_EQ(steps, 3U);
  EXPECT_TRUE(found.points.empty());
}

}  // namespace
}  // namespace sojourn
