// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/training_job.h"

#include <array>
#include <cstdio>

#include "app/cli/output.h"

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

EpochTable::EpochTable() : m_progress("training") {}

TrainObserver EpochTable::observer() {
  TrainObserver observer;
  observer.begin = [this](std::int64_t) {
    m_printed = print("epoch  learn rate  train loss  validation  val. Acc@1       time\n");
  };
  observer.step = m_progress.callback();
  observer.epoch = [this](const EpochReport& report) {
    m_progress.clear();
    if (m_printed) m_printed = print(lineOf(report));
  };
  return observer;
}

Status EpochTable::finish() {
  m_progress.clear();
  return m_printed;
}

Result<Validation> evaluateCheckpoint(const std::filesystem::path& checkpoint, const SequenceSet& set,
                                      const TrainingConfig& config, const CancelToken& cancel) {
  EngineOptions options;
  options.device = Device::Cpu;
  const auto engine = Engine::load(checkpoint, options);
  if (!engine) return engine.error();
  ProgressLine progress("evaluating");
  return validate(**engine, set, config, cancel, progress.callback());
}

}  // namespace sojourn::cli
