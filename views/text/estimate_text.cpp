// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/estimate_text.h"

#include "views/text/table.h"

namespace sojourn::text {

Json estimateJson(const Estimate& estimate) {
  if (estimate.n == 0) return nullptr;
  return {{"mean", number(estimate.mean)},
          {"low", number(estimate.low)},
          {"high", number(estimate.high)},
          {"n", estimate.n}};
}

std::string withInterval(const Estimate& estimate, int digits) {
  if (estimate.n == 0) return "–";
  if (!estimate.hasInterval()) return fixed(estimate.mean, digits);
  return fixed(estimate.mean, digits) + " [" + fixed(estimate.low, digits) + ", " + fixed(estimate.high, digits) + "]";
}

std::string intervalsOver(std::size_t users) {
  if (users >= fewestUsersOfInterval) return "with 95 % intervals from resampling users";
  return "without intervals, which need " + std::to_string(fewestUsersOfInterval) + " users";
}

}  // namespace sojourn::text
