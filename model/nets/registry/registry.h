// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of networks there are, and how a checkpoint becomes a network and back. Everything that depends on the kind
// is asked here or of the Network itself; no code outside nets/ compares a model's name.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/pseudonyms.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/nets/network/network.h"
#include "model/nets/plan/state_dict_kind.h"
#include "model/results/model_description.h"

namespace sojourn {

/// What is to be built: sizes, the published name of an ablation (SPEC 3.5), dropout (training only).
struct NetworkSpec {
  ModelSizes sizes;
  std::string ablation = "full_model";
  double dropout = 0;
};

struct ModelKind : StateDictKind {
  RecipeKind recipe = RecipeKind::WarmupCosine;  ///< its numbers come from the configuration
  /// The network that a state dict belongs to; the plan's ablation is not looked at.
  std::shared_ptr<Network> (*forState)(const StateShapes& shapes, const NetworkSpec& spec);
  /// A new, initialised network. Throws std::invalid_argument on an ablation the kind does not have.
  std::shared_ptr<Network> (*create)(const NetworkSpec& spec);
};

[[nodiscard]] std::span<const ModelKind> modelKinds();
/// Null where there is no such kind.
[[nodiscard]] const ModelKind* findModelKind(std::string_view id);

[[nodiscard]] ModelKind pointerV45Kind();
[[nodiscard]] ModelKind transformerKind();
[[nodiscard]] ModelKind mhsaKind();
[[nodiscard]] ModelKind lstmKind();
[[nodiscard]] ModelKind lstmLocationKind();
[[nodiscard]] ModelKind lstmPointerKind();
[[nodiscard]] ModelKind deepMoveKind();

/// For ModelKind::create of a kind without ablations: throws where the specification names one.
void requireFullModel(const NetworkSpec& spec, const StateDictKind& kind);

struct NetworkLoadOptions {
  std::optional<int> heads;                           ///< overrides what the checkpoint and the files beside it say
  double dropout = 0;                                 ///< for a network that will be trained further
  std::shared_ptr<const Pseudonyms> pseudonyms = {};  ///< of the dataset that it is to be asked about; null: none
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
