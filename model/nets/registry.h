// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of networks there are. Everything that depends on the kind is asked here or of the Network itself; nobody
// outside nets/ compares a model's name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "model/nets/config_facts.h"
#include "model/nets/network.h"
#include "model/nets/state_shapes.h"
#include "model/results/recipe_kind.h"

namespace sojourn {

/// What is to be built: sizes, the published name of an ablation (SPEC 3.5), dropout (training only).
struct NetworkPlan {
  ModelSizes sizes;
  std::string ablation = "full_model";
  double dropout = 0;
};

/// What a kind's output is compared with.
enum class LossKind { CrossEntropy };

struct ModelKind {
  std::string_view id;     ///< "pointer_v45": in files and on the command line
  std::string_view title;  ///< "Pointer V45"
  LossKind loss = LossKind::CrossEntropy;
  RecipeKind recipe = RecipeKind::WarmupCosine;  ///< its numbers come from the configuration
  std::int64_t defaultHeads = 4;
  /// True if a state dict with these tensors is of this kind, whatever parts an ablation lacks.
  bool (*recognises)(const StateShapes& shapes);
  /// All sizes but the heads, as far as the state dict tells; 0 where it does not.
  ModelSizes (*sizesOf)(const StateShapes& shapes);
  /// SPEC 3.5's name for the parts that are absent; several are joined by "+".
  std::string (*ablationOf)(const StateShapes& shapes, const ConfigFacts& facts);
  /// The network that a state dict belongs to; the plan's ablation is not looked at.
  std::shared_ptr<Network> (*forState)(const StateShapes& shapes, const NetworkPlan& plan);
  /// A new, initialised network. Throws std::invalid_argument on an ablation the kind does not have.
  std::shared_ptr<Network> (*create)(const NetworkPlan& plan);
};

[[nodiscard]] std::span<const ModelKind> modelKinds();
/// Null where no kind recognises the tensors.
[[nodiscard]] const ModelKind* recogniseModel(const StateShapes& shapes);
/// Null where there is no such kind.
[[nodiscard]] const ModelKind* findModelKind(std::string_view id);

}  // namespace sojourn
