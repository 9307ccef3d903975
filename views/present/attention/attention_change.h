// SPDX-License-Identifier: GPL-3.0-or-later
// Attention now minus attention in the reference, visits matched by identity. For attention_*.cpp only.
#pragma once

#include <span>
#include <vector>

#include "views/present/samples/sample_context.h"
#include "views/present/samples/visit_label.h"

namespace sojourn::present {

/// The differences of all heads over the visits of both sequences, K of them in the order of comparedVisits(). A visit
/// that only one of the sequences has is read in one of them alone: its column holds that weight with its sign, and
/// what it read itself cannot be compared.
class AttentionChange {
 public:
  /// Only where comparable().
  AttentionChange(const SampleContext& context, bool causalModel);
  /// A reference whose maps have the same layers and heads.
  [[nodiscard]] static bool comparable(const SampleContext& context);

  /// [layer][head][K][K] now minus reference; 0 where neither may read.
  [[nodiscard]] const AttentionMaps& maps() const { return m_maps; }
  [[nodiscard]] std::size_t length() const { return m_visits.size(); }
  [[nodiscard]] const ComparedVisit& visit(std::size_t i) const { return m_visits[i]; }
  /// In one of the sequences only: a hatched row and column.
  [[nodiscard]] bool absent(std::size_t i) const { return !m_visits[i].now || !m_visits[i].before; }
  /// Later visits are masked in both: the model is causal and no visit has changed its place in the order.
  [[nodiscard]] bool causal() const { return m_causal; }

  /// Half the summed absolute change of a row: how much of the attention moved, 0 to 1. NaN for an absent query.
  [[nodiscard]] double moved(HeadRef head, std::size_t query) const;
  /// Its mean over the rows that can be compared; NaN where there are none.
  [[nodiscard]] double movedPerRow(HeadRef head) const;
  struct Cell {
    std::size_t query = 0, key = 0;
    double change = 0;
  };
  /// The largest absolute change among visits of both sequences; of a row, or of a head.
  [[nodiscard]] Cell largest(HeadRef head, std::size_t query) const;
  [[nodiscard]] Cell largest(HeadRef head) const;
  /// A weight before and now; 0 where the visit was or is not there.
  [[nodiscard]] double before(HeadRef head, std::size_t query, std::size_t key) const;
  [[nodiscard]] double now(HeadRef head, std::size_t query, std::size_t key) const;

  /// What the last query of the sequence shown may read now, as without a reference.
  [[nodiscard]] std::span<const float> lastRowNow(HeadRef head) const;

  [[nodiscard]] std::vector<VisitLabel> labels(const SampleContext& context) const;
  /// The selection by these rows instead of the visits shown, and back for a focus on one of these rows.
  [[nodiscard]] Selection byRow(const Selection& selection) const;
  [[nodiscard]] Focus byVisit(Focus focus) const;

 private:
  [[nodiscard]] std::optional<std::size_t> rowOf(std::optional<std::size_t> visitNow) const;

  const AttentionMaps& m_now;
  const AttentionMaps& m_before;
  std::vector<ComparedVisit> m_visits;
  AttentionMaps m_maps;
  bool m_causal = false;
};

}  // namespace sojourn::present
