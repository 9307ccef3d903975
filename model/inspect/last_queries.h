// SPDX-License-Identifier: GPL-3.0-or-later
// What the last visit of very many samples attends to: one row of each attention map, never the maps.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {

class Engine;

/// Of one sample, valid during one call. Parts that the model lacks are empty.
struct LastQuery {
  std::size_t layers = 0, heads = 0;
  std::span<const float> attention;      ///< [layers][heads][L] of the last query; sums to 1 for each head
  std::span<const float> pointerWeight;  ///< [L]
  std::span<const float> contentScore;   ///< [L]
  std::span<const float> positionBias;   ///< [L]

  [[nodiscard]] std::span<const float> row(std::size_t layer, std::size_t head, std::size_t length) const {
    return attention.subspan((layer * heads + head) * length, length);
  }
};

/// Calls take(slot, query) once for each of `rows`, on several threads at once and in any order. Errors: an engine
/// without a network, rows that it cannot read (Engine::accepts), cancelled. Progress counts samples.
[[nodiscard]] Status forEachLastQuery(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                      const std::function<void(std::size_t slot, const LastQuery& query)>& take,
                                      const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
