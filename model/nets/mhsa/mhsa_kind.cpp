// SPDX-License-Identifier: GPL-3.0-or-later
// How MHSA is built and trained (SPEC 4).
#include <stdexcept>

#include "model/nets/mhsa/mhsa.h"
#include "model/nets/registry/kinds.h"

namespace sojourn {
namespace {

std::shared_ptr<Network> build(const NetworkSpec& spec) {
  return std::make_shared<Mhsa>(MhsaOptions{.sizes = spec.sizes, .dropout = spec.dropout});
}

std::shared_ptr<Network> create(const NetworkSpec& spec) {
  if (spec.ablation != "full_model") throw std::invalid_argument("MHSA has no ablation " + spec.ablation);
  // The published models' table of positions, whatever the longest sequence of the dataset.
  NetworkSpec published = spec;
  published.sizes.maxLength = MhsaRows::publishedLength;
  return build(published);
}

}  // namespace

ModelKind mhsaKind() {
  return {{mhsaStateDict()},
          LossKind::CrossEntropy,
          RecipeKind::LinearWithReturns,
          [](const StateShapes&, const NetworkSpec& spec) { return build(spec); },
          create};
}

}  // namespace sojourn
