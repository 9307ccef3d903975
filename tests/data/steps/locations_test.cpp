// SPDX-License-Identifier: GPL-3.0-or-later
// DBSCAN on a few points on a line, against hand counts and against a search over all pairs.
#include "model/data/steps/locations.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "model/data/steps/staypoints.h"
#include "tests/support/growth.h"

namespace sojourn {
namespace {

using Labels = std::vector<std::int32_t>;
constexpr double radians = std::numbers::pi / 180;
constexpr double metersPerDegree = earthRadius * radians;

/// Points north of the equator on one meridian, so many metres from it.
std::vector<Coordinates> onALine(const std::vector<double>& metres) {
  std::vector<Coordinates> points;
  for (const double metre : metres) points.push_back({metre / metersPerDegree, 0});
  return points;
}

Labels labelsOf(const std::vector<Coordinates>& points, const PrepareSettings& settings,
                std::vector<std::uint32_t> users = {}) {
  users.resize(points.size());
  auto found = findLocations(points, users, settings);
  EXPECT_TRUE(found.ok());
  return found->labels;
}

TEST(Locations, AreLabelledInTheOrderOfTheirFirstCore) {
  EXPECT_EQ(labelsOf(onALine({500, 0, 1000, 10, 1005, 505}), {}), (Labels{0, 1, 2, 1, 2, 0}));
}

TEST(Locations, ChainsAreOnePlaceAndLonelyPointsAreNoise) {
  EXPECT_EQ(labelsOf(onALine({0, 15, 30, 45, 100}), {}), (Labels{0, 0, 0, 0, noiseLabel}));
}

TEST(Locations, BordersGoToTheLowestLabel) {
  PrepareSettings settings;
  settings.minSamples = 4;
  // 0..5 and 44..49 are dense; 24.5 is reached by 5 and by 44, and is no core with three neighbours.
  const std::vector<double> left{44, 47, 48, 49, 24.5, 0, 1, 2, 5};
  EXPECT_EQ(labelsOf(onALine(left), settings), (Labels{0, 0, 0, 0, 0, 1, 1, 1, 1}));
  const std::vector<double> right{24.5, 0, 1, 2, 5, 44, 47, 48, 49};
  EXPECT_EQ(labelsOf(onALine(right), settings), (Labels{0, 0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(Locations, OneSampleMakesEveryPointAPlace) {
  PrepareSettings settings;
  settings.minSamples = 1;
  EXPECT_EQ(labelsOf(onALine({0, 100, 5}), settings), (Labels{0, 1, 0}));
}

TEST(Locations, CountEqualPositionsEachTime) {
  PrepareSettings settings;
  settings.minSamples = 3;
  EXPECT_EQ(labelsOf(onALine({0, 0, 0, 50, 50}), settings), (Labels{0, 0, 0, noiseLabel, noiseLabel}));
}

TEST(Locations, OfEachUserContinueTheLabels) {
  PrepareSettings settings;
  settings.scope = ClusterScope::User;
  EXPECT_EQ(labelsOf(onALine({0, 5, 0, 5, 5}), settings, {0, 0, 1, 1, 2}), (Labels{0, 0, 1, 1, noiseLabel}));
}

TEST(Locations, LonLatStretchesTheRadius) {
  // At 40 degrees north and 116 east the swapped formula sees a step north as a step along a shorter circle.
  const std::vector<Coordinates> north{{40, 116.3}, {40 + 40 / metersPerDegree, 116.3}};
  const std::vector<Coordinates> east{{40, 116.3}, {40, 116.3 + 18 / (metersPerDegree * std::cos(40 * radians))}};
  PrepareSettings settings;
  EXPECT_EQ(labelsOf(north, settings), (Labels{noiseLabel, noiseLabel}));
  EXPECT_EQ(labelsOf(east, settings), (Labels{0, 0}));
  settings.metric = ClusterMetric::LonLat;
  EXPECT_EQ(labelsOf(north, settings), (Labels{0, 0}));
  EXPECT_EQ(labelsOf(east, settings), (Labels{noiseLabel, noiseLabel}));
}

/// The textbook, over all pairs.
Labels plainClusters(const std::vector<Coordinates>& points, const PrepareSettings& settings) {
  const std::size_t n = points.size();
  const auto near = [&](std::size_t i, std::size_t j) {
    double a1 = points[i].latitude * radians, b1 = points[i].longitude * radians;
    double a2 = points[j].latitude * radians, b2 = points[j].longitude * radians;
    if (settings.metric == ClusterMetric::LonLat) {
      std::swap(a1, b1);
      std::swap(a2, b2);
    }
    const double da = std::sin((a1 - a2) / 2), db = std::sin((b1 - b2) / 2),
                 limit = std::sin(settings.eps / 2 / earthRadius);
    return da * da + std::cos(a1) * std::cos(a2) * db * db <= limit * limit;
  };
  std::vector<bool> core(n);
  for (std::size_t i = 0; i < n; ++i) {
    int count = 0;
    for (std::size_t j = 0; j < n; ++j) count += near(i, j) ? 1 : 0;
    core[i] = count >= settings.minSamples;
  }
  Labels labels(n, noiseLabel);
  std::int32_t next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!core[i] || labels[i] != noiseLabel) continue;
    labels[i] = next;
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n && core[k] && labels[k] == next; ++j)
          if (labels[j] == noiseLabel && near(k, j)) {
            labels[j] = next;
            grew = true;
          }
    }
    ++next;
  }
  return labels;
}

TEST(Locations, AgreeWithASearchOverAllPairs) {
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  for (int trial = 0; trial < 40; ++trial) {
    PrepareSettings settings;
    settings.minSamples = 1 + trial % 5;
    settings.metric = trial % 2 ? ClusterMetric::LonLat : ClusterMetric::Haversine;
    const double latitude = uniform(-85, 85), longitude = trial % 4 < 2 ? uniform(-180, 180) : 179.9999;
    std::vector<Coordinates> points;
    // Wide, where hardly any position is near another, or so narrow that whole boxes of the tree are.
    const double spread = trial % 3 == 0 ? 12 : 100;
    for (int i = 0; i < 120; ++i)
      points.push_back({latitude + uniform(-spread, spread) / metersPerDegree,
                        std::remainder(longitude + uniform(-spread, spread) / metersPerDegree, 360)});
    EXPECT_EQ(labelsOf(points, settings), plainClusters(points, settings)) << trial;
  }
}

/// One house, and two houses just too far from each other: all pairs are near, or nearly near.
TEST(Locations, ManyInASmallAreaTakeLittleMoreThanLinearTime) {
  for (const double apart : {0.0, 21.0}) {
    EXPECT_TRUE(test::takesLinearTime(2'000, [apart](std::size_t count) {
      std::mt19937 random(3);
      std::vector<Coordinates> points;
      for (std::size_t i = 0; i < count; ++i)
        points.push_back(
            {(i % 2 == 0 ? 0 : apart + 1) / metersPerDegree + 1e-5 / 4294967296.0 * static_cast<double>(random()),
             1e-5 / 4294967296.0 * static_cast<double>(random())});
      return [points, apart] {
        const Labels labels = labelsOf(points, {});
        EXPECT_EQ(std::ranges::max(labels), apart == 0 ? 0 : 1);
      };
    })) << apart;
  }
}

TEST(Locations, StopWhenCancelled) {
  const CancelToken cancel;
  cancel.cancel();
  const auto points = onALine({0, 1});
  const std::vector<std::uint32_t> users(2);
  const auto found = findLocations(points, users, {}, {}, cancel);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
