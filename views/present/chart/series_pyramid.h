// SPDX-License-Identifier: GPL-3.0-or-later
// What any stretch of a long series reaches, for the price of a few blocks of it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sojourn::present {

/// The extremes of some values in a row, and what among them is no number.
struct RangeExtremes {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  double low = std::numeric_limits<double>::infinity();  ///< of the finite values
  double high = -std::numeric_limits<double>::infinity();
  std::size_t lowAt = none, highAt = none;                     ///< the first of equals; none where nothing is finite
  std::array<std::size_t, 3> firstBreak = {none, none, none};  ///< of NaN, of infinity, of minus infinity
  std::size_t lastBreak = none;                                ///< of any of them

  [[nodiscard]] bool broken() const { return lastBreak != none; }
  [[nodiscard]] std::size_t firstOfBreaks() const { return std::ranges::min(firstBreak); }

  /// The value behind those that are here.
  void add(std::size_t at, double value) {
    if (std::fabs(value) <= std::numeric_limits<double>::max()) {
      if (value < low) low = value, lowAt = at;
      if (value > high) high = value, highAt = at;
      return;
    }
    std::size_t& first = firstBreak[std::isnan(value) ? 0 : value > 0 ? 1 : 2];
    if (first == none) first = at;
    lastBreak = at;
  }
  /// The stretch behind this one.
  void add(const RangeExtremes& later) {
    if (later.low < low) low = later.low, lowAt = later.lowAt;
    if (later.high > high) high = later.high, highAt = later.highAt;
    for (std::size_t kind = 0; kind < firstBreak.size(); ++kind)
      firstBreak[kind] = std::min(firstBreak[kind], later.firstBreak[kind]);
    if (later.broken()) lastBreak = later.lastBreak;
  }
};

/// Of values that lie in memory; `first` is the index of the first of them.
[[nodiscard]] RangeExtremes extremesOf(std::span<const double> values, std::size_t first);

/// The extremes of every 64 values of a series, of every 64 of those blocks, and so on; whole blocks alone. It grows
/// with the series and never looks back, takes a byte a value, and answers for any stretch in about 64 values and
/// 64 blocks a level on either side. The values themselves stay with their owner, who answers for stretches within a
/// block: `values.scan(begin, end)`.
class SeriesPyramid {
 public:
  static constexpr std::size_t fan = 64;

  /// How many values are in blocks.
  [[nodiscard]] std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size() * fan; }

  /// The next 64 values.
  void addBlock(const RangeExtremes& block);
  /// Forgets the blocks that reach beyond so many values.
  void truncate(std::size_t values);

  /// Of the values begin..end of a series of which this is the pyramid.
  template <class Values>
  [[nodiscard]] RangeExtremes of(const Values& values, std::size_t begin, std::size_t end) const {
    RangeExtremes found;
    while (begin < end) {
      if (const auto [block, width] = widestAt(begin, end); block) {
        found.add(*block);
        begin += width;
        continue;
      }
      const std::size_t stop = std::min(end, (begin / fan + 1) * fan);
      found.add(values.scan(begin, stop));
      begin = stop;
    }
    return found;
  }

 private:
  struct Block {
    const RangeExtremes* extremes = nullptr;
    std::size_t width = 0;
  };
  /// The widest block that begins here and ends within.
  [[nodiscard]] Block widestAt(std::size_t begin, std::size_t end) const;

  std::vector<std::vector<RangeExtremes>> m_levels;
};

}  // namespace sojourn::present
