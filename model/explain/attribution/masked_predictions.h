// SPDX-License-Identifier: GPL-3.0-or-later
// P of the explained target when the model sees only part of a sequence: every part is evaluated once, all that
// are waiting go through the model together.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence.h"
#include "model/results/explanation.h"

namespace sojourn {

class Engine;

class MaskedPredictions {
 public:
  /// All three must outlive this.
  MaskedPredictions(const Engine& engine, const Sequence& sequence, const ExplanationTarget& target)
      : m_engine(engine), m_sequence(sequence), m_target(target) {}

  /// The number under which the value will be found. Not every visit may be left out.
  std::size_t enqueue(const VisitMask& removed, Removal removal);
  /// Computes all that was asked and is not known yet. Errors: as partialProbabilities.
  Status evaluate(const CancelToken& cancel = {}, const Progress& progress = {});

  /// P(location), less P(ratherThan) where the target has one. Only after evaluate().
  [[nodiscard]] double at(std::size_t number) const { return m_values[number]; }
  /// How many sequences went through the model.
  [[nodiscard]] std::size_t passed() const { return m_values.size(); }
  [[nodiscard]] std::size_t length() const { return m_sequence.visits.size(); }

 private:
  const Engine& m_engine;
  const Sequence& m_sequence;
  const ExplanationTarget& m_target;
  std::unordered_map<VisitMask, std::size_t> m_masked, m_removed;
  std::vector<PartialSequence> m_parts;
  std::vector<double> m_values;
};

}  // namespace sojourn
