// SPDX-License-Identifier: GPL-3.0-or-later
// One forward pass with everything captured (SPEC 3.4): the value that every view of a sample is made from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/data/dataset/visit_history.h"

namespace sojourn {

/// Attention of all heads, float32, [layer][head][query][key], rows sum to 1. Masked cells (causal models) are 0.
struct AttentionMaps {
  std::size_t layers = 0, heads = 0, length = 0;
  std::vector<float> values;

  [[nodiscard]] const float* map(std::size_t layer, std::size_t head) const {
    return values.data() + (layer * heads + head) * length * length;
  }
  [[nodiscard]] float at(std::size_t layer, std::size_t head, std::size_t query, std::size_t key) const {
    return map(layer, head)[query * length + key];
  }
};

/// A candidate of the output. probability = copied + generated (up to the floor 1e-10).
struct Candidate {
  LocationId location = 0;
  float probability = 0;
  float logProbability = 0;
  float copied = 0;     ///< gate * pointer mass
  float generated = 0;  ///< (1 - gate) * generation probability; all of it in a model without a pointer
};

/// What a model reads of one half hour of the day in what the user did before.
struct HistoryRow {
  std::int32_t slot = 0;              ///< start minute / 30
  float weight = 0;                   ///< of the attention; sums to 1 over the rows
  std::vector<HistoryEntry> visited;  ///< at this half hour, the most frequent location first
};

/// Captured values of one sequence. Vectors that the model has no part for are empty.
struct Inspection {
  Sequence sequence;
  std::vector<EncodedVisit> encoded;          ///< [L] as the model read them, clamped
  std::vector<std::int32_t> positionFromEnd;  ///< [L] clamped as the model does
  std::vector<float> contentScore;            ///< [L]
  std::vector<float> positionBias;            ///< [L] zeros where the ablation has none
  std::vector<float> score;                   ///< [L] content + bias
  std::vector<float> pointerWeight;           ///< [L] sums to 1
  std::vector<float> copiedMass;              ///< [L] gate * weight, sums to gate
  std::optional<float> gate;                  ///< absent without a pointer; 0.5 for no_gate, 1 for no_generation
  std::vector<float> pointerMass;             ///< [V] pointer(y)
  std::vector<float> generation;              ///< [V] generation(y); empty for no_generation
  std::vector<float> logProbability;          ///< [V]
  std::vector<Candidate> ranking;             ///< [V] best first, ties by smaller id
  std::optional<std::size_t> targetRank;      ///< from 1; absent without a target
  std::vector<HistoryRow> history;            ///< by slot; only of a model that reads it
  AttentionMaps attention;                    ///< length 0 when not asked for or not there
  std::vector<float> contributionNorm;  ///< [layer][head+1][query][key]: norm of a_ij f(x_j) W_O per head, last = all
                                        ///< heads summed; with maps
  std::vector<std::vector<float>> hidden;  ///< per layer boundary [L * d]: input of layer 0, ..., output of the last;
                                           ///< with maps (of an LSTM the input of layer 0 has a width of its own)
  std::vector<float> context;              ///< [d] what the prediction is made from, with maps; empty where a program
                                           ///< does not give it

  [[nodiscard]] const Candidate& best() const { return ranking.front(); }
};

using InspectionPtr = std::shared_ptr<const Inspection>;

}  // namespace sojourn
