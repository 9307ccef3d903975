// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/decimation.h"

namespace sojourn::present {
namespace {

/// Without a branch a value, so that the compiler takes several at a time.
bool allFinite(std::span<const double> values) {
  bool all = true;
  for (const double value : values) all = all & (std::fabs(value) <= std::numeric_limits<double>::max());
  return all;
}

class Decimator {
 public:
  explicit Decimator(const SeriesRanges& values) : m_values(values) {}

  void column(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    const RangeExtremes all = m_values.of(begin, end);
    if (all.broken())
      brokenColumn(begin, end, all);
    else
      addFinite(begin, end, all);
  }

  Decimated finish() {
    endPiece();
    return std::move(m_out);
  }

 private:
  /// The first, the two extremes in their order, the last.
  void addFinite(std::size_t begin, std::size_t end, const RangeExtremes& all) {
    const auto [first, second] = extremesOf(all);
    const std::array candidates{SeriesPoint{begin, m_values.at(begin)}, first, second,
                                SeriesPoint{end - 1, m_values.at(end - 1)}};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (i == 0 || candidates[i].index != candidates[i - 1].index) m_out.points.push_back(candidates[i]);
    }
  }

  /// What stands before the first break joins the line on the left, what stands after the last one the line on the
  /// right; what lies between is a piece of its own.
  void brokenColumn(std::size_t begin, std::size_t end, const RangeExtremes& all) {
    const std::size_t first = all.firstOfBreaks();
    const std::size_t last = all.lastBreak;
    if (first > begin) addFinite(begin, first, m_values.of(begin, first));
    endPiece();
    noteBreaks(all);
    addBetween(m_values.of(first, last));
    endPiece();
    if (last + 1 < end) addFinite(last + 1, end, m_values.of(last + 1, end));
  }

  void noteBreaks(const RangeExtremes& all) {
    std::array<std::size_t, 3> found = all.firstBreak;
    std::ranges::sort(found);
    for (const std::size_t at : found) {
      if (at != RangeExtremes::none) m_out.nonFinite.push_back({at, m_values.at(at)});
    }
  }

  void addBetween(const RangeExtremes& between) {
    if (between.lowAt == RangeExtremes::none) return;
    const auto [first, second] = extremesOf(between);
    m_out.points.push_back(first);
    if (second.index != first.index) m_out.points.push_back(second);
  }

  static std::pair<SeriesPoint, SeriesPoint> extremesOf(const RangeExtremes& of) {
    const SeriesPoint low{of.lowAt, of.low};
    const SeriesPoint high{of.highAt, of.high};
    return low.index < high.index ? std::pair(low, high) : std::pair(high, low);
  }

  void endPiece() {
    const std::size_t before = m_out.pieceEnds.empty() ? 0 : m_out.pieceEnds.back();
    if (m_out.points.size() > before) m_out.pieceEnds.push_back(m_out.points.size());
  }

  const SeriesRanges& m_values;
  Decimated m_out;
};

}  // namespace

RangeExtremes extremesOf(std::span<const double> values, std::size_t first) {
  RangeExtremes found;
  if (values.empty()) return found;
  if (!allFinite(values)) {
    for (std::size_t i = 0; i < values.size(); ++i) found.add(first + i, values[i]);
    return found;
  }
  std::size_t low = 0, high = 0;
  double lowest = values[0], highest = lowest;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double value = values[i];
    if (value < lowest) lowest = value, low = i;
    if (value > highest) highest = value, high = i;
  }
  found.low = lowest, found.lowAt = first + low;
  found.high = highest, found.highAt = first + high;
  return found;
}

void SeriesPyramid::addBlock(const RangeExtremes& block) {
  RangeExtremes next = block;
  for (std::size_t level = 0;; ++level) {
    if (level == m_levels.size()) m_levels.emplace_back();
    std::vector<RangeExtremes>& blocks = m_levels[level];
    blocks.push_back(next);
    if (blocks.size() % fan != 0) return;
    next = {};
    for (const RangeExtremes& below : std::span(blocks).last(fan)) next.add(below);
  }
}

void SeriesPyramid::truncate(std::size_t values) {
  for (std::vector<RangeExtremes>& blocks : m_levels) {
    values /= fan;
    if (values < blocks.size()) blocks.resize(values);
  }
}

SeriesPyramid::Block SeriesPyramid::widestAt(std::size_t begin, std::size_t end) const {
  Block widest;
  std::size_t width = fan;
  for (const std::vector<RangeExtremes>& blocks : m_levels) {
    if (begin % width != 0 || end - begin < width || begin / width >= blocks.size()) break;
    widest = {&blocks[begin / width], width};
    width *= fan;
  }
  return widest;
}

RangeExtremes PlainSeriesRanges::of(std::size_t begin, std::size_t end) const {
  return m_pyramid ? m_pyramid->of(*this, begin, end) : scan(begin, end);
}

Decimated decimate(const SeriesRanges& values, std::span<const std::size_t> bounds) {
  Decimator decimator(values);
  for (std::size_t c = 0; c + 1 < bounds.size(); ++c)
    decimator.column(bounds[c], std::min(bounds[c + 1], values.size()));
  return decimator.finish();
}

}  // namespace sojourn::present
