// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/train.h"

#include <numeric>

#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/metrics.h"
#include "model/inspect/network_passes.h"

namespace sojourn {
namespace {

/// All steps of one epoch.
Status trainEpoch(Trainer& trainer, EpochReport& report, const Progress& progress, const CancelToken& cancel) {
  while (!trainer.epochComplete()) {
    if (cancel.cancelled()) return cancelledError();
    const auto steps = trainer.step();
    if (!steps) return steps.error();
    for (const StepReport& step : *steps) {
      report.learningRate = step.learningRate;
      report.seconds += step.seconds;
    }
    if (progress)
      progress(static_cast<std::size_t>(trainer.at().stepInEpoch), static_cast<std::size_t>(trainer.stepsPerEpoch()));
  }
  return {};
}

}  // namespace

Result<Validation> validate(const Engine& engine, const SequenceSet& set, const TrainingConfig& config,
                            const CancelToken& cancel, const Progress& progress) {
  auto evaluation = evaluateSplit(engine, set, cancel, progress);
  if (!evaluation) return evaluation.error();
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const double loss = batchMeanLoss(set, rows, evaluation->outcomes, config.training.labelSmoothing,
                                    static_cast<std::size_t>(config.training.batchSize));
  return Validation{.metrics = evaluation->metrics, .batchMeanLoss = loss, .outcomes = std::move(evaluation->outcomes)};
}

Result<CurrentValidation> validateNow(const Trainer& trainer, const Dataset& dataset, const CancelToken& cancel) {
  auto engine = trainer.engine();
  if (!engine) return engine.error();
  auto figures = validate(**engine, *dataset.split(Split::Validation), trainer.config(), cancel);
  if (!figures) return figures.error();
  return CurrentValidation{std::move(*engine), std::move(*figures)};
}

Result<TrainResult> train(const TrainRequest& request, const TrainObserver& observer, const CancelToken& cancel) {
  const auto created = Trainer::create(request);
  if (!created) return created.error();
  Trainer& trainer = **created;
  if (observer.begin) observer.begin(trainer.parameters());
  TrainResult result;
  result.notices = trainer.notices();
  while (!trainer.over()) {
    EpochReport report{.epoch = trainer.at().finishedEpochs + 1};
    if (const Status trained = trainEpoch(trainer, report, observer.step, cancel); !trained) return trained.error();
    const auto validation = validateNow(trainer, *request.dataset, cancel);
    if (!validation) return validation.error();
    const Validation& figures = validation->figures;
    const EpochOutcome outcome = trainer.finishEpoch(figures.score());
    report.trainLoss = outcome.trainLoss;
    report.validationLoss = figures.batchMeanLoss;
    report.validationAccuracy = figures.metrics.all.accuracy[0];
    report.best = outcome.best;
    if (outcome.best || result.best.tensors.empty()) result.best = trainer.checkpoint(true);
    if (outcome.returnToBest) trainer.returnToBest();
    result.epochs.push_back(report);
    if (observer.epoch) observer.epoch(report);
  }
  result.last = toCheckpoint(trainer.state(), request.config);
  return result;
}

}  // namespace sojourn
