// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/aggregates.h"

#include "model/evaluate/distance_errors.h"
#include "model/evaluate/metrics.h"

namespace sojourn::session {
namespace {

/// While outcomes stream in, at most this part of the time goes into a figure.
constexpr int computingShare = 10;

}  // namespace

template <class T, class Compute>
const T& Aggregates::fresh(Kept<T>& kept, const Compute& compute) {
  if (kept.version == m_version) return kept.value;
  const auto began = std::chrono::steady_clock::now();
  const bool recent = kept.version != 0 && began - kept.computedAt < kept.took * computingShare;
  if (m_streaming && recent) return kept.value;
  kept.value = compute();
  kept.version = m_version;
  kept.computedAt = std::chrono::steady_clock::now();
  kept.took = kept.computedAt - began;
  return kept.value;
}

const Aggregates::Rows& Aggregates::rows(SampleScope scope) {
  return fresh(figures(scope).rows, [&] {
    Rows result;
    if (!m_table || !m_view) return result;
    const auto add = [&](SampleIndex row) {
      if (!m_table->filled(row)) return;
      result.rows.push_back(row);
      result.outcomes.push_back(m_table->outcome(row));
    };
    if (scope == SampleScope::Filtered) {
      for (const SampleIndex row : m_view->rows()) add(row);
    } else {
      for (std::size_t row = 0; row < m_table->size(); ++row) add(static_cast<SampleIndex>(row));
    }
    return result;
  });
}

const GateSummary& Aggregates::gate(SampleScope scope) {
  return fresh(figures(scope).gate, [&] { return summariseGate(rows(scope).outcomes); });
}

const PositionBiasSummary& Aggregates::positionBias(SampleScope scope) {
  return fresh(figures(scope).positionBias, [&] { return summarisePositionBias(rows(scope).outcomes); });
}

const std::vector<Slice>& Aggregates::slices(SliceBy by, SampleScope scope) {
  return fresh(figures(scope).slices[by], [&] {
    const Rows& source = rows(scope);
    if (source.rows.empty()) return std::vector<Slice>{};
    return sliceBy(by, *m_table->sequences(), source.rows, source.outcomes, m_offset);
  });
}

const MetricsByTarget& Aggregates::metrics(SampleScope scope) {
  return fresh(figures(scope).metrics, [&] {
    const Rows& source = rows(scope);
    if (source.rows.empty()) return MetricsByTarget{};
    return metricsOf(*m_table->sequences(), source.rows, source.outcomes, m_labelSmoothing);
  });
}

const DistanceErrors& Aggregates::distances(SampleScope scope) {
  return fresh(figures(scope).distances, [&] {
    const Rows& source = rows(scope);
    if (source.rows.empty() || m_table->dataset()->places.allCoordinates().empty()) return DistanceErrors{};
    return distanceErrors(*m_table->sequences(), source.rows, source.outcomes, m_table->dataset()->places);
  });
}

const std::vector<std::size_t>& Aggregates::sequencesReaching(std::size_t maxLength) {
  const Dataset* dataset = m_table ? m_table->dataset().get() : nullptr;
  if (m_reachingOf != std::pair(dataset, maxLength)) {
    m_reachingOf = {dataset, maxLength};
    const SequenceSet* train = dataset ? dataset->split(Split::Train) : nullptr;
    m_reaching = train ? sojourn::sequencesReaching(*train, maxLength) : std::vector<std::size_t>{};
  }
  return m_reaching;
}

}  // namespace sojourn::session
