// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint becomes a network, and a network's tensors become a checkpoint's.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/nets/network/network.h"
#include "model/nets/registry/registry.h"

namespace sojourn {

struct NetworkLoadOptions {
  std::optional<int> heads;  ///< overrides what the checkpoint and the files beside it say
  double dropout = 0;        ///< for a network that will be trained further
};

struct LoadedNetwork {
  std::shared_ptr<Network> network;  ///< float32, on the CPU, evaluation mode, no gradients required
  ModelDescription description;
  std::string refusal;  ///< why it must not be evaluated (weights that are no numbers), or empty
};

/// Builds the network that planNetwork() finds the checkpoint to be, and copies the weights; its errors are those of
/// the plan. `path` names the file in messages and is where neighbouring configurations are looked for.
[[nodiscard]] Result<LoadedNetwork> networkFromCheckpoint(const CheckpointFile& checkpoint,
                                                          const std::filesystem::path& path,
                                                          const NetworkLoadOptions& options = {});

/// All tensors in the order of Python's state_dict, float32 (integers stay int64), copied to the CPU.
[[nodiscard]] std::vector<NamedArray> networkState(const torch::nn::Module& network);
/// Copies values back; names and shapes must be the network's own (std::invalid_argument).
void restoreState(torch::nn::Module& network, const std::vector<NamedArray>& state);

[[nodiscard]] NdArray toArray(const at::Tensor& tensor);
/// A tensor of its own memory. Unsigned and small integers become int64, half precision float32.
[[nodiscard]] at::Tensor toTensor(const NdArray& array);

}  // namespace sojourn
