// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/series_pyramid.h"

namespace sojourn::present {
namespace {

/// Without a branch a value, so that the compiler takes several at a time.
bool allFinite(std::span<const double> values) {
  bool all = true;
  for (const double value : values) all = all & (std::fabs(value) <= std::numeric_limits<double>::max());
  return all;
}

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

}  // namespace sojourn::present
