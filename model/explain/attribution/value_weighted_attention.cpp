// SPDX-License-Identifier: GPL-3.0-or-later
// Attention weighed by what it carries: the norm of sum over heads a_ij f(x_j) W_O.
#include "model/explain/attribution/methods.h"

namespace sojourn {

Result<MethodFindings> valueWeightedAttention(const MethodInput& input) {
  // The inspection's norms are [layer][head + 1][query][key], the last head all together: the last row of all is it.
  const std::vector<float>& norms = input.inspection.contributionNorm;
  return MethodFindings{.scores = {norms.end() - static_cast<std::ptrdiff_t>(input.length()), norms.end()}};
}

}  // namespace sojourn
