// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded sequences of a split that are nearest to one, by the model's embedding or by the visits' edit distance.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/results/counterfactual.h"
#include "model/results/inspection.h"
#include "model/results/outcome.h"

namespace sojourn {

class Engine;

/// How far two records are apart, 0 for the same, at most 1: the cheapest way (Needleman and Wunsch 1970) to turn one
/// into the other by changing visits (visitDistance()) or leaving visits out or in (1 each), over the longer length.
/// The user and the target do not count.
[[nodiscard]] double recordDistance(const Sequence& a, const Sequence& b);

/// 0 for the same stay, 1 for one that has nothing in common: half for another place, a fifth times the distance of the
/// times of day round the clock over 12 hours, a fifth for another weekday (half of it where both are working days or
/// both are not), a tenth times the difference of the durations over 8 hours, at most 8.
[[nodiscard]] double visitDistance(const Visit& a, const Visit& b);

/// What a model makes of a split: a vector and an answer a sequence. Made once, asked often; never changes.
class SequenceLibrary {
 public:
  /// One inspection a sequence (some milliseconds); of a model that gives no context only what nearest() by edit
  /// distance needs. Errors: those of Engine::evaluate and inspect, cancelled. Progress counts sequences. The set must outlive this: `dataset` holds it.
  [[nodiscard]] static Result<std::shared_ptr<const SequenceLibrary>> read(const Engine& engine,
                                                                           std::shared_ptr<const Dataset> dataset,
                                                                           Split split, const CancelToken& cancel = {},
                                                                           const Progress& progress = {});

  /// The `count` nearest to the inspected sequence, and the `count` nearest with another prediction; ties by row. The
  /// inspection must be of the same model, with maps for SimilarityMeasure::Context. A row that is the very same record
  /// is passed over. Cancelled: what was found is of no use.
  [[nodiscard]] Result<Neighbours> nearest(const Inspection& inspection, SimilarityMeasure similarity,
                                           std::size_t count, const CancelToken& cancel = {}) const;

  [[nodiscard]] std::size_t size() const { return m_outcomes.size(); }

 private:
  [[nodiscard]] const SequenceSet& set() const { return *m_dataset->split(m_split); }

  std::shared_ptr<const Dataset> m_dataset;
  Split m_split = Split::Train;
  std::size_t m_width = 0;
  std::vector<float> m_contexts;  ///< [rows][width]
  std::vector<Outcome> m_outcomes;
};

}  // namespace sojourn
