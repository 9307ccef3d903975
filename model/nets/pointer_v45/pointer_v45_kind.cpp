// SPDX-License-Identifier: GPL-3.0-or-later
// How Pointer V45 is built and trained.
#include <stdexcept>

#include "model/nets/pointer_v45/pointer_v45.h"
#include "model/nets/registry/kinds.h"

namespace sojourn {
namespace {

std::shared_ptr<Network> build(const NetworkSpec& spec, const PointerV45Parts& parts) {
  return std::make_shared<PointerV45>(PointerV45Options{.sizes = spec.sizes, .dropout = spec.dropout, .parts = parts});
}

std::shared_ptr<Network> create(const NetworkSpec& spec) {
  if (spec.ablation == "single_layer") {
    NetworkSpec single = spec;
    single.sizes.layers = 1;
    return build(single, {});
  }
  const std::optional<PointerV45Parts> parts = pointerV45PartsOf(spec.ablation);
  if (!parts) throw std::invalid_argument("no ablation of Pointer V45 is called " + spec.ablation);
  return build(spec, *parts);
}

}  // namespace

ModelKind pointerV45Kind() {
  return {{pointerV45StateDict()},
          LossKind::CrossEntropy,
          RecipeKind::WarmupCosine,
          [](const StateShapes& shapes, const NetworkSpec& spec) { return build(spec, pointerV45PartsOf(shapes)); },
          create};
}

}  // namespace sojourn
