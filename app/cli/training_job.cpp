// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/training_job.h"

#include <array>
#include <cstdio>

#include "app/cli/terminal.h"
#include "model/train/validation.h"

namespace sojourn::cli {
namespace {

std::string lineOf(const EpochReport& report) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), "%5lld  %10.3g  %10.4f  %10.4f  %10.2f  %9.2f s%s\n",
                static_cast<long long>(report.epoch), report.learningRate, report.trainLoss, report.validationLoss,
                report.validationAccuracy, report.seconds, report.best ? "  best" : "");
  return text.data();
}

}  // namespace

Result<TrainResult> trainWithReport(const Dataset& dataset, const TrainingConfig& config, std::size_t threads,
                                    const CancelToken& cancel,
                                    const std::function<void(std::int64_t parameters)>& begin) {
  Status printed = print("epoch  learn rate  train loss  validation  val. Acc@1       time\n");
  if (!printed) return printed.error();
  ProgressLine progress("training");
  TrainObserver observer;
  observer.begin = begin;
  observer.step = progress.callback();
  observer.epoch = [&](const EpochReport& report) {
    progress.clear();
    if (printed) printed = print(lineOf(report));
  };
  auto result = train({.dataset = &dataset, .config = config, .threads = threads}, observer, cancel);
  progress.clear();
  if (result && !printed) return printed.error();
  if (result) printProblems(result->notices);
  return result;
}

Result<SplitResult> evaluateCheckpoint(const std::filesystem::path& checkpoint, const SequenceSet& set,
                                       const TrainingConfig& config, const CancelToken& cancel) {
  EngineOptions options;
  options.device = Device::Cpu;
  const auto engine = Engine::load(checkpoint, options);
  if (!engine) return engine.error();
  ProgressLine progress("evaluating");
  const auto figures = validate(**engine, set, config, cancel, progress.callback());
  if (!figures) return figures.error();
  return SplitResult{figures->metrics, figures->batchMeanLoss};
}

}  // namespace sojourn::cli
