// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/runs/many_runs.h"

#include <cstdio>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/log/event_json.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"

namespace sojourn::test {
namespace {

constexpr double secondsPerStep = 0.04;

class LogWriter {
 public:
  explicit LogWriter(double began) : m_wall(began) {}

  void add(EventBody body) { m_text += eventLine({.seq = m_seq++, .wall = m_wall, .body = std::move(body)}); }
  void addStep(std::int64_t step, std::int64_t epoch) {
    const double x = 1.0 / static_cast<double>(step);
    m_wall += secondsPerStep;
    add(StepEvent{.step = step,
                  .epoch = epoch,
                  .loss = 2.5 + x,
                  .learningRate = 6.5e-4 * (1 - x),
                  .gradientNorm = 1.25 + 3 * x,
                  .clippedGradientNorm = 0.8,
                  .sequencesPerSecond = 3000 + 100 * x,
                  .tokensPerSecond = 54'000 + 1000 * x});
    if (step % 50 == 0) add(SystemEvent{.cpu = 190, .memoryBytes = 1 << 29, .gpu = {}, .gpuMemoryBytes = {}});
  }
  void endEpoch(std::int64_t epoch, double seconds) {
    const double loss = 2.5 + 1.0 / static_cast<double>(epoch);
    add(EpochEvent{.epoch = epoch, .trainLoss = loss, .seconds = seconds});
    const Metrics figures{.n = 3334,
                          .correct = {1500, 2000, 2400, 2600},
                          .accuracy = {45, 60, 72, 78},
                          .mrr = 55,
                          .ndcg10 = 60,
                          .f1 = 0.4,
                          .loss = loss,
                          .crossEntropy = loss};
    add(EvalEvent{.epoch = epoch,
                  .split = "validation",
                  .metrics = {.all = figures, .known = figures, .unseen = {}},
                  .batchMeanLoss = loss});
  }
  [[nodiscard]] std::string take() { return std::move(m_text); }

 private:
  std::string m_text;
  std::int64_t m_seq = 0;
  double m_wall;
};

std::string logOf(std::int64_t steps, std::int64_t stepsPerEpoch, RunState state) {
  LogWriter log(wallNow() - secondsPerStep * static_cast<double>(steps));
  log.add(StateEvent{.state = RunState::Running, .why = "started"});
  for (std::int64_t step = 1; step <= steps; ++step) {
    const std::int64_t epoch = (step - 1) / stepsPerEpoch + 1;
    log.addStep(step, epoch);
    if (step % stepsPerEpoch == 0) log.endEpoch(epoch, secondsPerStep * static_cast<double>(stepsPerEpoch));
  }
  if (state != RunState::Running) log.add(StateEvent{.state = state, .why = "as the test says"});
  return log.take();
}

}  // namespace

std::string longLog(std::int64_t steps, std::int64_t stepsPerEpoch) {
  return logOf(steps, stepsPerEpoch, RunState::Running);
}

void writeLongRun(const std::filesystem::path& folder, std::int64_t steps, RunState state) {
  constexpr std::int64_t stepsPerEpoch = 100;
  const RunPaths paths{folder};
  std::filesystem::create_directories(folder);
  RunRecord record;
  record.id = newUuid();
  record.created = "2026-01-31T08:15:00Z";
  record.command = "sojourn train";
  record.config = {{"training", {{"num_epochs", steps / stepsPerEpoch}, {"learning_rate", 6.5e-4}}}};
  record.model = "pointer_v45";
  record.dataset = {"/nowhere", "geolife", "00", {{"train", {7424}}, {"validation", {3334}}}};
  EXPECT_TRUE(writeRunRecord(paths.record(), record).ok());
  EXPECT_TRUE(writeFileAtomically(paths.events(), logOf(steps, stepsPerEpoch, state)).ok());
  EXPECT_TRUE(writeRunStatus(paths.status(), {.state = state,
                                              .process = thisProcess(),
                                              .heartbeat = wallNow(),
                                              .epoch = std::max<std::int64_t>(1, steps / stepsPerEpoch),
                                              .step = steps,
                                              .epochs = steps / stepsPerEpoch})
                  .ok());
}

void writeManyRuns(const std::filesystem::path& folder, const ManyRuns& many) {
  for (int i = 0; i < many.runs; ++i) {
    char name[16];
    std::snprintf(name, sizeof name, "%03d", i);
    writeLongRun(folder / name, many.steps,
                 i % 10 == 3   ? RunState::Failed
                 : i % 10 == 7 ? RunState::Interrupted
                               : RunState::Finished);
  }
  // Last: a heartbeat is fresh for ten seconds.
  if (many.longest > 0) writeLongRun(folder / "long", many.longest, RunState::Running);
}

}  // namespace sojourn::test
