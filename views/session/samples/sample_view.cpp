// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_view.h"

#include <algorithm>

#include "model/results/metrics.h"

namespace sojourn::session {
namespace {

/// While outcomes stream in, the order is renewed when at most this part of the time goes into it.
constexpr int sortingShare = 10;

void count(RankTotals& totals, const SampleTable& table, SampleIndex row) {
  totals.addSample();
  if (table.filled(row)) totals.addRank(table.outcome(row).rank);
}

}  // namespace

void RankTotals::addRank(std::int32_t rank) {
  ++m_evaluated;
  m_reciprocalRanks += 1.0 / static_cast<double>(rank);
  for (std::size_t i = 0; i < accuracyCutoffs.size(); ++i) {
    if (rank <= accuracyCutoffs[i]) ++m_correct[i];
  }
}

std::size_t RankTotals::correct(int k) const {
  const auto* const at = std::ranges::find(accuracyCutoffs, k);
  return at == accuracyCutoffs.end() ? 0 : m_correct[static_cast<std::size_t>(at - accuracyCutoffs.begin())];
}

std::optional<double> RankTotals::accuracy(int k) const {
  if (m_evaluated == 0) return std::nullopt;
  return 100.0 * static_cast<double>(correct(k)) / static_cast<double>(m_evaluated);
}

std::optional<double> RankTotals::mrr() const {
  if (m_evaluated == 0) return std::nullopt;
  return 100.0 * m_reciprocalRanks / static_cast<double>(m_evaluated);
}

void SampleView::reset(const SampleTable* table) {
  m_table = table;
  m_totals = {};
  if (m_table) {
    for (std::size_t row = 0; row < m_table->size(); ++row) {
      const auto index = static_cast<SampleIndex>(row);
      count(m_totals.whole, *m_table, index);
      if (!m_table->unseen(index)) count(m_totals.wholeKnown, *m_table, index);
    }
  }
  rebuild();
}

void SampleView::setFilter(SampleFilter filter) {
  m_filter = std::move(filter);
  rebuild();
}

void SampleView::setSort(SampleSort sort) {
  m_sort = sort;
  resort();
}

void SampleView::setPlaceOrder(PlaceOrder order) {
  m_places = std::move(order);
  if (m_sort.column == SampleColumn::Prediction || m_sort.column == SampleColumn::Target) resort();
}

void SampleView::rebuild() {
  ++m_version;
  m_totals.filtered = {};
  m_totals.filteredKnown = {};
  m_rows.clear();
  if (!m_table) return;
  m_rows = m_filter.apply(*m_table);
  for (const SampleIndex row : m_rows) {
    count(m_totals.filtered, *m_table, row);
    if (!m_table->unseen(row)) count(m_totals.filteredKnown, *m_table, row);
  }
  resort();
}

void SampleView::resort() {
  const auto began = std::chrono::steady_clock::now();
  m_orderOutdated = false;
  if (m_table) {
    // Rows of equal value stand by index, whatever the order was before.
    if (!std::ranges::is_sorted(m_rows)) sortSamples(m_rows, *m_table, {});
    if (m_sort != SampleSort{}) sortSamples(m_rows, *m_table, m_sort, m_places);
  }
  m_sortedAt = std::chrono::steady_clock::now();
  m_sortTook = m_sortedAt - began;
}

bool SampleView::rowsFilled(SampleIndex first, std::size_t filled) {
  if (!m_table) return false;
  const bool canAdd = m_filter.needsOutcomes();
  const std::size_t before = m_rows.size();
  for (std::size_t i = 0; i < filled; ++i) {
    const auto row = static_cast<SampleIndex>(first + i);
    const std::int32_t rank = m_table->outcome(row).rank;
    const bool known = !m_table->unseen(row);
    m_totals.whole.addRank(rank);
    if (known) m_totals.wholeKnown.addRank(rank);
    if (!m_filter.matches(*m_table, row)) continue;
    if (canAdd) {
      m_rows.push_back(row);
      m_totals.filtered.addSample();
      if (known) m_totals.filteredKnown.addSample();
    }
    m_totals.filtered.addRank(rank);
    if (known) m_totals.filteredKnown.addRank(rank);
  }
  const bool added = m_rows.size() != before;
  if (added) ++m_version;
  if (m_sort == SampleSort{}) {
    const auto middle = m_rows.begin() + static_cast<std::ptrdiff_t>(before);
    std::inplace_merge(m_rows.begin(), middle, m_rows.end());
    return added;
  }
  m_orderOutdated = m_orderOutdated || added || needsOutcome(m_sort.column);
  if (m_orderOutdated && std::chrono::steady_clock::now() - m_sortedAt > m_sortTook * sortingShare) {
    resort();
    return true;
  }
  return added;
}

bool SampleView::settle() {
  if (!m_orderOutdated) return false;
  resort();
  return true;
}

std::optional<std::size_t> SampleView::positionOf(SampleIndex row) const {
  const auto found = std::ranges::find(m_rows, row);
  if (found == m_rows.end()) return std::nullopt;
  return static_cast<std::size_t>(found - m_rows.begin());
}

}  // namespace sojourn::session
