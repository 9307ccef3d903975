// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients integrated from nothing to the sequence as it is, so that the scores add up to the change of log P(y).
#include <cmath>

#include "model/explain/attribution/embedding_gradients.h"
#include "model/explain/attribution/feature_sums.h"
#include "model/explain/attribution/gauss_legendre.h"
#include "model/explain/attribution/methods.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

Result<MethodFindings> integrate(const MethodInput& input, std::size_t steps, CopyPath copyPath) {
  std::vector<PathPoint> points;
  for (const QuadratureNode& node : gaussLegendre(steps)) points.push_back({.scale = node.at, .weight = node.weight});
  points.push_back({.scale = 0, .weight = 0});  // both ends for their values alone
  points.push_back({.scale = 1, .weight = 0});
  const auto gradients = embeddingGradients(input.engine, input.inspection.sequence, input.target, points, copyPath,
                                            input.baseline, input.cancel);
  if (!gradients) return gradients.error();

  MethodFindings found{.byFeature = timesInput(*gradients), .gradientSequences = points.size()};
  found.scores = sumOverFeatures(found.byFeature, input.length());
  const double change = gradients->values[steps + 1] - gradients->values[steps];
  double sum = 0;
  for (std::size_t i = 0; i < input.length(); ++i) {
    if (copyPath == CopyPath::Scaled) found.scores[i] += gradients->byCopy[i];
    sum += found.scores[i];
  }
  found.completenessGap = std::abs(change - sum) / std::abs(change);
  return found;
}

Result<MethodFindings> integrateUntilComplete(const MethodInput& input, CopyPath copyPath) {
  std::size_t spent = 0;
  for (std::size_t steps = input.steps;; steps *= 2) {
    auto found = integrate(input, steps, copyPath);
    if (!found) return found;
    spent += found->gradientSequences;
    if (*found->completenessGap <= smallCompletenessGap || 2 * steps > input.mostSteps) {
      found->gradientSequences = spent;
      found->steps = steps;
      return found;
    }
  }
}

}  // namespace

Result<MethodFindings> integratedGradients(const MethodInput& input) {
  return integrateUntilComplete(input,
                                input.engine.description().capabilities.pointer ? CopyPath::Scaled : CopyPath::Full);
}

Result<MethodFindings> integratedGradientsOfEmbedding(const MethodInput& input) {
  return integrateUntilComplete(input, CopyPath::Full);
}

}  // namespace sojourn
