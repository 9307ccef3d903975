// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/attribution/gauss_legendre.h"

#include <cmath>
#include <numbers>

namespace sojourn {

std::vector<QuadratureNode> gaussLegendre(std::size_t count) {
  // The nodes are the roots of the Legendre polynomial; Newton's method finds each from its asymptotic place.
  const double n = static_cast<double>(count);
  std::vector<QuadratureNode> nodes;
  for (std::size_t k = count; k > 0; --k) {
    double x = std::cos(std::numbers::pi * (static_cast<double>(k) - 0.25) / (n + 0.5));
    double slope = 0;
    for (int round = 0; round < 100; ++round) {
      double value = 1, before = 0;
      for (std::size_t degree = 1; degree <= count; ++degree) {
        const double d = static_cast<double>(degree);
        const double next = ((2 * d - 1) * x * value - (d - 1) * before) / d;
        before = value;
        value = next;
      }
      slope = n * (x * value - before) / (x * x - 1);
      const double step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    nodes.push_back({.at = (x + 1) / 2, .weight = 1 / ((1 - x * x) * slope * slope)});
  }
  return nodes;
}

}  // namespace sojourn
