// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of networks there are. Everything that depends on the kind is asked here or of the Network itself; no code
// outside nets/ compares a model's name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "model/nets/network/network.h"
#include "model/nets/plan/state_dict_kind.h"
#include "model/results/recipe_kind.h"

namespace sojourn {

/// What is to be built: sizes, the published name of an ablation (SPEC 3.5), dropout (training only).
struct NetworkSpec {
  ModelSizes sizes;
  std::string ablation = "full_model";
  double dropout = 0;
};

/// What a kind's output is compared with.
enum class LossKind { CrossEntropy };

struct ModelKind : StateDictKind {
  LossKind loss = LossKind::CrossEntropy;
  RecipeKind recipe = RecipeKind::WarmupCosine;  ///< its numbers come from the configuration
  /// The network that a state dict belongs to; the plan's ablation is not looked at.
  std::shared_ptr<Network> (*forState)(const StateShapes& shapes, const NetworkSpec& spec);
  /// A new, initialised network. Throws std::invalid_argument on an ablation the kind does not have.
  std::shared_ptr<Network> (*create)(const NetworkSpec& spec);
};

[[nodiscard]] std::span<const ModelKind> modelKinds();
/// Null where there is no such kind.
[[nodiscard]] const ModelKind* findModelKind(std::string_view id);

}  // namespace sojourn
