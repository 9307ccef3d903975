// SPDX-License-Identifier: GPL-3.0-or-later
// Thinning to pixel columns: no spike is lost, breaks stay breaks, and a million points take little time.
#include "views/present/chart/decimation.h"

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/growth.h"

namespace sojourn::present {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

double ownIndex(std::size_t i) {
  return static_cast<double>(i);
}

std::set<std::size_t> indexesOf(const Decimated& decimated) {
  std::set<std::size_t> found;
  for (const SeriesPoint& point : decimated.points) found.insert(point.index);
  return found;
}

/// What holds of every result: rising, finite, values unchanged, pieces that end where the points do.
void expectSound(const Decimated& decimated, std::span<const double> values) {
  std::size_t next = 0;
  for (const SeriesPoint& point : decimated.points) {
    ASSERT_LT(point.index, values.size());
    EXPECT_GE(point.index, next);
    next = point.index + 1;
    EXPECT_EQ(point.value, values[point.index]);
    EXPECT_TRUE(std::isfinite(point.value));
  }
  std::size_t last = 0;
  for (const std::size_t end : decimated.pieceEnds) {
    EXPECT_GT(end, last);
    last = end;
  }
  EXPECT_EQ(last, decimated.points.size());
}

TEST(ColumnBounds, HoldEveryPointOnceAndOneOnEitherSide) {
  const std::vector<std::size_t> all = columnBounds(1000, ownIndex, 0, 999, 10);
  ASSERT_EQ(all.size(), 11U);
  EXPECT_EQ(all.front(), 0U);
  EXPECT_EQ(all.back(), 1000U);  // the point at the very end belongs to the last column
  for (std::size_t c = 0; c < 10; ++c) {
    for (std::size_t i = all[c]; i < all[c + 1]; ++i) {
      EXPECT_GE(ownIndex(i), 99.9 * static_cast<double>(c));
      EXPECT_TRUE(c == 9 || ownIndex(i) < 99.9 * static_cast<double>(c + 1));
    }
  }
  const std::vector<std::size_t> part = columnBounds(1000, ownIndex, 200, 300, 4);
  EXPECT_EQ(part, (std::vector<std::size_t>{199, 200, 225, 250, 275, 301, 302}));
  EXPECT_EQ(columnBounds(0, ownIndex, 0, 1, 3), (std::vector<std::size_t>{0, 0, 0, 0}));
  EXPECT_EQ(columnBounds(5, ownIndex, 10, 20, 2), (std::vector<std::size_t>{4, 5, 5, 5}));
  EXPECT_EQ(columnBounds(5, ownIndex, -20, -10, 2), (std::vector<std::size_t>{0, 0, 0, 1}));
}

TEST(ColumnBounds, AgreeWithASearchThroughAllPoints) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> x;
    double at = 0;
    // Crowds, gaps and points on top of each other.
    for (int i = 0; i < 400; ++i) x.push_back(at += random() % 3 == 0 ? 0 : random() % 50 == 0 ? 300 : random() % 4);
    const std::vector<std::size_t> bounds = columnBounds(
        x.size(), [&](std::size_t i) { return x[i]; }, x.front(), x.back(), 37);
    ASSERT_EQ(bounds.size(), 38U);
    for (std::size_t c = 0; c < 37; ++c) {
      const double edge = x.front() + (x.back() - x.front()) * static_cast<double>(c) / 37;
      EXPECT_EQ(bounds[c], static_cast<std::size_t>(std::ranges::lower_bound(x, edge) - x.begin()));
    }
    EXPECT_EQ(bounds.back(), x.size());
  }
}

TEST(Decimation, KeepsFirstLowestHighestAndLastOfEveryColumn) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<double> values(10000);
  for (double& value : values) value = normal(random);
  values[4321] = 1e6;  // spikes of one point
  values[8765] = -1e6;
  const std::vector<std::size_t> bounds = columnBounds(values.size(), ownIndex, 0, 9999, 100);
  const Decimated decimated = decimate(values, bounds);
  expectSound(decimated, values);
  EXPECT_LE(decimated.points.size(), 400U);
  EXPECT_EQ(decimated.pieceEnds.size(), 1U);
  const std::set<std::size_t> kept = indexesOf(decimated);
  EXPECT_TRUE(kept.contains(4321));
  EXPECT_TRUE(kept.contains(8765));
  for (std::size_t c = 0; c < 100; ++c) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(bounds[c]);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(bounds[c + 1]);
    for (const auto at : {begin, std::min_element(begin, end), std::max_element(begin, end), end - 1}) {
      EXPECT_TRUE(kept.contains(static_cast<std::size_t>(at - values.begin()))) << "column " << c;
    }
  }
}

TEST(Decimation, FewPointsStayAsTheyAre) {
  const std::vector<double> values{3, 1, 2};
  const Decimated all = decimate(values, columnBounds(3, ownIndex, 0, 2, 100));
  EXPECT_EQ(indexesOf(all), (std::set<std::size_t>{0, 1, 2}));
  const std::vector<double> one{5};
  const Decimated single = decimate(one, columnBounds(1, ownIndex, 0, 1, 100));
  ASSERT_EQ(single.points.size(), 1U);
  EXPECT_EQ(single.points.front().value, 5);
  const Decimated none = decimate({}, columnBounds(0, ownIndex, 0, 1, 100));
  EXPECT_TRUE(none.points.empty());
  EXPECT_TRUE(none.pieceEnds.empty());
  EXPECT_TRUE(decimate(values, {}).points.empty());
}

TEST(Decimation, ValuesThatAreNoNumbersBreakTheLineAndAreReported) {
  // One column a value, then all in one.
  const std::vector<double> values{1, 2, nan, 3, 4, infinity, infinity, 5, -infinity};
  for (const std::size_t columns : {9U, 1U, 2U}) {
    SCOPED_TRACE(columns);
    const Decimated decimated = decimate(values, columnBounds(values.size(), ownIndex, 0, 8, columns));
    expectSound(decimated, values);
    // Between the breaks of one column only the extremes stay.
    EXPECT_EQ(indexesOf(decimated),
              columns == 1 ? (std::set<std::size_t>{0, 1, 3, 7}) : (std::set<std::size_t>{0, 1, 3, 4, 7}));
    ASSERT_FALSE(decimated.nonFinite.empty());
    EXPECT_EQ(decimated.nonFinite[0].index, 2U);
    EXPECT_TRUE(std::isnan(decimated.nonFinite[0].value));
    EXPECT_EQ(decimated.nonFinite[1].value, infinity);
    EXPECT_EQ(decimated.nonFinite.back().value, -infinity);
    EXPECT_EQ(decimated.pieceEnds.front(), 2U);  // 1 and 2 stand before the first break
  }
  const Decimated apart = decimate(values, columnBounds(values.size(), ownIndex, 0, 8, 9));
  EXPECT_EQ(apart.pieceEnds, (std::vector<std::size_t>{2, 4, 5}));
  EXPECT_EQ(apart.nonFinite.size(), 4U);

  const std::vector<double> nothing(100, nan);
  const Decimated empty = decimate(nothing, columnBounds(100, ownIndex, 0, 99, 10));
  EXPECT_TRUE(empty.points.empty());
  EXPECT_EQ(empty.nonFinite.size(), 10U);
}

TEST(Decimation, ABrokenColumnKeepsItsExtremes) {
  std::vector<double> values(100, 1.0);
  values[10] = nan;
  values[20] = 50;
  values[30] = -50;
  values[40] = nan;
  values[60] = 70;
  const Decimated decimated = decimate(values, columnBounds(100, ownIndex, 0, 99, 1));
  expectSound(decimated, values);
  const std::set<std::size_t> kept = indexesOf(decimated);
  for (const std::size_t spike : {20U, 30U, 60U, 0U, 9U, 41U, 99U}) EXPECT_TRUE(kept.contains(spike)) << spike;
  EXPECT_EQ(decimated.pieceEnds.size(), 3U);
}

TEST(Decimation, AMillionPointsKeepTheirSpikeAndTakeLinearTime) {
  EXPECT_TRUE(test::takesLinearTime(100'000, [](std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = std::sin(static_cast<double>(i) * 12.9898);
    values[12'345] = 1000;
    return [values = std::move(values)] {
      const auto last = static_cast<double>(values.size());
      const Decimated decimated = decimate(values, columnBounds(values.size(), ownIndex, 0, last, 1000));
      EXPECT_TRUE(indexesOf(decimated).contains(12'345));
      EXPECT_LE(decimated.points.size(), 4000U);
    };
  }));
}

}  // namespace
}  // namespace sojourn::present
