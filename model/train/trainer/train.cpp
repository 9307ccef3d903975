// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/train.h"

#include "model/inspect/network_guard.h"
#include "model/train/trainer/validation.h"

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
      progress(static_cast<std::size_t>(trainer.stepInEpoch()), static_cast<std::size_t>(trainer.stepsPerEpoch()));
  }
  return {};
}

}  // namespace

Result<TrainResult> train(const TrainRequest& request, const TrainObserver& observer, const CancelToken& cancel) {
  const auto created = Trainer::create(request);
  if (!created) return created.error();
  Trainer& trainer = **created;
  const SequenceSet& validation = *request.dataset->split(Split::Validation);
  if (observer.begin) observer.begin(trainer.parameters());
  TrainResult result;
  result.notices = trainer.notices();
  while (!trainer.over()) {
    EpochReport report{.epoch = trainer.finishedEpochs() + 1};
    if (const Status trained = trainEpoch(trainer, report, observer.step, cancel); !trained) return trained.error();
    const auto engine = trainer.engine();
    if (!engine) return engine.error();
    const auto figures = validate(**engine, validation, request.config, cancel);
    if (!figures) return figures.error();
    const EpochOutcome outcome = trainer.finishEpoch(figures->batchMeanLoss);
    report.trainLoss = outcome.trainLoss;
    report.validationLoss = figures->batchMeanLoss;
    report.validationAccuracy = figures->metrics.all.accuracy[0];
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
