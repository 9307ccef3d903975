// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over the filtered samples or the whole split, computed on request and kept until they are outdated.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/results/distance_errors.h"
#include "model/results/metrics.h"
#include "model/results/slices.h"
#include "views/session/samples/sample_table.h"
#include "views/session/samples/sample_view.h"

namespace sojourn::session {

/// Of which samples a figure is; views print it.
enum class SampleScope { Filtered, Split };

/// Owner thread only. While outcomes stream in, a figure is computed again only as often as that takes a small part of
/// the time; a change of the sample costs nothing. References stay valid until the next call with other outcomes.
class Aggregates {
 public:
  /// Both must outlive the aggregates or be replaced by another call.
  void setSource(const SampleTable* table, const SampleView* view) {
    m_table = table;
    m_view = view;
    forget();
  }
  /// Moves hours and weekdays of slices to the zone that times are shown in.
  void setOffsetMinutes(std::int32_t minutes) {
    m_offset = minutes;
    for (Figures& figures : m_figures) figures.slices.clear();
  }
  void setLabelSmoothing(double smoothing) {
    m_labelSmoothing = smoothing;
    for (Figures& figures : m_figures) figures.metrics = {};
  }
  /// More outcomes came.
  void outdate() { ++m_version; }
  /// Another split or model: nothing old is shown again.
  void forget() { m_figures = {}; }
  /// Another filter: the same for what is of the filtered samples.
  void forgetFiltered() { figures(SampleScope::Filtered) = {}; }
  /// Whether outcomes are coming in, so that slightly old figures are good enough.
  void setStreaming(bool streaming) { m_streaming = streaming; }

  [[nodiscard]] const GateSummary& gate(SampleScope scope);
  [[nodiscard]] const PositionBiasSummary& positionBias(SampleScope scope);
  [[nodiscard]] const std::vector<Slice>& slices(SliceBy by, SampleScope scope);
  [[nodiscard]] const MetricsByTarget& metrics(SampleScope scope);
  /// Without intervals.
  [[nodiscard]] const DistanceErrors& distances(SampleScope scope);
  /// Entry p: training sequences that reach position p from the end, p = 1 .. maxLength - 1 (untrained where 0); empty
  /// without a train split.
  [[nodiscard]] const std::vector<std::size_t>& sequencesReaching(std::size_t maxLength);

 private:
  /// A figure with what it was computed from and how long that took.
  template <class T>
  struct Kept {
    T value{};
    std::uint64_t version = 0;
    std::chrono::steady_clock::time_point computedAt{};
    std::chrono::steady_clock::duration took{};
  };
  /// The rows that have an outcome, beside their outcomes.
  struct Rows {
    std::vector<std::size_t> rows;
    std::vector<Outcome> outcomes;
  };
  struct Figures {
    Kept<Rows> rows;
    Kept<GateSummary> gate;
    Kept<PositionBiasSummary> positionBias;
    Kept<MetricsByTarget> metrics;
    Kept<DistanceErrors> distances;
    std::map<SliceBy, Kept<std::vector<Slice>>> slices;
  };
  template <class T, class Compute>
  const T& fresh(Kept<T>& kept, const Compute& compute);
  [[nodiscard]] const Rows& rows(SampleScope scope);
  [[nodiscard]] Figures& figures(SampleScope scope) { return m_figures.at(static_cast<std::size_t>(scope)); }

  const SampleTable* m_table = nullptr;
  const SampleView* m_view = nullptr;
  std::int32_t m_offset = 0;
  double m_labelSmoothing = 0;
  std::uint64_t m_version = 1;
  bool m_streaming = false;
  std::array<Figures, 2> m_figures;  ///< by scope
  std::vector<std::size_t> m_reaching;
  std::pair<const Dataset*, std::size_t> m_reachingOf{nullptr, 0};
};

}  // namespace sojourn::session
