// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/attribution/embedding_gradients.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/inspect/network_passes.h"
#include "model/nets/network/network.h"

namespace sojourn {
namespace {

/// With its backward pass a token takes about three times the memory and work of an evaluation's.
constexpr std::size_t tokensPerChunk = 1024;

std::vector<double> doubles(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().to(at::kCPU, at::kDouble).contiguous();
  const auto* data = flat.const_data_ptr<double>();
  return {data, data + flat.numel()};
}

void addTo(std::vector<double>& sum, const at::Tensor& tensor) {
  const std::vector<double> more = doubles(tensor);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

/// One sequence as often as wanted in a single batch.
class Copies {
 public:
  Copies(const Network& network, const Sequence& sequence)
      : m_network(network), m_sequence(sequence), m_like(network.parameters().front()) {}

  [[nodiscard]] TokenBatch batch(std::size_t count) const {
    return packBatch(std::span(&m_sequence, 1), std::vector<std::size_t>(count, 0), m_network.limits(),
                     m_like.device());
  }
  [[nodiscard]] at::Tensor numbers(const std::vector<double>& values) const {
    return at::tensor(values, at::kDouble).to(m_like.options());
  }
  [[nodiscard]] std::size_t perChunk() const {
    return std::max<std::size_t>(1, tokensPerChunk / m_sequence.visits.size());
  }

 private:
  const Network& m_network;
  const Sequence& m_sequence;
  at::Tensor m_like;
};

/// F of every sequence of a batch, [B].
at::Tensor logTarget(const NetworkOutput& output, const ExplanationTarget& target) {
  const at::Tensor all = output.probabilities.defined() ? output.scores : at::log_softmax(output.scores, -1);
  const at::Tensor own = all.select(1, target.location);
  return target.ratherThan ? own - all.select(1, *target.ratherThan) : own;
}

/// The embedding that the path begins with, in the same parts as the visits' own.
VisitEmbedding baselineOf(Baseline baseline, const Network& network, const TokenBatch& batch,
                          const VisitEmbedding& own) {
  VisitEmbedding start = own;
  if (baseline == Baseline::Zero) {
    for (VisitEmbedding::Part& part : start.parts) part.values = at::zeros_like(part.values);
    return start;
  }
  TokenBatch asked = batch;
  if (baseline == Baseline::Padding) {
    for (at::Tensor* index : {&asked.location, &asked.user, &asked.time, &asked.weekday, &asked.recency,
                              &asked.duration, &asked.positionFromEnd})
      *index = at::zeros_like(*index);
    return network.embedVisits(asked);
  }
  asked.location = at::arange(paddingLocation + 1, network.sizes().locations, batch.location.options());
  const at::Tensor mean = network.embedVisits(asked).parts.front().values.mean(0, /*keepdim=*/true);
  start.parts.front().values = mean.expand_as(own.parts.front().values);
  return start;
}

void describeParts(const VisitEmbedding& embedding, const VisitEmbedding& start, EmbeddingGradients& found) {
  found.summed = embedding.summed;
  std::size_t column = 0;
  for (std::size_t p = 0; p < embedding.parts.size(); ++p) {
    const VisitEmbedding::Part& part = embedding.parts[p];
    const auto width = static_cast<std::size_t>(part.values.size(1));
    found.parts.push_back({.feature = part.feature,
                           .firstColumn = embedding.summed ? 0 : column,
                           .width = width,
                           .values = doubles(part.values - start.parts[p].values)});
    column += width;
  }
  found.columns = embedding.summed ? found.parts.front().width : column;
}

/// The line that the points lie on.
struct Line {
  at::Tensor start, way;  ///< [L, columns]
};

/// Adds the gradients of one chunk of points.
void addChunk(const Network& network, const Copies& copies, const ExplanationTarget& target, const Line& line,
              std::span<const PathPoint> points, CopyPath copyPath, EmbeddingGradients& found) {
  const auto count = static_cast<std::int64_t>(points.size()), visits = static_cast<std::int64_t>(found.visits);
  std::vector<double> scales, weights;
  for (const PathPoint& point : points) {
    scales.push_back(point.scale);
    weights.push_back(point.weight);
  }
  const at::Tensor scale = copies.numbers(scales).view({count, 1, 1}), weight = copies.numbers(weights);
  at::Tensor embedded =
      (line.start + line.way.unsqueeze(0) * scale).view({count * visits, -1}).detach().requires_grad_(true);
  at::Tensor copyable = copyPath == CopyPath::Scaled ? scale.view({count, 1}).expand({count, visits}).reshape({-1})
                                                     : at::ones({count * visits}, scale.options());
  copyable.requires_grad_(true);
  const TokenBatch batch = copies.batch(points.size());
  const at::Tensor values = logTarget(network.forward(batch, {.embedded = &embedded, .copyable = &copyable}), target);
  const std::vector<at::Tensor> gradients =
      torch::autograd::grad({(values * weight).sum()}, {embedded, copyable}, {}, false, false, /*allow_unused=*/true);
  for (const double value : doubles(values)) found.values.push_back(value);
  addTo(found.byEmbedding, gradients[0].view({count, visits, -1}).sum(0));
  if (gradients[1].defined()) addTo(found.byCopy, gradients[1].view({count, visits}).sum(0));
}

}  // namespace

Result<EmbeddingGradients> embeddingGradients(const Engine& engine, const Sequence& sequence,
                                              const ExplanationTarget& target, std::span<const PathPoint> points,
                                              CopyPath copyPath, Baseline baseline, const CancelToken& cancel) {
  return withNetwork(engine, [&](const Network& network) -> Result<EmbeddingGradients> {
    const OneTorchThread oneThread;
    const at::AutoGradMode gradients(true);
    const Copies copies(network, sequence);
    const TokenBatch batch = copies.batch(1);
    const VisitEmbedding embedding = network.embedVisits(batch);
    const VisitEmbedding start = baselineOf(baseline, network, batch, embedding);
    const at::Tensor from = start.values().detach();
    const Line line{.start = from, .way = embedding.values().detach() - from};
    EmbeddingGradients found;
    found.visits = sequence.visits.size();
    describeParts(embedding, start, found);
    found.byEmbedding.assign(found.visits * found.columns, 0);
    found.byCopy.assign(found.visits, 0);
    for (std::size_t first = 0; first < points.size(); first += copies.perChunk()) {
      if (cancel.cancelled()) return cancelledError();
      addChunk(network, copies, target, line, points.subspan(first, std::min(copies.perChunk(), points.size() - first)),
               copyPath, found);
    }
    return found;
  });
}

Result<std::vector<VisitFeature>> featuresRead(const Engine& engine) {
  return withNetwork(engine, [&](const Network& network) -> Result<std::vector<VisitFeature>> {
    const at::NoGradGuard noGradients;
    const Sequence any{.user = 0, .visits = {{}}, .target = {}};
    std::vector<VisitFeature> features;
    for (const VisitEmbedding::Part& part : network.embedVisits(Copies(network, any).batch(1)).parts)
      features.push_back(part.feature);
    return features;
  });
}

Result<std::vector<double>> valuesWithFeatures(const Engine& engine, const Sequence& sequence,
                                               const ExplanationTarget& target,
                                               std::span<const std::vector<bool>> present, const CancelToken& cancel) {
  return withNetwork(engine, [&](const Network& network) -> Result<std::vector<double>> {
    const OneTorchThread oneThread;
    const at::NoGradGuard noGradients;
    const Copies copies(network, sequence);
    const VisitEmbedding own = network.embedVisits(copies.batch(1));
    std::vector<double> values;
    for (std::size_t first = 0; first < present.size(); first += copies.perChunk()) {
      if (cancel.cancelled()) return cancelledError();
      const auto rows = present.subspan(first, std::min(copies.perChunk(), present.size() - first));
      std::vector<at::Tensor> stacked;
      for (const std::vector<bool>& row : rows) {
        VisitEmbedding part = own;
        for (std::size_t f = 0; f < row.size(); ++f)
          if (!row[f]) part.parts[f].values = part.parts[f].values * 0;
        stacked.push_back(part.values());
      }
      const at::Tensor embedded = at::cat(stacked);
      const NetworkOutput output = network.forward(copies.batch(rows.size()), {.embedded = &embedded});
      const at::Tensor all = output.probabilities.defined() ? output.probabilities : at::softmax(output.scores, -1);
      at::Tensor chosen = all.select(1, target.location);
      if (target.ratherThan) chosen = chosen - all.select(1, *target.ratherThan);
      for (const double value : doubles(chosen)) values.push_back(value);
    }
    return values;
  });
}

}  // namespace sojourn
