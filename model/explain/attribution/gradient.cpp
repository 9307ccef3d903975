// SPDX-License-Identifier: GPL-3.0-or-later
// How fast log P(y) moves with a visit's embedding, and that times the embedding.
#include <cmath>

#include "model/explain/attribution/embedding_gradients.h"
#include "model/explain/attribution/feature_sums.h"
#include "model/explain/attribution/methods.h"

namespace sojourn {
namespace {

Result<EmbeddingGradients> gradientHere(const MethodInput& input) {
  const PathPoint here{.scale = 1, .weight = 1};
  return embeddingGradients(input.engine, input.inspection.sequence, input.target, std::span(&here, 1), CopyPath::Full,
                            Baseline::Zero, input.cancel);
}

double normOf(const EmbeddingGradients& gradients, std::size_t visit, std::size_t first, std::size_t width) {
  double squares = 0;
  for (std::size_t c = first; c < first + width; ++c) {
    const double slope = gradients.byEmbedding[visit * gradients.columns + c];
    squares += slope * slope;
  }
  return std::sqrt(squares);
}

}  // namespace

Result<MethodFindings> gradient(const MethodInput& input) {
  const auto gradients = gradientHere(input);
  if (!gradients) return gradients.error();
  MethodFindings found{.gradientSequences = 1};
  for (std::size_t i = 0; i < input.length(); ++i) found.scores.push_back(normOf(*gradients, i, 0, gradients->columns));
  if (gradients->summed) return found;  // one gradient for all features
  for (const auto& part : gradients->parts) found.byFeature.features.push_back(part.feature);
  for (std::size_t i = 0; i < input.length(); ++i)
    for (const auto& part : gradients->parts)
      found.byFeature.values.push_back(normOf(*gradients, i, part.firstColumn, part.width));
  return found;
}

Result<MethodFindings> gradientTimesInput(const MethodInput& input) {
  const auto gradients = gradientHere(input);
  if (!gradients) return gradients.error();
  MethodFindings found{.byFeature = timesInput(*gradients), .gradientSequences = 1};
  found.scores = sumOverFeatures(found.byFeature, input.length());
  return found;
}

}  // namespace sojourn
