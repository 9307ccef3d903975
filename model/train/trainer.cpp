// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>
#include <thread>

#include <ATen/Context.h>

#include "model/config/config_writer.h"
#include "model/nets/checkpoint_network.h"
#include "model/train/schedule.h"
#include "model/train/train_step.h"

namespace sojourn {
namespace {

using Clock = std::chrono::steady_clock;

Error badInput(std::string where, std::string what, std::string remedy) {
  return {.kind = ErrorKind::BadInput, .where = std::move(where), .what = std::move(what), .remedy = std::move(remedy)};
}

/// Ids and lengths that the network's tables will hold.
Status checkSplit(const Dataset& dataset, Split which) {
  const SequenceSet* set = dataset.split(which);
  const std::string where = dataset.prefix + "_" + splitName(which);
  if (!set || set->empty()) return badInput(where, "no sequences to train with", "training needs train and validation");
  for (std::size_t row = 0; row < set->size(); ++row) {
    const std::string sequence = where + ", sequence " + std::to_string(row);
    const auto beyond = [&](LocationId id) { return id < 0 || id >= dataset.numLocations; };
    const std::span<const LocationId> window = set->locations(row);
    const auto odd = std::ranges::find_if(window, beyond);
    if (odd != window.end() || beyond(set->target(row)))
      return badInput(sequence,
                      "location " + std::to_string(odd != window.end() ? *odd : set->target(row)) +
                          ", but training knows locations 0 to " + std::to_string(dataset.numLocations - 1),
                      "encode places that training does not hold as 1");
    if (set->user(row) < 0 || set->user(row) >= dataset.numUsers)
      return badInput(sequence,
                      "user " + std::to_string(set->user(row)) + ", but training knows users 1 to " +
                          std::to_string(dataset.numUsers - 1),
                      "leave out users that training does not hold");
    if (window.empty() || window.size() > dataset.maxSequenceLength)
      return badInput(sequence, std::to_string(window.size()) + " visits",
                      "sequences of 1 to " + std::to_string(dataset.maxSequenceLength) + " visits can be trained on");
  }
  return {};
}

Result<std::shared_ptr<Network>> newNetwork(const TrainRequest& request) {
  const TrainingConfig::Model& model = request.config.model;
  const ModelKind* kind = findModelKind(model.name);
  if (!kind) return badInput("model.name", "no model is called " + model.name, "use pointer_v45 or mhsa");
  if (model.nhead < 1 || model.dModel < 4 || model.dModel % model.nhead != 0)
    return badInput("model.nhead",
                    std::to_string(model.nhead) + " heads do not divide the width " + std::to_string(model.dModel),
                    "choose a number of heads that divides d_model");
  at::manual_seed(static_cast<std::uint64_t>(request.config.seed));
  try {
    return kind->create({.sizes = {.locations = request.dataset->numLocations,
                                   .users = request.dataset->numUsers,
                                   .maxLength = static_cast<std::int64_t>(request.dataset->maxSequenceLength),
                                   .width = model.dModel,
                                   .heads = model.nhead,
                                   .layers = model.numLayers,
                                   .feedForward = model.dimFeedforward},
                         .ablation = model.ablation,
                         .dropout = model.dropout});
  } catch (const std::invalid_argument& error) {
    return badInput("model.ablation", error.what(), "see the names of the published ablations");
  }
}

/// Fisher and Yates with a generator whose numbers are the same everywhere (std::shuffle's are not).
void shuffle(std::vector<std::size_t>& rows, std::mt19937_64& random) {
  for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random() % i]);
}

std::int64_t parameterCount(const torch::nn::Module& network) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : network.parameters()) count += parameter.numel();
  return count;
}

CheckpointFile checkpointOf(const TrainStep& trainer, const TrainingConfig& config, const EpochReport& report,
                            const EarlyStop& early) {
  CheckpointFile file;
  file.container = "torch zip";
  file.stateKey = "model_state_dict";
  file.tensors = networkState(trainer.network());
  file.optimizer = trainer.optimizerState(report.learningRate);
  file.metadata = {{"epoch", report.epoch},
                   {"best_val_loss", early.best()},
                   {"patience_counter", early.waited()},
                   {"config", toJson(config)},
                   {"ablation_name", config.model.ablation}};
  return file;
}

/// One pass over the training set; an error where the loss stops being a number.
Status trainEpoch(TrainStep& trainer, const SequenceSet& set, std::span<const std::size_t> order,
                  const TrainingConfig& config, const TrainObserver& observer, const CancelToken& cancel,
                  EpochReport& report) {
  const auto size = static_cast<std::size_t>(config.training.batchSize);
  const std::size_t steps = (order.size() + size - 1) / size;
  const Clock::time_point start = Clock::now();
  for (std::size_t step = 0; step < steps; ++step) {
    if (cancel.cancelled()) return Error{.kind = ErrorKind::Cancelled, .where = "", .what = "cancelled", .remedy = ""};
    const StepFigures figures =
        trainer.step(set, order.subspan(step * size, std::min(size, order.size() - step * size)), report.learningRate);
    if (!std::isfinite(figures.loss) || !std::isfinite(figures.gradientNorm))
      return Error{.kind = ErrorKind::Failed,
                   .where = "epoch " + std::to_string(report.epoch) + ", step " + std::to_string(step + 1),
                   .what = "the loss is no finite number any more",
                   .remedy = "train with a smaller learning rate or a smaller grad_clip"};
    report.trainLoss += figures.loss / static_cast<double>(steps);
    report.largestGradientNorm = std::max(report.largestGradientNorm, figures.gradientNorm);
    if (observer.step) observer.step(step + 1, steps);
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.sequencesPerSecond = static_cast<double>(order.size()) / std::max(report.seconds, 1e-9);
  return {};
}

Result<TrainResult> runTraining(const TrainRequest& request, const TrainObserver& observer, const CancelToken& cancel) {
  const TrainingConfig& config = request.config;
  for (const Split split : {Split::Train, Split::Validation})
    if (Status status = checkSplit(*request.dataset, split); !status) return status.error();
  Result<std::shared_ptr<Network>> network = newNetwork(request);
  if (!network) return network.error();

  TrainResult result;
  if (config.training.useAmp)
    result.notices.push_back({.severity = Severity::Notice,
                              .where = "training.use_amp",
                              .what = "mixed precision is asked for; on a CPU the training uses float32",
                              .remedy = ""});
  const std::size_t threads =
      request.threads > 0 ? request.threads : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  TrainStep trainer(std::move(*network), config, threads);
  if (observer.begin) observer.begin(parameterCount(trainer.network()));
  const SequenceSet& training = *request.dataset->split(Split::Train);
  const SequenceSet& validation = *request.dataset->split(Split::Validation);
  EarlyStop early(config.training.patience, config.training.minEpochs);
  std::mt19937_64 random(static_cast<std::uint64_t>(config.seed));

  for (std::int64_t epoch = 1; epoch <= config.training.numEpochs; ++epoch) {
    std::vector<std::size_t> order(training.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    shuffle(order, random);
    EpochReport report{.epoch = epoch, .learningRate = learningRate(config.training, epoch)};
    if (Status status = trainEpoch(trainer, training, order, config, observer, cancel, report); !status)
      return status.error();

    const ValidationFigures figures = trainer.validate(validation, cancel);
    if (cancel.cancelled()) return Error{.kind = ErrorKind::Cancelled, .where = "", .what = "cancelled", .remedy = ""};
    report.validationLoss = figures.batchMeanLoss;
    report.validationAccuracy = 100.0 * static_cast<double>(figures.correct) / static_cast<double>(validation.size());
    report.best = early.observe(figures.batchMeanLoss);
    result.epochs.push_back(report);
    result.stoppedEarly = early.shouldStop(epoch) && epoch < config.training.numEpochs;
    const bool over = result.stoppedEarly || epoch == config.training.numEpochs;
    if (report.best || result.best.tensors.empty()) result.best = checkpointOf(trainer, config, report, early);
    if (over) result.last = checkpointOf(trainer, config, report, early);
    if (observer.epoch) observer.epoch(report);
    if (over) break;
  }
  return result;
}

}  // namespace

Result<TrainResult> train(const TrainRequest& request, const TrainObserver& observer, const CancelToken& cancel) {
  try {
    return runTraining(request, observer, cancel);
  } catch (const std::exception& error) {
    const std::string what = error.what();
    return Error{.kind = ErrorKind::Failed, .where = "training", .what = what.substr(0, what.find('\n')), .remedy = ""};
  }
}

}  // namespace sojourn
