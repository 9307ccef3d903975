// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/entropy.h"

#include <cmath>

namespace sojourn::present {

double entropy(std::span<const float> weights) {
  double sum = 0;
  for (const float weight : weights) {
    const double w = weight;
    if (w != 0) sum -= w * std::log(w);  // the log of a NaN or of a negative number is NaN, and stays
  }
  // Rounding of a weight just above 1 must not make it less than nothing.
  return sum < 0 ? 0 : sum;
}

double effectiveCount(std::span<const float> weights) {
  return weights.empty() ? 0 : std::exp(entropy(weights));
}

}  // namespace sojourn::present
