// SPDX-License-Identifier: GPL-3.0-or-later
// How Pointer V45 is built and trained.
#include <stdexcept>

#include "model/nets/pointer_v45/pointer_v45.h"
#include "model/nets/registry/kinds.h"

namespace sojourn {
namespace {

std::shared_ptr<Network> build(const NetworkPlan& plan, const PointerV45Parts& parts) {
  return std::make_shared<PointerV45>(PointerV45Options{.sizes = plan.sizes, .dropout = plan.dropout, .parts = parts});
}

std::shared_ptr<Network> create(const NetworkPlan& plan) {
  if (plan.ablation == "single_layer") {
    NetworkPlan single = plan;
    single.sizes.layers = 1;
    return build(single, {});
  }
  const std::optional<PointerV45Parts> parts = pointerV45PartsOf(plan.ablation);
  if (!parts) throw std::invalid_argument("no ablation of Pointer V45 is called " + plan.ablation);
  return build(plan, *parts);
}

}  // namespace

ModelKind pointerV45Kind() {
  return {{pointerV45StateDict()},
          LossKind::CrossEntropy,
          RecipeKind::WarmupCosine,
          [](const StateShapes& shapes, const NetworkPlan& plan) { return build(plan, pointerV45PartsOf(shapes)); },
          create};
}

}  // namespace sojourn
