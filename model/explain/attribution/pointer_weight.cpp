// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer's weights as they are.
#include "model/explain/attribution/methods.h"

namespace sojourn {

Result<MethodFindings> pointerWeight(const MethodInput& input) {
  return MethodFindings{.scores = {input.inspection.pointerWeight.begin(), input.inspection.pointerWeight.end()}};
}

}  // namespace sojourn
