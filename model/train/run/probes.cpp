// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/run/probes.h"

#include <algorithm>
#include <map>

#include "model/evaluate/metrics.h"

namespace sojourn {
namespace {

/// The place that occurs most often in a window, of equals the one visited last.
LocationId mostFrequent(std::span<const LocationId> window) {
  std::map<LocationId, std::size_t> count;
  LocationId best = window.front();
  for (const LocationId location : window)
    if (++count[location] >= count[best]) best = location;
  return best;
}

/// `wanted` of the rows, evenly spaced from first to last.
void takeSpread(const std::vector<std::int64_t>& rows, std::size_t wanted, std::vector<std::int64_t>& taken) {
  const std::size_t count = std::min(wanted, rows.size());
  for (std::size_t i = 0; i < count; ++i) taken.push_back(rows[(2 * i + 1) * rows.size() / (2 * count)]);
}

class Tensors {
 public:
  explicit Tensors(CheckpointFile& file) : m_file(file) {}

  template <class T>
  void add(const std::string& name, std::vector<std::int64_t> shape, const std::vector<T>& values) {
    m_file.tensors.push_back({.name = name, .array = makeArray(std::move(shape), std::span<const T>(values))});
  }

 private:
  CheckpointFile& m_file;
};

void addProbe(Tensors& tensors, const std::string& prefix, const Inspection& inspection) {
  const auto length = static_cast<std::int64_t>(inspection.sequence.visits.size());
  if (!inspection.pointerWeight.empty()) tensors.add(prefix + "pointer_weight", {length}, inspection.pointerWeight);
  if (inspection.gate) tensors.add(prefix + "gate", {}, std::vector<float>{*inspection.gate});
  if (const AttentionMaps& maps = inspection.attention; maps.length > 0)
    tensors.add(prefix + "attention",
                {static_cast<std::int64_t>(maps.layers), static_cast<std::int64_t>(maps.heads), length, length},
                maps.values);
  const std::size_t count = std::min(probeCandidates, inspection.ranking.size());
  std::vector<std::int64_t> location;
  std::vector<float> probability;
  for (std::size_t i = 0; i < count; ++i) {
    location.push_back(inspection.ranking[i].location);
    probability.push_back(inspection.ranking[i].probability);
  }
  tensors.add(prefix + "top_location", {static_cast<std::int64_t>(count)}, location);
  tensors.add(prefix + "top_probability", {static_cast<std::int64_t>(count)}, probability);
  if (inspection.targetRank) {
    const Candidate& target = inspection.ranking[*inspection.targetRank - 1];
    tensors.add(prefix + "target_probability", {}, std::vector<float>{target.probability});
  }
}

}  // namespace

std::vector<std::int64_t> chooseProbes(const SequenceSet& set) {
  std::vector<std::int64_t> byCount, copied, absent;
  for (std::size_t row = 0; row < set.size(); ++row) {
    const bool there = set.targetInWindow(row);
    auto& group = !there ? absent : mostFrequent(set.locations(row)) == set.target(row) ? byCount : copied;
    group.push_back(static_cast<std::int64_t>(row));
  }
  constexpr std::size_t ofEachInWindow = 3;
  std::vector<std::int64_t> probes;
  takeSpread(byCount, ofEachInWindow, probes);
  takeSpread(copied, ofEachInWindow, probes);
  takeSpread(absent, probeCount - 2 * ofEachInWindow, probes);
  // Where a group is too small, others stand in.
  std::vector<std::int64_t> rest;
  for (std::int64_t row = 0; row < static_cast<std::int64_t>(set.size()); ++row)
    if (std::ranges::find(probes, row) == probes.end()) rest.push_back(row);
  takeSpread(rest, probeCount - probes.size(), probes);
  return probes;
}

Result<CheckpointFile> probeTensors(const Engine& engine, const SequenceSet& set, std::span<const std::int64_t> probes,
                                    std::span<const Outcome> outcomes) {
  CheckpointFile file;
  Tensors tensors(file);
  for (std::size_t k = 0; k < probes.size(); ++k) {
    const auto inspection = engine.inspect(set.sequence(static_cast<std::size_t>(probes[k])), {.maps = true});
    if (!inspection) return inspection.error();
    addProbe(tensors, std::to_string(k) + "/", **inspection);
  }
  if (const std::vector<float>& bias = engine.description().positionBias; !bias.empty())
    tensors.add("position_bias", {static_cast<std::int64_t>(bias.size())}, bias);
  if (const GateSummary gate = summariseGate(outcomes, probeGateBins); gate.n > 0) {
    std::vector<std::int64_t> counts;
    for (const GateBin& bin : gate.bins) counts.push_back(static_cast<std::int64_t>(bin.right));
    for (const GateBin& bin : gate.bins) counts.push_back(static_cast<std::int64_t>(bin.wrong));
    tensors.add("gate_histogram", {2, static_cast<std::int64_t>(gate.bins.size())}, counts);
  }
  return file;
}

}  // namespace sojourn
