// SPDX-License-Identifier: GPL-3.0-or-later
// How MHSA is built and trained (SPEC 4).
#include <stdexcept>

#include "model/nets/mhsa/mhsa.h"
#include "model/nets/registry/kinds.h"

namespace sojourn {
namespace {

std::shared_ptr<Network> build(const NetworkPlan& plan) {
  return std::make_shared<Mhsa>(MhsaOptions{.sizes = plan.sizes, .dropout = plan.dropout});
}

std::shared_ptr<Network> create(const NetworkPlan& plan) {
  if (plan.ablation != "full_model") throw std::invalid_argument("MHSA has no ablation " + plan.ablation);
  // The published models' table of positions, whatever the longest sequence of the dataset.
  NetworkPlan published = plan;
  published.sizes.maxLength = MhsaRows::publishedLength;
  return build(published);
}

}  // namespace

ModelKind mhsaKind() {
  return {{mhsaStateDict()},
          LossKind::CrossEntropy,
          RecipeKind::LinearWithReturns,
          [](const StateShapes&, const NetworkPlan& plan) { return build(plan); },
          create};
}

}  // namespace sojourn
