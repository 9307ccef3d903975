// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the Samples view: filtered, sorted, counted, and kept so while outcomes stream in.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "views/session/samples/sample_filter.h"
#include "views/session/samples/sample_table.h"

namespace sojourn::session {

/// Figures of a set of samples of which the model has reached some.
class RankTotals {
 public:
  void addSample() { ++m_samples; }
  /// `rank` of the target, from 1.
  void addRank(std::int32_t rank);

  [[nodiscard]] std::size_t samples() const { return m_samples; }      ///< n, reached or not
  [[nodiscard]] std::size_t evaluated() const { return m_evaluated; }  ///< those the figures below are of
  /// Percent right within the first k, k in 1, 3, 5, 10; absent while nothing is evaluated.
  [[nodiscard]] std::optional<double> accuracy(int k) const;
  [[nodiscard]] std::size_t correct(int k) const;
  /// Percent, full vocabulary.
  [[nodiscard]] std::optional<double> mrr() const;

 private:
  std::size_t m_samples = 0;
  std::size_t m_evaluated = 0;
  std::array<std::size_t, 4> m_correct{};
  double m_reciprocalRanks = 0;
};

struct SampleTotals {
  RankTotals filtered, filteredKnown, whole, wholeKnown;
};

/// Which rows of a table are shown, in which order. Owner thread only.
class SampleView {
 public:
  /// Another table: all rows are filtered again, filter and sort stay.
  void reset(const SampleTable* table);
  void setFilter(SampleFilter filter);
  void setSort(SampleSort sort);
  void setPlaceOrder(PlaceOrder order);
  [[nodiscard]] SampleSort sort() const { return m_sort; }
  [[nodiscard]] const SampleFilter& filter() const { return m_filter; }

  /// Rows [first, first + count) have just been filled for the first time. Cheap: rows are added one by one, and the
  /// order by an answer of the model is renewed only as often as it costs little. Returns whether rows() changed.
  bool rowsFilled(SampleIndex first, std::size_t count);
  /// The pass has ended: brings the order up to date. Returns whether rows() changed.
  bool settle();

  /// Shown rows, first to last.
  [[nodiscard]] std::span<const SampleIndex> rows() const { return m_rows; }
  /// Where a row stands in rows(), if it is shown.
  [[nodiscard]] std::optional<std::size_t> positionOf(SampleIndex row) const;
  [[nodiscard]] const SampleTotals& totals() const { return m_totals; }
  /// Grows whenever the set of shown rows changes (not their order): key of what is computed from the filtered set.
  [[nodiscard]] std::uint64_t version() const { return m_version; }

 private:
  void rebuild();
  void resort();

  const SampleTable* m_table = nullptr;
  SampleFilter m_filter;
  SampleSort m_sort;
  PlaceOrder m_places;
  std::vector<SampleIndex> m_rows;
  SampleTotals m_totals;
  std::uint64_t m_version = 0;
  bool m_orderOutdated = false;
  std::chrono::steady_clock::time_point m_sortedAt{};
  std::chrono::steady_clock::duration m_sortTook{};
};

}  // namespace sojourn::session
