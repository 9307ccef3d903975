// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/decimation.h"

#include <array>
#include <cmath>
#include <limits>

namespace sojourn::present {
namespace {

class Decimator {
 public:
  explicit Decimator(std::span<const double> values) : m_values(values) {}

  void column(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    if (allFinite(begin, end)) {
      addExtremes(begin, end);
    } else {
      brokenColumn(begin, end);
    }
  }

  Decimated finish() {
    endPiece();
    return std::move(m_out);
  }

 private:
  /// Without a branch a value, so that the compiler takes several at a time.
  [[nodiscard]] bool allFinite(std::size_t begin, std::size_t end) const {
    bool all = true;
    for (std::size_t i = begin; i < end; ++i)
      all = all & (std::fabs(m_values[i]) <= std::numeric_limits<double>::max());
    return all;
  }

  /// Of finite values.
  void addExtremes(std::size_t begin, std::size_t end) {
    std::size_t low = begin, high = begin;
    double lowest = m_values[begin], highest = lowest;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const double value = m_values[i];
      if (value < lowest) lowest = value, low = i;
      if (value > highest) highest = value, high = i;
    }
    std::array picked{begin, std::min(low, high), std::max(low, high), end - 1};
    const auto repeated = std::ranges::unique(picked);
    for (auto i = picked.begin(); i != repeated.begin(); ++i) m_out.points.push_back({*i, m_values[*i]});
  }

  /// What stands before the first break joins the line on the left, what stands after the last one the line on the
  /// right; what lies between is a piece of its own.
  void brokenColumn(std::size_t begin, std::size_t end) {
    const auto finite = [&](std::size_t i) { return std::isfinite(m_values[i]); };
    std::size_t first = begin, last = end - 1;
    while (finite(first)) ++first;
    while (finite(last)) --last;
    if (first > begin) addExtremes(begin, first);
    endPiece();
    noteBreaks(first, last + 1);
    addBetween(first, last);
    endPiece();
    if (last + 1 < end) addExtremes(last + 1, end);
  }

  void noteBreaks(std::size_t begin, std::size_t end) {
    bool nan = false, up = false, down = false;
    for (std::size_t i = begin; i < end; ++i) {
      const double value = m_values[i];
      if (std::isfinite(value)) continue;
      bool& seen = std::isnan(value) ? nan : value > 0 ? up : down;
      if (!seen) m_out.nonFinite.push_back({i, value});
      seen = true;
    }
  }

  void addBetween(std::size_t begin, std::size_t end) {
    std::size_t low = end, high = end;
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isfinite(m_values[i])) continue;
      if (low == end || m_values[i] < m_values[low]) low = i;
      if (high == end || m_values[i] > m_values[high]) high = i;
    }
    if (low == end) return;
    m_out.points.push_back({std::min(low, high), m_values[std::min(low, high)]});
    if (low != high) m_out.points.push_back({std::max(low, high), m_values[std::max(low, high)]});
  }

  void endPiece() {
    const std::size_t before = m_out.pieceEnds.empty() ? 0 : m_out.pieceEnds.back();
    if (m_out.points.size() > before) m_out.pieceEnds.push_back(m_out.points.size());
  }

  std::span<const double> m_values;
  Decimated m_out;
};

}  // namespace

Decimated decimate(std::span<const double> values, std::span<const std::size_t> bounds) {
  Decimator decimator(values);
  for (std::size_t c = 0; c + 1 < bounds.size(); ++c) {
    decimator.column(bounds[c], std::min(bounds[c + 1], values.size()));
  }
  return decimator.finish();
}

}  // namespace sojourn::present
