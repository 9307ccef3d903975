// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/inspection_bytes.h"

#include <vector>

namespace sojourn {
namespace {

template <class Item>
std::size_t bytesIn(const std::vector<Item>& items) {
  return items.capacity() * sizeof(Item);
}

}  // namespace

std::size_t bytesOf(const Inspection& inspection) {
  std::size_t bytes = sizeof(Inspection) + bytesIn(inspection.sequence.visits) + bytesIn(inspection.encoded) +
                      bytesIn(inspection.positionFromEnd) + bytesIn(inspection.ranking) + bytesIn(inspection.history) +
                      bytesIn(inspection.attention.values);
  for (const std::vector<float>* values :
       {&inspection.contentScore, &inspection.positionBias, &inspection.score, &inspection.pointerWeight,
        &inspection.copiedMass, &inspection.pointerMass, &inspection.generation, &inspection.logProbability,
        &inspection.contributionNorm, &inspection.context})
    bytes += bytesIn(*values);
  for (const std::vector<float>& layer : inspection.hidden) bytes += bytesIn(layer);
  for (const HistoryRow& row : inspection.history) bytes += bytesIn(row.visited);
  return bytes;
}

}  // namespace sojourn
