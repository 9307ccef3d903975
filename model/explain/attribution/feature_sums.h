// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients times the embeddings they belong to, visit by feature.
#pragma once

#include "model/explain/attribution/embedding_gradients.h"

namespace sojourn {

[[nodiscard]] inline FeatureScores timesInput(const EmbeddingGradients& gradients) {
  FeatureScores scores;
  for (const auto& part : gradients.parts) scores.features.push_back(part.feature);
  for (std::size_t i = 0; i < gradients.visits; ++i)
    for (const auto& part : gradients.parts) {
      double sum = 0;
      for (std::size_t c = 0; c < part.width; ++c)
        sum += part.values[i * part.width + c] * gradients.byEmbedding[i * gradients.columns + part.firstColumn + c];
      scores.values.push_back(sum);
    }
  return scores;
}

[[nodiscard]] inline std::vector<double> sumOverFeatures(const FeatureScores& scores, std::size_t visits) {
  std::vector<double> sums(visits, 0);
  for (std::size_t i = 0; i < visits; ++i)
    for (std::size_t f = 0; f < scores.features.size(); ++f) sums[i] += scores.at(i, f);
  return sums;
}

}  // namespace sojourn
