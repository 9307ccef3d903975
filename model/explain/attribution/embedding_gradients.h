// SPDX-License-Identifier: GPL-3.0-or-later
// What the model's answer does when the visits' embeddings are scaled or lose features: gradients for the attributions,
// and passes without a feature. All that explanations need of torch is behind this.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/explanation.h"

namespace sojourn {

class Engine;

/// A point on the line from the baseline to the visits' embeddings, and what its gradient weighs in a sum over points.
struct PathPoint {
  double scale = 1;
  double weight = 1;
};

/// Which scales follow a path: the embeddings alone, or what the pointer may copy as well (m of SPEC 6).
enum class CopyPath { Full, Scaled };

/// Gradients of F = log(P(y) + 1e-10), or of the difference of two, summed over points by their weights.
struct EmbeddingGradients {
  struct Part {
    VisitFeature feature = VisitFeature::Location;
    std::size_t firstColumn = 0;
    std::size_t width = 0;
    std::vector<double> values;  ///< [L, width] the embedding less the baseline's
  };
  std::size_t visits = 0, columns = 0;
  std::vector<Part> parts;          ///< their sums per visit cover all columns, side by side or one over the other
  bool summed = false;              ///< parts share all columns: the gradient does not tell them apart
  std::vector<double> byEmbedding;  ///< [L, columns] dF/de
  std::vector<double> byCopy;       ///< [L] dF/dm; zeros without a pointer
  std::vector<double> values;       ///< [points] F
};

/// Embeddings e0 + scale * (e - e0) at every point, e0 the baseline, m = 1 or = scale. Runs in chunks, so memory does
/// not grow with the points. Errors: no network behind the engine, cancelled. The sequence must be one that the
/// engine's inspect() takes.
[[nodiscard]] Result<EmbeddingGradients> embeddingGradients(const Engine& engine, const Sequence& sequence,
                                                            const ExplanationTarget& target,
                                                            std::span<const PathPoint> points, CopyPath copyPath,
                                                            Baseline baseline = Baseline::Zero,
                                                            const CancelToken& cancel = {});

/// The features that the model reads of a visit.
[[nodiscard]] Result<std::vector<VisitFeature>> featuresRead(const Engine& engine);

/// The explained value when only the flagged features of all visits have their embeddings, the others zeros: one value
/// a row of flags, in the order of featuresRead().
[[nodiscard]] Result<std::vector<double>> valuesWithFeatures(const Engine& engine, const Sequence& sequence,
                                                             const ExplanationTarget& target,
                                                             std::span<const std::vector<bool>> present,
                                                             const CancelToken& cancel = {});

}  // namespace sojourn
