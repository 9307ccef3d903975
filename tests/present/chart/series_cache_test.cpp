// SPDX-License-Identifier: GPL-3.0-or-later
// Pyramids and smoothing that grow with a run, against a search through all values and the whole series smoothed:
// random series with breaks, random stretches, runs that go on, are rewound and are replaced.
#include "views/present/chart/series_cache.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "model/runs/log/column.h"

namespace sojourn::present {
namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double endless = std::numeric_limits<double>::infinity();

/// Noise with equal values, both zeros, and what is no number: singly and in long stretches.
class Values {
 public:
  explicit Values(unsigned seed, double breaks) : m_random(seed), m_breaks(breaks) {}
  double next() {
    if (m_left > 0) return --m_left, m_broken;
    if (m_uniform(m_random) < m_breaks) {
      constexpr double kinds[] = {notANumber, endless, -endless};
      m_broken = kinds[m_random() % 3];
      m_left = m_random() % 4 == 0 ? m_random() % 300 : 0;
      return m_broken;
    }
    switch (m_random() % 8) {
      case 0:
        return 1;
      case 1:
        return m_random() % 2 == 0 ? 0.0 : -0.0;
      case 2:
        return m_random() % 2 == 0 ? 1e308 : -1e308;
      default:
        return m_uniform(m_random) - 0.5;
    }
  }

 private:
  std::mt19937 m_random;
  std::uniform_real_distribution<double> m_uniform{0, 1};
  double m_breaks;
  double m_broken = notANumber;
  std::size_t m_left = 0;
};

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void expectSame(const std::vector<SeriesPoint>& a, const std::vector<SeriesPoint>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].index, b[i].index);
    EXPECT_TRUE(sameBits(a[i].value, b[i].value)) << a[i].index << ": " << a[i].value << ", " << b[i].value;
  }
}

void expectSame(const Decimated& a, const Decimated& b) {
  expectSame(a.points, b.points);
  expectSame(a.nonFinite, b.nonFinite);
  EXPECT_EQ(a.pieceEnds, b.pieceEnds);
}

std::vector<std::size_t> randomBounds(std::mt19937& random, std::size_t size) {
  std::vector<std::size_t> bounds;
  const std::size_t count = 2 + random() % 40;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t at = random() % (size + 1);
    if (random() % 3 == 0) at -= at % 64;  // the edges of blocks
    bounds.push_back(at);
  }
  std::ranges::sort(bounds);
  return bounds;
}

/// A picture through the trail and one that has only the values.
void compare(const SeriesCache& cache, const SmoothedSeries& smooth, std::span<const double> values, double weight,
             std::mt19937& random) {
  const std::vector<double> whole = smoothed(values, weight);
  ASSERT_EQ(smooth.size(), whole.size());
  EXPECT_TRUE(std::ranges::equal(smooth.all(), whole, sameBits));
  for (int round = 0; round < 6; ++round) {
    const std::vector<std::size_t> bounds = randomBounds(random, values.size());
    expectSame(decimate(PlainSeriesRanges(values, &cache.pyramid()), bounds), decimate(values, bounds));
    expectSame(decimate(smooth, bounds), decimate(whole, bounds));
  }
  for (int i = 0; i < 20 && !values.empty(); ++i) {
    const std::size_t at = random() % values.size();
    EXPECT_TRUE(sameBits(smooth[at], whole[at])) << at;
  }
}

TEST(SeriesCache, PicturesAreThoseOfAllValuesWhileARunGoesOnIsRewoundAndReplaced) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Values source(seed, seed % 4 == 0 ? 0 : seed % 4 == 1 ? 0.0005 : seed % 4 == 2 ? 0.02 : 0.7);
    const double weight = seed % 2 == 0 ? 0.6 : 0.97;
    Column<double> column;
    SeriesCache cache;
    struct Snapshot {
      std::shared_ptr<const Column<double>> values;
      std::shared_ptr<const SmoothedSeries> smooth;
    };
    std::vector<Snapshot> kept;
    for (int look = 0; look < 14; ++look) {
      const unsigned what = random() % 8;
      if (what == 0) column.truncate(column.size() / (1 + random() % 3));
      if (what == 1) column = {};
      if (what == 2 && !column.empty()) column.set(random() % column.size(), 7);
      for (std::size_t i = random() % (look % 3 == 0 ? 9000 : 200); i > 0; --i) column.push_back(source.next());
      auto snapshot = std::make_shared<const Column<double>>(column);
      cache.update(*snapshot, snapshot);
      const auto smooth = std::make_shared<const SmoothedSeries>(*snapshot, snapshot, cache.smoothing(weight));
      compare(cache, *smooth, *snapshot, weight, random);
      kept.push_back({snapshot, smooth});
      if (kept.size() > 3) kept.erase(kept.begin());
      // Pictures of older snapshots, as a window keeps them, are still right.
      for (const Snapshot& old : kept) {
        const std::vector<double> whole = smoothed(*old.values, weight);
        const std::vector<std::size_t> bounds = randomBounds(random, whole.size());
        expectSame(decimate(*old.smooth, bounds), decimate(whole, bounds));
      }
      if (random() % 5 == 0) {
        const Snapshot& old = kept.front();
        cache.update(*old.values, old.values);
        compare(cache, *old.smooth, *old.values, weight, random);
      }
    }
  }
}

TEST(SeriesCache, SmoothedValuesBehindThoseThatAreKeptAreTheSame) {
  Values source(3, 0.001);
  std::vector<double> values(SmoothingCache::keptValues + 40'000);
  for (double& value : values) value = source.next();
  SeriesCache cache;
  cache.update(values, nullptr);
  const SmoothedSeries smooth(values, nullptr, cache.smoothing(0.9));
  std::mt19937 random(4);
  const std::vector<double> whole = smoothed(values, 0.9);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::size_t> bounds = randomBounds(random, values.size());
    for (int i = 0; i < 30; ++i) bounds.push_back(SmoothingCache::keptValues - 500 + random() % 1000);
    std::ranges::sort(bounds);
    expectSame(decimate(smooth, bounds), decimate(whole, bounds));
  }
  EXPECT_TRUE(std::ranges::equal(smooth.all(), whole, sameBits));
  for (std::size_t at = SmoothingCache::keptValues - 100; at < SmoothingCache::keptValues + 100; ++at)
    EXPECT_TRUE(sameBits(smooth[at], whole[at])) << at;
}

TEST(SeriesCache, TakesInOnlyWhatIsNew) {
  Column<double> column;
  for (int i = 0; i < 100'000; ++i) column.push_back(std::sin(i * 12.9898));
  SeriesCache cache;
  auto before = std::make_shared<const Column<double>>(column);
  cache.update(*before, before);
  const auto first = cache.smoothing(0.6);
  const std::size_t known = cache.pyramid().size();
  EXPECT_EQ(known, 100'000U / 64 * 64);
  for (int i = 0; i < 1000; ++i) column.push_back(2);
  auto after = std::make_shared<const Column<double>>(column);
  cache.update(*after, after);
  EXPECT_EQ(cache.pyramid().size(), 101'000U / 64 * 64);
  EXPECT_EQ(cache.smoothing(0.6), first);  // went on
  EXPECT_EQ(first->pyramid().size(), cache.pyramid().size());
  // Another memory with the same beginning, as when a column has doubled.
  auto moved = std::make_shared<const std::vector<double>>(column.begin(), column.end());
  cache.update(*moved, moved);
  EXPECT_EQ(cache.smoothing(0.6), first);
  // One value in the middle is another: everything before its block stays.
  auto changed = std::make_shared<std::vector<double>>(*moved);
  (*changed)[70'000] = notANumber;
  cache.update(*changed, changed);
  EXPECT_NE(cache.smoothing(0.6), first);
  EXPECT_EQ(PlainSeriesRanges(*changed, &cache.pyramid()).of(0, changed->size()).firstBreak[0], 70'000U);
  EXPECT_FALSE(PlainSeriesRanges(*moved, &first->pyramid()).of(64'000, 96'000).broken());
}

/// Counts what is read of it.
struct Counted {
  std::vector<double> values;
  mutable std::size_t read = 0;
  RangeExtremes scan(std::size_t begin, std::size_t end) const {
    read += end - begin;
    return extremesOf(std::span(values).subspan(begin, end - begin), begin);
  }
};

TEST(SeriesPyramid, AnswersForAMillionValuesFromAFewBlocks) {
  Counted counted{.values = std::vector<double>(1'000'000)};
  for (std::size_t i = 0; i < counted.values.size(); ++i) counted.values[i] = std::sin(static_cast<double>(i));
  counted.values[654'321] = 5;
  counted.values[123'456] = -endless;
  SeriesPyramid pyramid;
  for (std::size_t at = 0; at + 64 <= counted.values.size(); at += 64) pyramid.addBlock(counted.scan(at, at + 64));
  counted.read = 0;
  const RangeExtremes all = pyramid.of(counted, 1, 999'999);
  EXPECT_LE(counted.read, 2U * 64);
  EXPECT_EQ(all.highAt, 654'321U);
  EXPECT_EQ(all.firstBreak[2], 123'456U);
  EXPECT_EQ(all.lastBreak, 123'456U);
  EXPECT_EQ(all.firstOfBreaks(), 123'456U);
  EXPECT_EQ(pyramid.of(counted, 700, 700).lowAt, RangeExtremes::none);
  pyramid.truncate(100);
  EXPECT_EQ(pyramid.size(), 64U);
  pyramid.truncate(0);
  EXPECT_EQ(pyramid.size(), 0U);
}

}  // namespace
}  // namespace sojourn::present
