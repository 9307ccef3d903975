// SPDX-License-Identifier: GPL-3.0-or-later
// What the output takes from each visit for the target: exact and additive.
#include "model/explain/attribution/methods.h"

namespace sojourn {

Result<MethodFindings> copiedMass(const MethodInput& input) {
  MethodFindings found;
  for (std::size_t i = 0; i < input.length(); ++i)
    found.scores.push_back(input.match(i) * static_cast<double>(input.inspection.copiedMass[i]));
  return found;
}

}  // namespace sojourn
