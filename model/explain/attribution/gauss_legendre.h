// SPDX-License-Identifier: GPL-3.0-or-later
// Gauss-Legendre quadrature on 0..1.
#pragma once

#include <cstddef>
#include <vector>

namespace sojourn {

struct QuadratureNode {
  double at = 0;
  double weight = 0;
};

/// `count` nodes in ascending order; integrates polynomials up to degree 2 count - 1 exactly.
[[nodiscard]] std::vector<QuadratureNode> gaussLegendre(std::size_t count);

}  // namespace sojourn
