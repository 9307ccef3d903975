// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_totals.h"

#include <algorithm>

#include "model/results/metrics.h"

namespace sojourn::session {

void RankTotals::addRank(std::int32_t rank) {
  ++m_evaluated;
  m_reciprocalRanks += 1.0 / static_cast<double>(rank);
  for (std::size_t i = 0; i < accuracyCutoffs.size(); ++i) {
    if (rank <= accuracyCutoffs[i]) ++m_correct[i];
  }
}

std::size_t RankTotals::correct(int k) const {
  const auto* const at = std::find(accuracyCutoffs.begin(), accuracyCutoffs.end(), k);
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

}  // namespace sojourn::session
