// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>
#include <thread>

#include <torch/version.h>

#include "model/config/config_file.h"
#include "model/config/config_schema.h"
#include "model/config/yaml_settings.h"
#include "model/data/dataset/visit_history.h"
#include "model/inspect/network_passes.h"
#include "model/nets/device/device.h"
#include "model/nets/network/network.h"
#include "model/train/trainer/new_network.h"
#include "model/train/trainer/train_step.h"
#include "model/train/trainer/training_device.h"

namespace sojourn {
namespace {

using Clock = std::chrono::steady_clock;

/// A product of rates may come out so much larger than it is.
constexpr double roundingError = 1 + 1e-9;

/// All rows that can be learned from: a network that reads what a user did before learns nothing from a first window.
std::vector<std::size_t> trainedRows(const SequenceSet& set, const Network& network) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < set.size(); ++row)
    if (!network.limits().history || set.history()->hasBefore(row)) rows.push_back(row);
  return rows;
}

/// What a network that reads history needs of a dataset.
Status checkHistory(const Dataset& dataset) {
  for (const Split split : {Split::Train, Split::Validation})
    if (!dataset.split(split)->history())
      return Error{ErrorKind::BadInput, dataset.prefix + "_" + splitName(split),
                   "does not say what users did before each sequence, which this model reads",
                   "train on a dataset that was read with its training split"};
  const SequenceSet& train = *dataset.split(Split::Train);
  for (std::size_t row = 0; row < train.size(); ++row)
    if (train.history()->hasBefore(row)) return {};
  return Error{ErrorKind::BadInput, dataset.prefix + "_" + splitName(Split::Train),
               "has no user with two sequences, and this model learns from all but a user's first",
               "train on a dataset with more sequences of each user"};
}

/// The rows of an epoch: Fisher and Yates with a generator whose numbers are the same everywhere (std::shuffle's are
/// not).
std::vector<std::size_t> orderOf(std::vector<std::size_t> order, std::int64_t seed, std::int64_t epoch) {
  std::mt19937_64 random(seedAt(seed, RandomUse::Order, epoch));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

std::int64_t stepsOf(std::size_t rows, const TrainingConfig& config, const Recipe& recipe) {
  const auto size = static_cast<std::size_t>(config.training.batchSize);
  // A set smaller than one batch is trained on all the same.
  if (recipe.dropsLastBatch() && rows >= size) return static_cast<std::int64_t>(rows / size);
  return static_cast<std::int64_t>((rows + size - 1) / size);
}

/// A network whose layers see all sequences of a batch takes their variance, which one sequence does not have.
Status checkBatches(const Dataset& dataset, const TrainingConfig& config, const Recipe& recipe) {
  const SequenceSet& set = *dataset.split(Split::Train);
  const auto size = static_cast<std::size_t>(config.training.batchSize);
  const std::string reason =
      config.model.name + " normalises over the sequences of a batch and needs 2 or more in each";
  if (set.size() < 2)
    return Error{ErrorKind::BadInput, dataset.prefix + "_" + splitName(Split::Train),
                 "holds one sequence, but " + reason, "train with more sequences"};
  if (size < 2) return Error{ErrorKind::BadInput, "training.batch_size", "is 1, but " + reason, "choose 2 or more"};
  if (set.size() > size && set.size() % size == 1 && !recipe.dropsLastBatch())
    return Error{ErrorKind::BadInput, "training.batch_size",
                 "leaves one of the " + std::to_string(set.size()) + " sequences for the last batch, but " + reason,
                 "choose another size"};
  return {};
}

std::size_t tokensOf(const SequenceSet& set, std::span<const std::size_t> rows) {
  return std::accumulate(rows.begin(), rows.end(), std::size_t{0},
                         [&](std::size_t sum, std::size_t row) { return sum + set.length(row); });
}

}  // namespace

std::size_t threadsOf(const TrainRequest& request) {
  return request.threads > 0 ? request.threads : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

std::string torchVersion() {
  return TORCH_VERSION;
}

struct Trainer::Impl {
  Impl(const TrainRequest& request, const NewNetwork& made, c10::Device where, std::size_t threadCount)
      : config(request.config),
        set(*request.dataset->split(Split::Train)),
        rows(trainedRows(set, *made.network)),
        device(where),
        recipe(makeRecipe(made.recipe, config.training)),
        threads(threadCount),
        trained(made.network, config, recipe->updateRule(), threads),
        stepsPerEpoch(stepsOf(rows.size(), config, *recipe)) {}

  [[nodiscard]] TrainingPosition position() const {
    return {.epoch = at.finishedEpochs + 1, .steps = at.steps, .stepsPerEpoch = stepsPerEpoch};
  }
  [[nodiscard]] double learningRate() const { return at.rateFactor * recipe->learningRate(at.recipe, position()); }
  /// Of this step and all later ones: a schedule rises until its warm-up ends and falls from then on.
  [[nodiscard]] double highestRateToCome() const {
    const TrainingPosition here = position();
    const std::int64_t warm = std::min(config.training.warmupEpochs, config.training.numEpochs);
    const TrainingPosition then{.epoch = std::max(here.epoch, warm),
                                .steps = std::max(here.steps, warm * stepsPerEpoch),
                                .stepsPerEpoch = stepsPerEpoch};
    return std::max(learningRate(), at.rateFactor * recipe->learningRate(at.recipe, then));
  }
  [[nodiscard]] std::span<const std::size_t> nextRows();
  [[nodiscard]] Result<std::vector<StepReport>> collect(Collected which);

  TrainingConfig config;
  const SequenceSet& set;
  std::vector<std::size_t> rows;  ///< of the set, that are learned from
  c10::Device device;
  std::unique_ptr<const Recipe> recipe;
  std::size_t threads;
  TrainStep trained;
  std::int64_t stepsPerEpoch;
  std::vector<Problem> notices;
  TrainerState at;  ///< but for weights and optimizer, which live in `trained`

  std::vector<std::size_t> order;  ///< of the rows, in epoch `orderEpoch`
  std::int64_t orderEpoch = 0;
  std::vector<StepReport> underWay;  ///< steps whose figures have not come yet
  Clock::time_point collected = Clock::now();  ///< when the last figures came, or work began after a pause
};

Trainer::Trainer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Trainer::~Trainer() = default;

Result<std::unique_ptr<Trainer>> Trainer::create(const TrainRequest& request) {
  for (const Split split : {Split::Train, Split::Validation})
    if (Status status = checkTrainable(*request.dataset, split); !status) return status.error();
  if (const Status fits = checkTrainingMemory(*request.dataset, request.config); !fits) return fits.error();
  // Before torch is first asked for anything: what asks for CUDA finds it only where it was there before.
  const TrainingDevice chosen = request.device == Device::Auto ? chooseTrainingDevice(request)
                                                               : TrainingDevice{.device = request.device, .reason = ""};
  const Result<c10::Device> device = resolveDevice(chosen.device);
  if (!device) return device.error();
  try {
    const Result<NewNetwork> made = newNetwork(*request.dataset, request.config);
    if (!made) return made.error();
    if (made->network->mixesSequences()) {
      const Status enough =
          checkBatches(*request.dataset, request.config, *makeRecipe(made->recipe, request.config.training));
      if (!enough) return enough.error();
    }
    if (made->network->limits().history)
      if (const Status known = checkHistory(*request.dataset); !known) return known.error();
    made->network->to(*device);
    const std::size_t threads = threadsOf(request);
    std::unique_ptr<Trainer> trainer(new Trainer(std::make_unique<Impl>(request, *made, *device, threads)));
    if (request.config.training.useAmp && device->is_cpu())
      trainer->m_impl->notices.push_back({Severity::Notice, "training.use_amp",
                                          "mixed precision is asked for; on a CPU the training uses float32", ""});
    if (!chosen.reason.empty())
      trainer->m_impl->notices.push_back(
          {Severity::Notice, "device", "auto takes " + nameOfDevice(*device) + ": " + chosen.reason, ""});
    for (const CombinationProblem& doubtful : combinationWarnings(request.config))
      trainer->m_impl->notices.push_back({Severity::Warning, "", doubtful.what, doubtful.remedy});
    return trainer;
  } catch (const std::exception& error) {
    return failureOf("training", error);
  }
}

const TrainingConfig& Trainer::config() const {
  return m_impl->config;
}

std::int64_t Trainer::parameters() const {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : m_impl->trained.network().parameters()) count += parameter.numel();
  return count;
}

const std::vector<Problem>& Trainer::notices() const {
  return m_impl->notices;
}

std::string Trainer::deviceName() const {
  return nameOfDevice(m_impl->device);
}

bool Trainer::onCpu() const {
  return m_impl->device.is_cpu();
}

std::size_t Trainer::threads() const {
  return m_impl->threads;
}

const TrainerState& Trainer::at() const {
  return m_impl->at;
}

std::int64_t Trainer::stepsPerEpoch() const {
  return m_impl->stepsPerEpoch;
}

bool Trainer::epochComplete() const {
  return m_impl->at.stepInEpoch == m_impl->stepsPerEpoch;
}

std::span<const std::size_t> Trainer::Impl::nextRows() {
  const std::int64_t epoch = at.finishedEpochs + 1;
  const auto size = static_cast<std::size_t>(config.training.batchSize);
  const std::size_t first = static_cast<std::size_t>(at.stepInEpoch) * size;
  if (orderEpoch != epoch) {
    order = orderOf(rows, config.seed, epoch);
    orderEpoch = epoch;
    const std::size_t end = std::min(order.size(), static_cast<std::size_t>(stepsPerEpoch) * size);
    trained.prepare(set, std::span<const std::size_t>(order).subspan(first, end - first), size);
  }
  return std::span<const std::size_t>(order).subspan(first, std::min(size, order.size() - first));
}

Result<std::vector<StepReport>> Trainer::step() {
  Impl& own = *m_impl;
  try {
    if (own.underWay.empty()) own.collected = Clock::now();
    const std::span<const std::size_t> rows = own.nextRows();
    const double rate = own.learningRate();
    own.trained.step(own.set, rows, rate, own.at.steps);
    ++own.at.steps;
    ++own.at.stepInEpoch;
    own.underWay.push_back({.step = own.at.steps,
                            .epoch = own.at.finishedEpochs + 1,
                            .learningRate = rate,
                            .sequences = rows.size(),
                            .tokens = tokensOf(own.set, rows)});
    return own.collect(epochComplete() ? Collected::All : Collected::Finished);
  } catch (const std::exception& error) {
    return failureOf("step " + std::to_string(own.at.steps + 1), error);
  }
}

Result<std::vector<StepReport>> Trainer::flush() {
  try {
    return m_impl->collect(Collected::All);
  } catch (const std::exception& error) {
    return failureOf("step " + std::to_string(m_impl->at.steps), error);
  }
}

Result<std::vector<StepReport>> Trainer::Impl::collect(Collected which) {
  const std::vector<StepFigures> figures = trained.collect(which);
  std::vector<StepReport> reports(figures.size());
  std::ranges::move(std::span(underWay).first(figures.size()), reports.begin());
  underWay.erase(underWay.begin(), underWay.begin() + static_cast<std::ptrdiff_t>(figures.size()));
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - collected).count();
  if (!reports.empty()) collected = now;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    StepReport& report = reports[i];
    report.loss = figures[i].loss;
    report.gradientNorm = figures[i].gradientNorm;
    report.clippedGradientNorm = figures[i].clippedGradientNorm;
    report.seconds = seconds / static_cast<double>(reports.size());
    if (!std::isfinite(report.loss) || !std::isfinite(report.gradientNorm))
      return Error{ErrorKind::Failed, "epoch " + std::to_string(report.epoch) + ", step " + std::to_string(report.step),
                   "the loss is no longer a finite number", smallerSteps};
    at.lossSum += report.loss;
  }
  return reports;
}

EpochOutcome Trainer::finishEpoch(const EpochScore& validation) {
  Impl& own = *m_impl;
  TrainerState& at = own.at;
  const Judgement judgement = own.recipe->judge(at.recipe, validation, own.position());
  const EpochOutcome outcome{.epoch = at.finishedEpochs + 1,
                             .trainLoss = at.lossSum / static_cast<double>(own.stepsPerEpoch),
                             .best = judgement.best,
                             .returnToBest = judgement.returnToBest};
  if (judgement.best && own.recipe->returnsToBest()) at.bestWeights = own.trained.weights();
  ++at.finishedEpochs;
  at.stepInEpoch = 0;
  at.lossSum = 0;
  return outcome;
}

void Trainer::returnToBest() {
  m_impl->trained.setWeights(m_impl->at.bestWeights);
}

double Trainer::learningRate() const {
  return m_impl->learningRate();
}

Status Trainer::setLearningRate(double rate) {
  const double current = learningRate();
  const auto refuse = [](std::string what, const char* remedy) {
    return Error{ErrorKind::BadInput, "set_learning_rate", std::move(what), remedy};
  };
  const ConfigField* field = findConfigField("training.learning_rate");
  if (!field->check(rate)) return refuse("the rate is not " + field->allowed(), "choose one that is");
  if (current <= 0) return refuse("the schedule is at 0 here", "try again some steps later");
  const double highest = m_impl->highestRateToCome() * (rate / current);
  if (highest > field->maximum * roundingError)
    return refuse("the warm-up would raise the rate to " + realText(highest) + ", and " + realText(field->maximum) +
                      " is the most",
                  "choose a lower one, or try again after the warm-up");
  m_impl->at.rateFactor *= rate / current;
  m_impl->at.steered = true;
  return {};
}

TrainerState Trainer::state() const {
  TrainerState state = m_impl->at;
  state.learningRate = learningRate();
  state.weights = m_impl->trained.weights();
  state.optimizer = m_impl->trained.optimizerState(state.learningRate);
  return state;
}

Status Trainer::restore(const TrainerState& state) {
  Impl& own = *m_impl;
  const auto refuse = [](std::string what, const char* remedy = "resume with the data and the checkpoint of one run") {
    return Error{ErrorKind::BadInput, "the state to go on from", std::move(what), remedy};
  };
  if (state.stepInEpoch > own.stepsPerEpoch ||
      state.steps != state.finishedEpochs * own.stepsPerEpoch + state.stepInEpoch)
    return refuse("is at step " + std::to_string(state.steps) + " in epoch " +
                  std::to_string(state.finishedEpochs + 1) + ", but an epoch of this data has " +
                  std::to_string(own.stepsPerEpoch) + " steps");
  try {
    own.trained.setWeights(state.weights);
    own.trained.setOptimizerState(state.optimizer);
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
  own.orderEpoch = 0;
  own.at = state;
  own.at.weights.clear();
  own.at.optimizer = {};
  const double most = findConfigField("training.learning_rate")->maximum;
  if (const double highest = own.highestRateToCome(); !(highest <= most * roundingError))
    return refuse(
        "was given a learning rate that would reach " + realText(highest) + ", and " + realText(most) + " is the most",
        "resume with --set training.learning_rate=RATE");
  return {};
}

CheckpointFile Trainer::checkpoint(bool withOptimizer) const {
  CheckpointFile file = publishedCheckpoint(m_impl->at, m_impl->config);
  file.tensors = m_impl->trained.weights();
  if (withOptimizer) file.optimizer = m_impl->trained.optimizerState(learningRate());
  return file;
}

Result<std::shared_ptr<const Engine>> Trainer::engine() const {
  return Engine::fromCheckpoint(checkpoint(false), "the training's weights", {.device = deviceOf(m_impl->device)});
}

}  // namespace sojourn
