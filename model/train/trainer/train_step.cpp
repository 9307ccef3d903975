// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/train_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/inspect/network_passes.h"
#include "model/nets/network/network.h"
#include "model/nets/optimizer/adam.h"
#include "model/nets/optimizer/recorded_step.h"
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

/// With use_amp in TF32: a recorded step of bfloat16 spends more on conversions than it saves.
Precision precisionOf(const TrainingConfig::Training& training) {
  if (training.precision == "bfloat16") return Precision::Bfloat16;
  const bool automatic = training.precision == "auto";
  return training.precision == "tf32" || (automatic && training.useAmp) ? Precision::Tf32 : Precision::Float32;
}

/// What one shard of a batch found.
struct Shard {
  at::Tensor loss;  ///< sum over the shard, divided by the batch's size
  std::vector<at::Tensor> gradients;  ///< of each parameter; undefined where all of it is in `factored`
  c10::intrusive_ptr<FactoredGradients> factored = c10::make_intrusive<FactoredGradients>();
};

}  // namespace

struct TrainStep::State {
  State(std::shared_ptr<Network> trained, const TrainingConfig& configuration, const UpdateRule& rule,
        std::size_t threadCount, StepKind wanted)
      : network(std::move(trained)),
        config(configuration),
        threads(std::max<std::size_t>(threadCount, 1)),
        parameters(trainable(*network)),
        kind(parameters.front().is_cpu() ? wanted : StepKind::Recorded),
        optimizer(optimizerOf(parameters, rule)) {
    network->train();
  }

  /// Made when the first set is known.
  RecordedStep& recordedFor(const SequenceSet& set) {
    if (!recorded)
      recorded = std::make_unique<RecordedStep>(
          *network, parameters, optimizer,
          RecordedStepOptions{.labelSmoothing = config.training.labelSmoothing,
                              .largestNorm = config.training.gradClip,
                              .precision = precisionOf(config.training),
                              .sizes = {.sequences = network->mixesSequences() ? 0 : config.training.batchSize,
                                        .longest = static_cast<std::int64_t>(set.longest())}});
    return *recorded;
  }

  [[nodiscard]] std::uint64_t dropoutSeed(std::int64_t number, std::size_t shard) const {
    return seedAt(config.seed, RandomUse::Dropout, number, shard);
  }

  Shard runShard(TokenBatch batch, std::int64_t counted, const at::Generator& random) const {
    Shard shard;
    batch.factored = shard.factored;
    const NetworkOutput output = network->forward(batch, {.randomness = random});
    shard.loss = at::cross_entropy_loss_symint(output.scores, batch.target, {}, at::Reduction::Sum, paddingLocation,
                                               config.training.labelSmoothing) /
                 static_cast<double>(counted);
    // Gradients as values, not accumulated into the parameters: shards share those.
    shard.gradients = torch::autograd::grad({shard.loss}, parameters, {}, false, false, /*allow_unused=*/true);
    shard.loss = shard.loss.detach();
    for (at::Tensor& gradient : shard.gradients)
      if (gradient.defined()) gradient = gradient.contiguous();
    return shard;
  }

  /// The gradient of a piece, added over the shards in their order. May lie where the first shard's did.
  [[nodiscard]] at::Tensor sumOf(const std::vector<Shard>& shards, const Adam::Piece& piece) const {
    const at::Tensor& parameter = parameters[piece.parameter];
    at::Tensor sum;
    for (const Shard& shard : shards) {
      const at::Tensor& gradient = shard.gradients[piece.parameter];
      if (gradient.defined()) sum = sum.defined() ? sum.add_(piece.of(gradient)) : piece.of(gradient);
    }
    if (!sum.defined()) sum = at::zeros({piece.count}, parameter.options().requires_grad(false));
    for (const Shard& shard : shards)
      if (shard.factored->has(parameter))
        shard.factored->addTo(parameter, piece.first / parameter.size(1), sum.view({-1, parameter.size(1)}));
    return sum;
  }

  /// Adds the shards' gradients, clips and updates, in pieces that threads share. Answers the norm before clipping.
  double update(const std::vector<Shard>& shards, double learningRate) {
    constexpr std::size_t piecesAtOnce = 8;
    const std::vector<Adam::Piece>& pieces = optimizer.pieces();
    const std::size_t groups = (pieces.size() + piecesAtOnce - 1) / piecesAtOnce;
    std::vector<at::Tensor> sums(pieces.size());
    std::vector<double> squares(pieces.size());
    const auto inGroups = [&](const auto& work) {
      parallelFor(groups, std::min(threads, groups),
                  [&](std::size_t group) {
                    const OneTorchThread oneThread;
                    const c10::NoGradGuard noGradients;
                    work(group * piecesAtOnce, std::min((group + 1) * piecesAtOnce, pieces.size()));
                  },
                  {});
    };
    inGroups([&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        sums[i] = sumOf(shards, pieces[i]);
        const double norm = at::linalg_vector_norm(sums[i]).item<double>();
        squares[i] = norm * norm;
      }
    });
    const double norm = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
    // A norm that is no number stays one.
    const at::Tensor scale = at::scalar_tensor(std::max((norm + 1e-6) / config.training.gradClip, 1.0));
    optimizer.beginStep();
    inGroups([&](std::size_t first, std::size_t end) {
      optimizer.updatePieces(
          first, {sums.begin() + static_cast<std::ptrdiff_t>(first), sums.begin() + static_cast<std::ptrdiff_t>(end)},
          learningRate, scale);
    });
    return norm;
  }

  std::shared_ptr<Network> network;
  TrainingConfig config;
  std::size_t threads;
  std::vector<at::Tensor> parameters;
  StepKind kind;
  Adam optimizer;
  std::unique_ptr<RecordedStep> recorded;
  std::vector<LossAndNorm> pending;  ///< of steps of shards
};

TrainStep::TrainStep(std::shared_ptr<Network> network, const TrainingConfig& config, const UpdateRule& rule,
                     std::size_t threads, StepKind kind)
    : m_state(std::make_unique<State>(std::move(network), config, rule, threads, kind)) {}
TrainStep::TrainStep(TrainStep&&) noexcept = default;
TrainStep& TrainStep::operator=(TrainStep&&) noexcept = default;
TrainStep::~TrainStep() = default;

std::size_t TrainStep::recordings() const {
  return m_state->recorded ? m_state->recorded->recordings() : 0;
}

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
  if (m_state->kind == StepKind::Recorded) m_state->recordedFor(set).prepare(set, rows, batchSize);
}

void TrainStep::step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate,
                     std::int64_t number) {
  State& own = *m_state;
  if (own.kind == StepKind::Recorded)
    return own.recordedFor(set).step(set, rows, learningRate, own.dropoutSeed(number, 0));
  const std::vector<std::size_t> order = sortedByLength(set, rows);
  const std::size_t count =
      own.network->mixesSequences() ? 1 : std::clamp<std::size_t>(order.size() / fewestRowsInShard, 1, mostShards);
  std::vector<std::vector<std::size_t>> shares(count);
  for (std::size_t i = 0; i < order.size(); ++i) shares[i % count].push_back(order[i]);

  const std::int64_t counted = std::max<std::int64_t>(countedTargets(set, rows), 1);
  std::vector<Shard> shards(count);
  parallelFor(count, std::min(own.threads, count),
              [&](std::size_t s) {
                const OneTorchThread oneThread;
                shards[s] = own.runShard(packBatch(set, shares[s], own.network->limits()), counted,
                                         at::make_generator<at::CPUGeneratorImpl>(own.dropoutSeed(number, s)));
              },
              {});

  const OneTorchThread oneThread;
  const c10::NoGradGuard noGradients;
  at::Tensor loss = shards.front().loss;
  for (std::size_t s = 1; s < count; ++s) loss = loss + shards[s].loss;
  own.pending.push_back({.loss = loss.item<double>(), .norm = own.update(shards, learningRate)});
}

std::vector<StepFigures> TrainStep::collect(Collected which) {
  State& own = *m_state;
  std::vector<StepFigures> figures;
  for (const auto& [loss, norm] :
       own.recorded ? own.recorded->collect(which == Collected::All) : std::exchange(own.pending, {})) {
    const double factor = std::min(own.config.training.gradClip / (norm + 1e-6), 1.0);
    figures.push_back({.loss = loss, .gradientNorm = norm, .clippedGradientNorm = norm * factor});
  }
  return figures;
}

}  // namespace sojourn
