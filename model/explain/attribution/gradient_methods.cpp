// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/attribution/gradient_methods.h"

#include <cmath>
#include <numbers>

#include "model/explain/attribution/embedding_gradients.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

using Part = EmbeddingGradients::Part;

/// One number for each visit and feature: `figure` of the visit and the feature's part.
template <class Figure>
FeatureScores byFeature(const EmbeddingGradients& gradients, const Figure& figure) {
  FeatureScores scores;
  for (const Part& part : gradients.parts) scores.features.push_back(part.feature);
  for (std::size_t i = 0; i < gradients.visits; ++i)
    for (const Part& part : gradients.parts) scores.values.push_back(figure(i, part));
  return scores;
}

Result<EmbeddingGradients> gradientHere(const MethodInput& input) {
  const PathPoint here{.scale = 1, .weight = 1};
  return embeddingGradients(input.engine, input.inspection.sequence, input.target, std::span(&here, 1), CopyPath::Full,
                            Baseline::Zero, input.cancel);
}

/// Gradients times the embeddings that they belong to, visit by feature, and their sums over the features.
MethodFindings timesInput(const EmbeddingGradients& gradients, std::size_t sequences) {
  const FeatureScores scores = byFeature(gradients, [&](std::size_t visit, const Part& part) {
    double sum = 0;
    for (std::size_t c = 0; c < part.width; ++c)
      sum +=
          part.values[visit * part.width + c] * gradients.byEmbedding[visit * gradients.columns + part.firstColumn + c];
    return sum;
  });
  MethodFindings found{
      .scores = std::vector<double>(gradients.visits, 0), .byFeature = scores, .gradientSequences = sequences};
  for (std::size_t i = 0; i < gradients.visits; ++i)
    for (std::size_t f = 0; f < scores.features.size(); ++f) found.scores[i] += scores.at(i, f);
  return found;
}

Result<MethodFindings> integrate(const MethodInput& input, std::size_t steps, CopyPath copyPath) {
  std::vector<PathPoint> points;
  for (const QuadratureNode& node : gaussLegendre(steps)) points.push_back({.scale = node.at, .weight = node.weight});
  points.push_back({.scale = 0, .weight = 0});  // both ends for their values alone
  points.push_back({.scale = 1, .weight = 0});
  const auto gradients = embeddingGradients(input.engine, input.inspection.sequence, input.target, points, copyPath,
                                            input.baseline, input.cancel);
  if (!gradients) return gradients.error();

  MethodFindings found = timesInput(*gradients, points.size());
  const double change = gradients->values[steps + 1] - gradients->values[steps];
  double sum = 0;
  for (std::size_t i = 0; i < input.length(); ++i) {
    if (copyPath == CopyPath::Scaled) found.scores[i] += gradients->byCopy[i];
    sum += found.scores[i];
  }
  found.completenessGap = std::abs(change - sum) / std::abs(change);
  return found;
}

/// Of an engine that computes it itself.
Result<MethodFindings> gradientTimesInputAsked(const MethodInput& input) {
  const auto ask = [&](LocationId target) {
    return input.engine.gradientTimesInput(input.inspection.sequence, target, input.cancel);
  };
  auto scores = ask(input.target.location);
  if (!scores) return scores.error();
  MethodFindings found{.scores = std::move(*scores), .gradientSequences = 1};
  if (!input.target.ratherThan) return found;
  const auto other = ask(*input.target.ratherThan);
  if (!other) return other.error();
  for (std::size_t i = 0; i < found.scores.size(); ++i) found.scores[i] -= (*other)[i];
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

Result<MethodFindings> gradient(const MethodInput& input) {
  const auto gradients = gradientHere(input);
  if (!gradients) return gradients.error();
  const auto normOf = [&](std::size_t visit, std::size_t first, std::size_t width) {
    double squares = 0;
    for (std::size_t c = first; c < first + width; ++c) {
      const double slope = gradients->byEmbedding[visit * gradients->columns + c];
      squares += slope * slope;
    }
    return std::sqrt(squares);
  };
  MethodFindings found{.gradientSequences = 1};
  for (std::size_t i = 0; i < input.length(); ++i) found.scores.push_back(normOf(i, 0, gradients->columns));
  if (gradients->summed) return found;  // one gradient for all features
  found.byFeature = byFeature(
      *gradients, [&](std::size_t visit, const Part& part) { return normOf(visit, part.firstColumn, part.width); });
  return found;
}

Result<MethodFindings> gradientTimesInput(const MethodInput& input) {
  if (!input.engine.description().capabilities.gradients) return gradientTimesInputAsked(input);
  const auto gradients = gradientHere(input);
  if (!gradients) return gradients.error();
  return timesInput(*gradients, 1);
}

Result<MethodFindings> integratedGradients(const MethodInput& input) {
  return integrateUntilComplete(input,
                                input.engine.description().capabilities.pointer ? CopyPath::Scaled : CopyPath::Full);
}

Result<MethodFindings> integratedGradientsOfEmbedding(const MethodInput& input) {
  return integrateUntilComplete(input, CopyPath::Full);
}

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
