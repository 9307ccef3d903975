// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/smoothing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sojourn::present {

std::vector<double> smoothed(std::span<const double> values, double weight) {
  const double keep = weight > 0 ? std::min(weight, strongestSmoothing) : 0;
  std::vector<double> out(values.size());
  double sum = 0;
  double total = 0;  // of the weights: 1 - keep^t
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (!std::isfinite(value)) {
      out[i] = value;
      continue;
    }
    sum = keep * sum + (1 - keep) * value;
    total = keep * total + (1 - keep);
    out[i] = sum / total;
  }
  return out;
}

}  // namespace sojourn::present
