// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/series_cache.h"

#include <algorithm>
#include <array>

namespace sojourn::present {
namespace {

constexpr std::size_t fan = SeriesPyramid::fan;

/// So many values of two snapshots are the same to the last bit, in whole blocks.
std::size_t commonBlocks(std::span<const double> a, std::span<const double> b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t same = 0;
  const auto equal = [&] {
    return std::ranges::equal(std::as_bytes(a.subspan(same, fan)), std::as_bytes(b.subspan(same, fan)));
  };
  while (same + fan <= most && equal()) same += fan;
  return same;
}

}  // namespace

void SmoothingCache::grow(std::span<const double> values) {
  for (std::size_t begin = m_pyramid.size(); begin + fan <= values.size(); begin += fan) {
    MovingAverage average = m_marks.back();
    std::array<double, fan> smooth;
    for (std::size_t i = 0; i < fan; ++i) smooth[i] = average.next(values[begin + i]);
    if (m_kept.size() < keptValues) m_kept.insert(m_kept.end(), smooth.begin(), smooth.end());
    m_pyramid.addBlock(extremesOf(smooth, begin));
    m_marks.push_back(average);
  }
}

MovingAverage SmoothingCache::averageBefore(std::span<const double> values, std::size_t index) const {
  const std::size_t block = std::min(index / fan, m_marks.size() - 1);
  MovingAverage average = m_marks[block];
  for (std::size_t i = block * fan; i < index; ++i) static_cast<void>(average.next(values[i]));
  return average;
}

double SmoothingCache::at(std::span<const double> values, std::size_t index) const {
  return index < keptOf(values) ? m_kept[index] : averageBefore(values, index).next(values[index]);
}

std::vector<double> SmoothingCache::all(std::span<const double> values) const {
  std::vector<double> smooth(values.size());
  const std::size_t kept = keptOf(values);
  std::copy_n(m_kept.begin(), kept, smooth.begin());
  MovingAverage average = averageBefore(values, kept);
  for (std::size_t i = kept; i < values.size(); ++i) smooth[i] = average.next(values[i]);
  return smooth;
}

RangeExtremes SmoothingCache::scan(std::span<const double> values, std::size_t begin, std::size_t end) const {
  if (end <= keptOf(values)) return extremesOf(std::span(m_kept).subspan(begin, end - begin), begin);
  MovingAverage average = averageBefore(values, begin);
  std::array<double, fan> smooth;
  for (std::size_t i = begin; i < end; ++i) smooth[i - begin] = average.next(values[i]);
  return extremesOf(std::span(smooth).first(end - begin), begin);
}

RangeExtremes SmoothedSeries::of(std::size_t begin, std::size_t end) const {
  return m_cache->pyramid().of(*this, begin, end);
}

void SeriesCache::update(std::span<const double> values, std::shared_ptr<const void> owner) {
  const bool sameMemory = values.data() == m_values.data();
  if (sameMemory && values.size() <= m_values.size()) return;  // it or an older one
  const std::size_t common = sameMemory ? m_pyramid.size() : commonBlocks(m_values, values);
  if (common < m_pyramid.size()) {
    m_pyramid.truncate(common);
    // A caller that shows an older snapshot smoothed goes on with what it holds.
    m_smoothings.clear();
  }
  m_values = values;
  m_owner = std::move(owner);
  for (std::size_t begin = m_pyramid.size(); begin + fan <= values.size(); begin += fan)
    m_pyramid.addBlock(extremesOf(values.subspan(begin, fan), begin));
}

std::shared_ptr<const SmoothingCache> SeriesCache::smoothing(double weight) {
  std::erase_if(m_smoothings, [](const auto& one) { return one.second.expired(); });
  std::shared_ptr<SmoothingCache> cache = m_smoothings[weight].lock();
  if (!cache) m_smoothings[weight] = cache = std::make_shared<SmoothingCache>(weight);
  cache->grow(m_values);
  return cache;
}

}  // namespace sojourn::present
