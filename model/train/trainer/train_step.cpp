// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/train_step.h"

#include <algorithm>
#include <deque>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/inspect/network_passes.h"
#include "model/nets/network/network.h"
#include "model/nets/optimizer/adam.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

/// A shard smaller than this costs more in small operations than a thread brings.
constexpr std::size_t fewestRowsInShard = 16;
/// At most so many, on every machine: sums of floats depend on how they are cut. Against as many as there are threads,
/// an epoch of Pointer V45 on GeoLife takes 1.11 times as long with two threads and 1.34 times with one; with eight
/// shards it took 1.48 and 1.57 times.
constexpr std::size_t mostShards = 4;

std::vector<at::Tensor> trainable(Network& network) {
  std::vector<at::Tensor> parameters = network.parameters();
  for (at::Tensor& parameter : parameters) parameter.set_requires_grad(true);
  return parameters;
}

Adam optimizerOf(const std::vector<at::Tensor>& parameters, const UpdateRule& rule) {
  return {parameters,
          {.decayActs = rule.decayInGradient ? WeightDecay::InGradient : WeightDecay::OnParameters,
           .beta1 = rule.beta1,
           .beta2 = rule.beta2,
           .epsilon = rule.epsilon,
           .weightDecay = rule.weightDecay}};
}

std::int64_t countedTargets(const SequenceSet& set, std::span<const std::size_t> rows) {
  return std::ranges::count_if(rows, [&](std::size_t row) { return set.target(row) != paddingLocation; });
}

/// Mixed precision while it lives: matrix products in bfloat16, whose range needs no scaling of the loss.
class Autocast {
 public:
  explicit Autocast(bool wanted) : m_before(at::autocast::is_autocast_enabled(at::kCUDA)) {
    at::autocast::set_autocast_enabled(at::kCUDA, wanted);
    at::autocast::set_autocast_dtype(at::kCUDA, at::kBFloat16);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;
  ~Autocast() {
    at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(at::kCUDA, m_before);
  }

 private:
  bool m_before;
};

/// What one shard of a batch found.
struct Shard {
  at::Tensor loss;  ///< sum over the shard, divided by the batch's size
  std::vector<at::Tensor> gradients;
};

}  // namespace

struct TrainStep::State {
  State(std::shared_ptr<Network> trained, const TrainingConfig& configuration, const UpdateRule& rule,
        std::size_t threadCount)
      : network(std::move(trained)),
        config(configuration),
        threads(std::max<std::size_t>(threadCount, 1)),
        parameters(trainable(*network)),
        device(parameters.front().device()),
        optimizer(optimizerOf(parameters, rule)) {}

  /// The generator of a shard's dropout at a step.
  at::Generator randomness(std::int64_t number, std::size_t shard) const {
    const std::uint64_t seed = seedAt(config.seed, RandomUse::Dropout, number, shard);
    if (device.is_cpu()) return at::make_generator<at::CPUGeneratorImpl>(seed);
    at::Generator generator = at::globalContext().defaultGenerator(device);
    generator.set_current_seed(seed);
    return generator;
  }

  /// The next of the batches that wait on the device, or the rows packed now.
  TokenBatch nextBatch(const SequenceSet& set, std::span<const std::size_t> rows) {
    if (prepared.empty()) return packBatch(set, rows, network->limits(), device);
    TokenBatch batch = std::move(prepared.front());
    prepared.pop_front();
    return batch;
  }

  Shard runShard(const TokenBatch& batch, std::int64_t counted, const at::Generator& random) const {
    Shard shard;
    {
      const Autocast mixedPrecision(config.training.useAmp && !device.is_cpu());
      const NetworkOutput output = network->forward(batch, {.randomness = random});
      shard.loss = at::cross_entropy_loss_symint(output.scores, batch.target, {}, at::Reduction::Sum, paddingLocation,
                                                 config.training.labelSmoothing) /
                   static_cast<double>(counted);
    }
    // Gradients as values, not accumulated into the parameters: shards share those.
    shard.gradients = torch::autograd::grad({shard.loss}, parameters, {}, false, false, /*allow_unused=*/true);
    shard.loss = shard.loss.detach();
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (!shard.gradients[i].defined()) shard.gradients[i] = at::zeros_like(parameters[i]);
    return shard;
  }

  std::shared_ptr<Network> network;
  TrainingConfig config;
  std::size_t threads;
  std::vector<at::Tensor> parameters;
  c10::Device device;
  Adam optimizer;
  std::deque<TokenBatch> prepared;  ///< on the device
  std::vector<at::Tensor> pending;  ///< [2] loss and norm of steps that a device may still compute
};

TrainStep::TrainStep(std::shared_ptr<Network> network, const TrainingConfig& config, const UpdateRule& rule,
                     std::size_t threads)
    : m_state(std::make_unique<State>(std::move(network), config, rule, threads)) {}
TrainStep::TrainStep(TrainStep&&) noexcept = default;
TrainStep& TrainStep::operator=(TrainStep&&) noexcept = default;
TrainStep::~TrainStep() = default;

const Network& TrainStep::network() const {
  return *m_state->network;
}

std::vector<NamedArray> TrainStep::weights() const {
  return networkState(*m_state->network);
}

void TrainStep::setWeights(const std::vector<NamedArray>& weights) {
  restoreState(*m_state->network, weights);
}

OptimizerState TrainStep::optimizerState(double learningRate) const {
  return m_state->optimizer.state(learningRate);
}

void TrainStep::setOptimizerState(const OptimizerState& state) {
  m_state->optimizer.restore(state);
}

void TrainStep::prepare(const SequenceSet& set, std::span<const std::size_t> rows, std::size_t batchSize) {
  State& own = *m_state;
  own.prepared.clear();
  if (own.device.is_cpu()) return;
  for (std::size_t first = 0; first < rows.size(); first += batchSize)
    own.prepared.push_back(packBatch(set,
                                     sortedByLength(set, rows.subspan(first, std::min(batchSize, rows.size() - first))),
                                     own.network->limits(), own.device));
}

void TrainStep::step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate,
                     std::int64_t number) {
  State& own = *m_state;
  const std::vector<std::size_t> order = sortedByLength(set, rows);
  const bool whole = own.network->mixesSequences() || !own.device.is_cpu();
  const std::size_t count = whole ? 1 : std::clamp<std::size_t>(order.size() / fewestRowsInShard, 1, mostShards);
  std::vector<std::vector<std::size_t>> shares(count);
  for (std::size_t i = 0; i < order.size(); ++i) shares[i % count].push_back(order[i]);

  const std::int64_t counted = std::max<std::int64_t>(countedTargets(set, rows), 1);
  std::vector<Shard> shards(count);
  own.network->train();
  parallelFor(count, std::min(own.threads, count),
              [&](std::size_t s) {
                const OneTorchThread oneThread;
                shards[s] = own.runShard(own.nextBatch(set, shares[s]), counted, own.randomness(number, s));
              },
              {});

  const OneTorchThread oneThread;
  const c10::NoGradGuard noGradients;
  at::Tensor loss = shards.front().loss;
  std::vector<at::Tensor>& gradients = shards.front().gradients;
  for (std::size_t s = 1; s < count; ++s) {
    loss = loss + shards[s].loss;
    at::_foreach_add_(gradients, shards[s].gradients);
  }
  const at::Tensor norm = gradientNorm(gradients);
  clipGradients(gradients, norm, own.config.training.gradClip);
  own.optimizer.step(gradients, learningRate);
  own.pending.push_back(at::stack({loss.to(norm.scalar_type()), norm}));
}

std::vector<StepFigures> TrainStep::collect() {
  std::vector<StepFigures> figures;
  for (const at::Tensor& step : m_state->pending) {
    const at::Tensor values = step.to(at::kCPU, at::kDouble);
    const double loss = values[0].item<double>(), norm = values[1].item<double>();
    const double factor = std::min(m_state->config.training.gradClip / (norm + 1e-6), 1.0);
    figures.push_back({.loss = loss, .gradientNorm = norm, .clippedGradientNorm = norm * factor});
  }
  m_state->pending.clear();
  return figures;
}

}  // namespace sojourn
