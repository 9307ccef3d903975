// SPDX-License-Identifier: GPL-3.0-or-later
// Weights and sequences from formulas that a Python program repeats, so that a training in PyTorch starts from the
// same.
#pragma once

#include <cmath>
#include <vector>

#include "model/nets/registry/registry.h"
#include "tests/nets/small_models.h"

namespace sojourn::test {

/// Parameters become a sine, around 1 for the scales of norms; buffers stay.
inline void setFormulaWeights(Network& network) {
  std::vector<NamedArray> state;
  for (const StateTensor& item : stateTensors(network)) {
    NamedArray& tensor = state.emplace_back(NamedArray{.name = item.name, .array = toArray(item.tensor)});
    if (!item.parameter) continue;
    double phase = 0;
    for (const char letter : tensor.name) phase += letter;
    const bool scale = tensor.name.find("norm") != std::string::npos && tensor.name.ends_with("weight");
    std::vector<float> values(tensor.array.elements());
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(0.3 * std::sin(1.3 * static_cast<double>(i) + phase) + (scale ? 1 : 0));
    tensor.array = makeArray(tensor.array.shape, std::span<const float>(values));
  }
  restoreState(network, state);
}

/// Sequences [first, first + count) of 1 to 7 visits to 29 locations by 4 users; where asked for, every second target
/// is in the window.
[[nodiscard]] inline SequenceSet formulaSequences(int first, int count, bool targetsInWindow = false) {
  std::vector<Sequence> sequences;
  for (int i = first; i < first + count; ++i) {
    Sequence sequence;
    sequence.user = 1 + i % 4;
    sequence.target = 1 + i * 11 % 29;
    for (int j = 0; j < 1 + i * 5 % 7; ++j)
      sequence.visits.push_back({.location = 1 + (7 * i + 3 * j) % 29,
                                 .weekday = (i + j) % 7,
                                 .startMinute = (97 * i + 61 * j) % 1440,
                                 .durationMinutes = static_cast<double>((35 * i + 50 * j) % 2800),
                                 .daysAgo = 0});
    if (targetsInWindow && i % 2 == 0)
      sequence.target = sequence.visits[static_cast<std::size_t>(i) % sequence.visits.size()].location;
    sequences.push_back(std::move(sequence));
  }
  return setOf(sequences);
}

}  // namespace sojourn::test
