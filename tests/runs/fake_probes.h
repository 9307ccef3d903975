// SPDX-License-Identifier: GPL-3.0-or-later
// Probe files for tests: a model that learns to copy one visit, epoch by epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn::test {

struct FakeProbesOptions {
  std::size_t probes = 8;
  std::size_t length = 6;  ///< of probe 0; each further one has a visit more
  std::size_t layers = 2, heads = 4;
  bool pointer = true;  ///< MHSA has none, nor gate nor position bias
  bool gate = true;
};

/// Weights settle on the second visit from the end and the target's probability rises from 0.1 to 0.9 with the epochs.
[[nodiscard]] CheckpointFile fakeProbes(std::int64_t epoch, const FakeProbesOptions& options = {});

/// Writes probes/NNNN.safetensors, making the folder.
void writeFakeProbes(const std::filesystem::path& runFolder, std::int64_t epoch, const FakeProbesOptions& options = {});

/// The weight of the visit that is learned: 1/L at epoch 0, towards 0.9.
[[nodiscard]] float fakeWeight(std::int64_t epoch, std::size_t length);
/// 0.1 at epoch 0, towards 0.9.
[[nodiscard]] float fakeTargetProbability(std::int64_t epoch);

}  // namespace sojourn::test
