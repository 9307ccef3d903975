// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/train_step.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/inspect/side_by_side.h"
#include "model/nets/adamw.h"
#include "model/nets/network.h"

namespace sojourn {
namespace {

/// A shard smaller than this costs more in small operations than a thread brings.
constexpr std::size_t fewestRowsInShard = 16;

std::vector<at::Tensor> trainable(Network& network) {
  std::vector<at::Tensor> parameters = network.parameters();
  for (at::Tensor& parameter : parameters) parameter.set_requires_grad(true);
  return parameters;
}

/// Sum of the losses of a batch's sequences, padding targets not counted.
at::Tensor lossSum(const at::Tensor& scores, const at::Tensor& target, double smoothing) {
  return at::cross_entropy_loss_symint(scores, target, {}, at::Reduction::Sum, paddingLocation, smoothing);
}

std::int64_t countedTargets(const SequenceSet& set, std::span<const std::size_t> rows) {
  return std::ranges::count_if(rows, [&](std::size_t row) { return set.target(row) != paddingLocation; });
}

/// What one shard of a batch found.
struct Shard {
  double loss = 0;  ///< sum over the shard, divided by the batch's size
  std::vector<at::Tensor> gradients;
};

}  // namespace

struct TrainStep::State {
  State(std::shared_ptr<Network> trained, const TrainingConfig& configuration, std::size_t threadCount)
      : network(std::move(trained)),
        config(configuration),
        threads(std::max<std::size_t>(threadCount, 1)),
        parameters(trainable(*network)),
        optimizer(parameters, {.weightDecay = configuration.training.weightDecay}) {
    for (std::size_t shard = 0; shard < threads; ++shard)
      randomness.push_back(
          at::make_generator<at::CPUGeneratorImpl>(static_cast<std::uint64_t>(config.seed) * threads + shard));
  }

  [[nodiscard]] Shard runShard(const SequenceSet& set, std::span<const std::size_t> rows, std::int64_t counted,
                               at::Generator& random) const;

  std::shared_ptr<Network> network;
  TrainingConfig config;
  std::size_t threads;
  std::vector<at::Tensor> parameters;
  AdamW optimizer;
  std::vector<at::Generator> randomness;  ///< one a shard
};

TrainStep::TrainStep(std::shared_ptr<Network> network, const TrainingConfig& config, std::size_t threads)
    : m_state(std::make_unique<State>(std::move(network), config, threads)) {}
TrainStep::TrainStep(TrainStep&&) noexcept = default;
TrainStep& TrainStep::operator=(TrainStep&&) noexcept = default;
TrainStep::~TrainStep() = default;

const Network& TrainStep::network() const {
  return *m_state->network;
}

OptimizerState TrainStep::optimizerState(double learningRate) const {
  return m_state->optimizer.state(learningRate);
}

Shard TrainStep::State::runShard(const SequenceSet& set, std::span<const std::size_t> rows, std::int64_t counted,
                                 at::Generator& random) const {
  const OneTorchThread oneThread;
  const TokenBatch batch = packBatch(set, rows, network->limits());
  const NetworkOutput output = network->forward(batch, {.capture = nullptr, .randomness = random});
  const at::Tensor loss =
      lossSum(output.scores, batch.target, config.training.labelSmoothing) / static_cast<double>(counted);
  // Gradients as values, not accumulated into the parameters: shards share those.
  Shard shard{.loss = loss.item<double>(),
              .gradients = torch::autograd::grad({loss}, parameters, {}, false, false, /*allow_unused=*/true)};
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!shard.gradients[i].defined()) shard.gradients[i] = at::zeros_like(parameters[i]);
  return shard;
}

StepFigures TrainStep::step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate) {
  const std::vector<std::size_t> order = sortedByLength(set, rows);
  const std::size_t count = std::clamp<std::size_t>(order.size() / fewestRowsInShard, 1, m_state->threads);
  std::vector<std::vector<std::size_t>> dealt(count);
  for (std::size_t i = 0; i < order.size(); ++i) dealt[i % count].push_back(order[i]);

  const std::int64_t counted = std::max<std::int64_t>(countedTargets(set, rows), 1);
  std::vector<Shard> shards(count);
  m_state->network->train();
  runSideBySide(count, count,
                [&](std::size_t s) { shards[s] = m_state->runShard(set, dealt[s], counted, m_state->randomness[s]); },
                {});

  const OneTorchThread oneThread;
  const c10::NoGradGuard noGradients;
  StepFigures figures{.loss = shards.front().loss, .gradientNorm = 0};
  std::vector<at::Tensor>& gradients = shards.front().gradients;
  for (std::size_t s = 1; s < count; ++s) {
    figures.loss += shards[s].loss;
    at::_foreach_add_(gradients, shards[s].gradients);
  }
  figures.gradientNorm = gradientNorm(gradients);
  clipGradients(gradients, figures.gradientNorm, m_state->config.training.gradClip);
  m_state->optimizer.step(gradients, learningRate);
  return figures;
}

ValidationFigures TrainStep::validate(const SequenceSet& set, const CancelToken& cancel) const {
  m_state->network->eval();
  const auto size = static_cast<std::size_t>(m_state->config.training.batchSize);
  const std::size_t batches = (set.size() + size - 1) / size;
  std::vector<double> losses(batches);
  std::atomic<std::size_t> correct{0};
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  runSideBySide(
      batches, std::min(m_state->threads, batches),
      [&](std::size_t b) {
        const OneTorchThread oneThread;
        const c10::InferenceMode inference;
        const std::span<const std::size_t> chosen =
            std::span(rows).subspan(b * size, std::min(size, rows.size() - b * size));
        const TokenBatch batch = packBatch(set, sortedByLength(set, chosen), m_state->network->limits());
        const at::Tensor scores = m_state->network->forward(batch).scores;
        const double counted = static_cast<double>(std::max<std::int64_t>(countedTargets(set, chosen), 1));
        losses[b] = lossSum(scores, batch.target, m_state->config.training.labelSmoothing).item<double>() / counted;
        correct += static_cast<std::size_t>(at::eq(at::argmax(scores, -1), batch.target).sum().item<std::int64_t>());
      },
      [&](std::size_t) { return !cancel.cancelled(); });
  ValidationFigures figures{.batchMeanLoss = 0, .correct = correct};
  for (const double loss : losses) figures.batchMeanLoss += loss / static_cast<double>(batches);
  return figures;
}

}  // namespace sojourn
