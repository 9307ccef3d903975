// SPDX-License-Identifier: GPL-3.0-or-later
// A long series thinned to what its pixels can show: the first, lowest, highest and last value of every pixel column,
// so that the line looks as if all were drawn and no spike is lost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <ranges>
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

/// A value with its place in the whole series.
struct SeriesPoint {
  std::size_t index = 0;
  double value = 0;
};

struct Decimated {
  std::vector<SeriesPoint> points;     ///< finite, in rising order of index
  std::vector<std::size_t> pieceEnds;  ///< into `points`: the line breaks there, the last one is its size
  std::vector<SeriesPoint> nonFinite;  ///< what broke it, at most three a column: one NaN, one of each infinity
};

/// The index ranges of `columns` equal parts of from..to: column c holds bounds[c] up to bounds[c + 1]. One more column
/// of one point stands on either side where the series goes on, so that the line reaches the frame. `xAt(i)` must not
/// fall with i. Costs columns times the logarithm of what a column holds.
template <class XAt>
[[nodiscard]] std::vector<std::size_t> columnBounds(std::size_t n, const XAt& xAt, double from, double to,
                                                    std::size_t columns) {
  std::vector<std::size_t> bounds;
  bounds.reserve(columns + 3);
  std::size_t at = 0;
  std::size_t stride = 1;
  // To the first point that has been reached: strides as long as the last column was, doubled until one is beyond, then
  // halved.
  const auto advance = [&](const auto& reached) {
    const std::size_t start = at;
    std::size_t end = std::min(n, at + stride);
    while (end < n && !reached(xAt(end))) {
      at = end + 1;
      stride *= 2;
      end = std::min(n, end + stride);
    }
    const auto rest = std::views::iota(std::min(at, n), end);
    const auto found = std::ranges::partition_point(rest, [&](std::size_t i) { return !reached(xAt(i)); });
    at = std::min(at, n) + static_cast<std::size_t>(found - rest.begin());
    stride = std::max<std::size_t>(1, at - start);
  };
  for (std::size_t c = 0; c < columns; ++c) {
    const double edge = from + (to - from) * static_cast<double>(c) / static_cast<double>(columns);
    advance([&](double x) { return x >= edge; });
    if (c == 0 && at > 0) bounds.push_back(at - 1);
    bounds.push_back(at);
  }
  advance([&](double x) { return x > to; });
  bounds.push_back(at);
  if (at < n) bounds.push_back(at + 1);
  return bounds;
}

/// Whence thinning takes its values.
class SeriesRanges {
 public:
  SeriesRanges() = default;
  SeriesRanges(const SeriesRanges&) = delete;
  SeriesRanges& operator=(const SeriesRanges&) = delete;
  virtual ~SeriesRanges() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual double at(std::size_t index) const = 0;
  [[nodiscard]] virtual RangeExtremes of(std::size_t begin, std::size_t end) const = 0;
};

/// Values as they lie in memory, with their pyramid or without one.
class PlainSeriesRanges final : public SeriesRanges {
 public:
  explicit PlainSeriesRanges(std::span<const double> values, const SeriesPyramid* pyramid = nullptr)
      : m_values(values), m_pyramid(pyramid) {}
  [[nodiscard]] std::size_t size() const override { return m_values.size(); }
  [[nodiscard]] double at(std::size_t index) const override { return m_values[index]; }
  [[nodiscard]] RangeExtremes of(std::size_t begin, std::size_t end) const override;

  [[nodiscard]] RangeExtremes scan(std::size_t begin, std::size_t end) const {
    return extremesOf(m_values.subspan(begin, end - begin), begin);
  }

 private:
  std::span<const double> m_values;
  const SeriesPyramid* m_pyramid;
};

/// Thins by the columns of `bounds`; at most four points for each where all are finite, three times as many where some
/// are not.
[[nodiscard]] Decimated decimate(const SeriesRanges& values, std::span<const std::size_t> bounds);
[[nodiscard]] inline Decimated decimate(std::span<const double> values, std::span<const std::size_t> bounds) {
  return decimate(PlainSeriesRanges(values), bounds);
}

}  // namespace sojourn::present
