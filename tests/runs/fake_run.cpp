// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/runs/fake_run.h"

#include <cmath>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/log/event_json.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"

namespace sojourn::test {
namespace {

/// A wave that looks like noise and is the same in every run of the tests.
double ripple(std::int64_t step) {
  const auto x = static_cast<double>(step);
  return std::sin(x * 12.9898) * 0.5 + std::sin(x * 4.1414) * 0.5;
}

Metrics figures(std::int64_t n, double accuracy) {
  Metrics made{.n = n,
               .correct = {},
               .accuracy = {accuracy, accuracy + 20, accuracy + 26, accuracy + 31},
               .mrr = accuracy + 12,
               .ndcg10 = accuracy + 16,
               .f1 = 0.4,
               .loss = 3.0,
               .crossEntropy = 2.8};
  for (std::size_t k = 0; k < made.correct.size(); ++k)
    made.correct[k] = std::llround(static_cast<double>(n) * made.accuracy[k] / 100);
  return made;
}

}  // namespace

FakeRun::FakeRun(const std::filesystem::path& folder, FakeRunOptions options)
    : m_paths{folder}, m_options(std::move(options)) {
  std::filesystem::create_directories(m_paths.checkpoints());
  RunRecord record;
  record.id = m_options.id.empty() ? newUuid() : m_options.id;
  record.created = m_options.created;
  record.command = "sojourn train";
  record.config = {{"training", {{"num_epochs", m_options.planned}, {"learning_rate", m_options.learningRate}}}};
  if (m_options.seed) record.config["seed"] = *m_options.seed;
  record.model = m_options.model;
  record.dataset = {"/nowhere", m_options.prefix, "00", {{"train", {7424}}, {"validation", {3334}}}};
  record.parameters = 251'476;
  record.stepsPerEpoch = m_options.stepsPerEpoch;
  EXPECT_TRUE(writeRunRecord(m_paths.record(), record).ok());
  auto log = EventLog::open(m_paths.events());
  EXPECT_TRUE(log.ok());
  if (log) m_log = std::move(*log);
  append(StateEvent{.state = RunState::Starting, .why = "started"});
  append(StateEvent{.state = RunState::Running, .why = "started"});
  while (m_epoch < m_options.epochs) writeEpoch();
  if (m_options.state != RunState::Running) append(StateEvent{.state = m_options.state, .why = "as the test says"});
  writeStatus(m_options.state);
  if (m_options.testAccuracy) writeResults(*m_options.testAccuracy);
}

void FakeRun::writeResults(double testAccuracy) const {
  const auto on = [](double accuracy) -> RunResults::OnSplit {
    DistanceErrors distance;
    distance.measured = 2704;
    distance.wrong = 1000;
    distance.median.value = 0;
    distance.mean.value = (100 - accuracy) / 10;
    return {.metrics = {.all = figures(3502, accuracy),
                        .known = figures(2704, accuracy + 2),
                        .unseen = figures(798, accuracy - 5)},
            .batchMeanLoss = 2.9,
            .distance = distance};
  };
  EXPECT_TRUE(writeRunResults(m_paths.results(), {.validation = on(testAccuracy - 3), .test = on(testAccuracy)}).ok());
}

double FakeRun::lossAt(std::int64_t epoch) const {
  if (m_options.loss) return m_options.loss(epoch);
  const auto away = static_cast<double>(epoch - 8);
  return 2.95 + (away < 0 ? 0.011 * away * away : 0.009 * away * away);
}

void FakeRun::writeEpoch() {
  ++m_epoch;
  double sum = 0;
  for (std::int64_t i = 0; i < m_options.stepsPerEpoch; ++i) {
    ++m_step;
    const double far = static_cast<double>(m_step) / static_cast<double>(m_options.stepsPerEpoch);
    const double loss = 2.2 + 2.4 * std::exp(-far / 4) + 0.12 * ripple(m_step);
    const double norm = 1.4 + 4 * std::exp(-far) + 0.4 * ripple(m_step * 7);
    sum += loss;
    append(StepEvent{.step = m_step,
                     .epoch = m_epoch,
                     .loss = loss,
                     .learningRate = 6.5e-4 * std::min(1.0, far / 5),
                     .gradientNorm = norm,
                     .clippedGradientNorm = std::min(norm, 0.8),
                     .sequencesPerSecond = 1560 + 40 * ripple(m_step * 3),
                     .tokensPerSecond = 28'000});
  }
  append(
      EpochEvent{.epoch = m_epoch, .trainLoss = sum / static_cast<double>(m_options.stepsPerEpoch), .seconds = 4.75});
  const double worse = std::isfinite(lossAt(m_epoch)) ? lossAt(m_epoch) - 2.9 : 1;
  const double accuracy = 52 - 4 * worse - 8 * std::exp(-static_cast<double>(m_epoch) / 2);
  append(EvalEvent{.epoch = m_epoch,
                   .split = "validation",
                   .metrics = {.all = figures(3334, accuracy), .known = figures(3010, accuracy + 4.5), .unseen = {}},
                   .batchMeanLoss = lossAt(m_epoch)});
}

void FakeRun::writeStatus(RunState state, bool alive) {
  RunStatus status{.state = state,
                   .process = thisProcess(),
                   .heartbeat = wallNow(),
                   .epoch = std::max<std::int64_t>(1, m_epoch),
                   .step = m_step,
                   .epochs = m_options.planned};
  // Numbers of processes end far below.
  if (!alive) status.process.pid = 2'000'000'000;
  EXPECT_TRUE(writeRunStatus(m_paths.status(), status).ok());
}

void FakeRun::append(EventBody event) {
  ASSERT_TRUE(m_log);
  EXPECT_TRUE(m_log->append(std::move(event)).ok());
}

}  // namespace sojourn::test
