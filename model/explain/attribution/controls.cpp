// SPDX-License-Identifier: GPL-3.0-or-later
// Rankings that need no model and are hard to beat.
#include "model/explain/attribution/methods.h"

namespace sojourn {

Result<MethodFindings> recency(const MethodInput& input) {
  MethodFindings found;
  for (std::size_t i = 0; i < input.length(); ++i) found.scores.push_back(static_cast<double>(i));
  return found;
}

Result<MethodFindings> samePlace(const MethodInput& input) {
  MethodFindings found;
  for (std::size_t i = 0; i < input.length(); ++i) {
    const bool same = input.location(i) == input.target.location;
    found.scores.push_back(static_cast<double>(same ? input.length() + i : i));
  }
  return found;
}

Result<MethodFindings> randomOrder(const MethodInput& input) {
  return MethodFindings{.scores = std::vector<double>(input.length(), 0)};
}

}  // namespace sojourn
