// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two inspections are the same to the last bit.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/results/inspection.h"

namespace sojourn::test {

template <class Value>
[[nodiscard]] bool sameBytes(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::ranges::equal(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
}

/// The first part in which they differ by a bit; empty: in none.
[[nodiscard]] inline std::string firstDifference(const Inspection& a, const Inspection& b) {
  const auto listed = [](const std::optional<float>& value) {
    return value ? std::vector<float>{*value} : std::vector<float>{};
  };
  static_assert(sizeof(Candidate) == 5 * sizeof(float) && sizeof(EncodedVisit) == 5 * sizeof(std::int32_t),
                "bytes between the values would be compared");
  if (a.sequence != b.sequence) return "sequence";
  if (!sameBytes(a.encoded, b.encoded)) return "encoded";
  if (!sameBytes(a.positionFromEnd, b.positionFromEnd)) return "positionFromEnd";
  if (!sameBytes(a.contentScore, b.contentScore)) return "contentScore";
  if (!sameBytes(a.positionBias, b.positionBias)) return "positionBias";
  if (!sameBytes(a.score, b.score)) return "score";
  if (!sameBytes(a.pointerWeight, b.pointerWeight)) return "pointerWeight";
  if (!sameBytes(a.copiedMass, b.copiedMass)) return "copiedMass";
  if (!sameBytes(listed(a.gate), listed(b.gate))) return "gate";
  if (!sameBytes(a.pointerMass, b.pointerMass)) return "pointerMass";
  if (!sameBytes(a.generation, b.generation)) return "generation";
  if (!sameBytes(a.logProbability, b.logProbability)) return "logProbability";
  if (!sameBytes(a.ranking, b.ranking)) return "ranking";
  if (a.targetRank != b.targetRank) return "targetRank";
  const AttentionMaps &left = a.attention, &right = b.attention;
  if (left.layers != right.layers || left.heads != right.heads || left.length != right.length)
    return "attention's size";
  if (!sameBytes(left.values, right.values)) return "attention";
  if (!sameBytes(a.contributionNorm, b.contributionNorm)) return "contributionNorm";
  if (!std::ranges::equal(a.hidden, b.hidden, sameBytes<float>)) return "hidden";
  return {};
}

}  // namespace sojourn::test
