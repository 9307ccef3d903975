// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a growing series from one snapshot to the next, so that a picture of a run of a million steps costs
// its pixels, and a second of training costs its steps.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "views/present/chart/decimation.h"
#include "views/present/chart/smoothing.h"

namespace sojourn::present {

/// A series smoothed with one weight: its extremes, its first values as they are, and of what is behind them only how
/// the average stood before every 64. So a very long run takes a byte and a half a value in place of nine.
class SmoothingCache {
 public:
  /// So many of the first values are kept.
  static constexpr std::size_t keptValues = SeriesPyramid::fan * 4096;

  explicit SmoothingCache(double weight) : m_marks{MovingAverage(weight)} {}
  /// Takes in whole blocks of `values`, which begin with those that it knows.
  void grow(std::span<const double> values);

  [[nodiscard]] const SeriesPyramid& pyramid() const { return m_pyramid; }
  /// The smoothed value of one of the values that it was grown with.
  [[nodiscard]] double at(std::span<const double> values, std::size_t index) const;
  [[nodiscard]] std::vector<double> all(std::span<const double> values) const;
  /// The extremes of begin..end, within a block.
  [[nodiscard]] RangeExtremes scan(std::span<const double> values, std::size_t begin, std::size_t end) const;

 private:
  /// How many of a snapshot's values are here: behind its own whole blocks stand those of a later one, which may have
  /// gone on otherwise.
  [[nodiscard]] std::size_t keptOf(std::span<const double> values) const {
    return std::min(m_kept.size(), values.size() / SeriesPyramid::fan * SeriesPyramid::fan);
  }
  [[nodiscard]] MovingAverage averageBefore(std::span<const double> values, std::size_t index) const;

  std::vector<double> m_kept;
  std::vector<MovingAverage> m_marks;  ///< before every block, and before what is behind the last one
  SeriesPyramid m_pyramid;
};

/// One snapshot of a series, smoothed: worked out where it is asked for, and the same to the last bit as smoothed().
class SmoothedSeries final : public SeriesRanges {
 public:
  /// `owner` keeps the values where they are.
  SmoothedSeries(std::span<const double> values, std::shared_ptr<const void> owner,
                 std::shared_ptr<const SmoothingCache> cache)
      : m_values(values), m_owner(std::move(owner)), m_cache(std::move(cache)) {}

  [[nodiscard]] std::size_t size() const override { return m_values.size(); }
  [[nodiscard]] double at(std::size_t index) const override { return m_cache->at(m_values, index); }
  [[nodiscard]] std::vector<double> all() const { return m_cache->all(m_values); }
  [[nodiscard]] double operator[](std::size_t index) const { return at(index); }
  [[nodiscard]] RangeExtremes of(std::size_t begin, std::size_t end) const override;
  [[nodiscard]] RangeExtremes scan(std::size_t begin, std::size_t end) const {
    return m_cache->scan(m_values, begin, end);
  }

 private:
  std::span<const double> m_values;
  std::shared_ptr<const void> m_owner;
  std::shared_ptr<const SmoothingCache> m_cache;
};

/// Follows a series through its snapshots. What two of them have in common is found from the values themselves: nothing
/// is compared where they lie in the same memory (see Column), all of it where the memory is another, which is each
/// time a column has doubled or was rewound.
class SeriesCache {
 public:
  /// Takes in the snapshot; `owner` keeps its values where they are until the next one.
  void update(std::span<const double> values, std::shared_ptr<const void> owner);

  /// Of the latest snapshot, and of every older one that is its beginning.
  [[nodiscard]] const SeriesPyramid& pyramid() const { return m_pyramid; }
  /// Of the latest snapshot. Kept as long as somebody holds it.
  [[nodiscard]] std::shared_ptr<const SmoothingCache> smoothing(double weight);

 private:
  std::span<const double> m_values;
  std::shared_ptr<const void> m_owner;
  SeriesPyramid m_pyramid;
  std::map<double, std::weak_ptr<SmoothingCache>> m_smoothings;
};

}  // namespace sojourn::present
