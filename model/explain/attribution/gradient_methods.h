// SPDX-License-Identifier: GPL-3.0-or-later
// The methods that follow gradients of F = log P(y) to the visits' embeddings, and the quadrature they integrate with.
#pragma once

#include <cstddef>
#include <vector>

#include "model/explain/attribution/method.h"

namespace sojourn {

/// L2 norm of dF/de.
[[nodiscard]] Result<MethodFindings> gradient(const MethodInput& input);
/// e . dF/de.
[[nodiscard]] Result<MethodFindings> gradientTimesInput(const MethodInput& input);
/// Sundararajan et al. 2017 along embeddings and copies together: the scores add up to the change of F.
[[nodiscard]] Result<MethodFindings> integratedGradients(const MethodInput& input);
/// The same along embeddings alone.
[[nodiscard]] Result<MethodFindings> integratedGradientsOfEmbedding(const MethodInput& input);

struct QuadratureNode {
  double at = 0;
  double weight = 0;
};

/// Gauss-Legendre quadrature on 0..1: `count` nodes in ascending order, which integrate polynomials up to degree
/// 2 count - 1 exactly.
[[nodiscard]] std::vector<QuadratureNode> gaussLegendre(std::size_t count);

}  // namespace sojourn
