// SPDX-License-Identifier: GPL-3.0-or-later
// What is lost with a single visit, by either operator.
#include "model/explain/attribution/methods.h"

namespace sojourn {
namespace {

/// The one visit of a window cannot be taken away: its score is 0.
MethodFindings lossOf(double whole, std::span<const double> without, std::size_t length) {
  MethodFindings found{.scores = std::vector<double>(length, 0)};
  for (std::size_t i = 0; i < without.size(); ++i) found.scores[i] = whole - without[i];
  return found;
}

}  // namespace

Result<MethodFindings> maskOne(const MethodInput& input) {
  return lossOf(input.whole, input.withoutMasked, input.length());
}

Result<MethodFindings> leaveOneOut(const MethodInput& input) {
  return lossOf(input.whole, input.withoutRemoved, input.length());
}

}  // namespace sojourn
