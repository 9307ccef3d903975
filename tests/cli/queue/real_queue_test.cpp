// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue` with the real trainer.
#include "tests/cli/queue/cli_queue.h"

namespace sojourn {
namespace {

/// The same with this program as the trainer, on the demo.
class CliRealQueue : public CliQueue {
 protected:
  void addSmallRun(std::int64_t epochs) {
    if (!fs::exists(folder / "city")) {
      ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
    }
    m_name = "epochs-" + std::to_string(epochs);
    QueuedRun run;
    run.id = newUuid();
    run.runFolder = "sweep/" + m_name;
    run.data = (folder / "city").string();
    TrainingConfig config;
    config.seed = 7;
    config.model.dModel = 16;
    config.model.nhead = 2;
    config.model.numLayers = 1;
    config.model.dimFeedforward = 32;
    config.training.numEpochs = epochs;
    config.training.warmupEpochs = 0;
    run.config = toJson(config);
    run.threads = 2;
    ASSERT_TRUE(queue.add(run));
  }
  void expectFinished() const {
    EXPECT_TRUE(queue.failed().empty()) << queue.failed()[0].why;
    EXPECT_TRUE(queue.waiting().empty() && queue.taken().empty());
    const auto status = readRunStatus(paths().status());
    ASSERT_TRUE(status) << status.error().sentence();
    EXPECT_EQ(status->state, RunState::Finished);
    EXPECT_TRUE(fs::exists(paths().results()));
    EXPECT_TRUE(fs::exists(paths().bestCheckpoint()));
  }
  /// Of the run that was added last.
  [[nodiscard]] RunPaths paths() const { return {runs() / "sweep" / m_name}; }
  /// Kills the queue and then its trainer in the middle of a training; false where that came to its end before.
  [[nodiscard]] bool killedOnTheWay() {
    {
      QueueProcess killed(runs(), test::builtProgram("sojourn"));
      EXPECT_TRUE(
          eventually([&] { return test::textOfFile(paths().events()).find("\"epoch\":2") != std::string::npos; }));
      killed.end(SIGKILL);
    }
    const auto taken = queue.taken();
    if (taken.size() != 1 || !taken[0].trainer) return false;
    const ProcessIdentity trainer = *taken[0].trainer;
    if (presenceOf(trainer) != ProcessPresence::There) return false;
    EXPECT_EQ(::kill(static_cast<pid_t>(trainer.pid), SIGKILL), 0);
    EXPECT_TRUE(eventually([&] { return presenceOf(trainer) == ProcessPresence::Gone; }));
    const auto status = readRunStatus(paths().status());
    return status && status->state == RunState::Running;
  }

 private:
  std::string m_name;
};

TEST_F(CliRealQueue, LeavesAFinishedRun) {
  addSmallRun(1);
  const auto work = runSojourn({"queue", runs().string()});
  ASSERT_EQ(work.exitCode, 0) << work.err;
  expectFinished();
}

TEST_F(CliRealQueue, ResumesATrainingThatWasKilledWithItsQueue) {
  // Where this test has to wait for the processor a short training ends before it is killed: the next one is longer.
  std::int64_t epochs = 6;
  addSmallRun(epochs);
  while (!killedOnTheWay()) {
    epochs *= 4;
    ASSERT_LT(epochs, 1000) << "no training was under way";
    static_cast<void>(runSojourn({"queue", runs().string()}));
    addSmallRun(epochs);
  }
  EXPECT_EQ(queue.taken().size(), 1U);
  const auto work = runSojourn({"queue", runs().string()});
  ASSERT_EQ(work.exitCode, 0) << work.err;
  expectFinished();
  const auto history = readRunHistory(paths().events());
  ASSERT_TRUE(history);
  EXPECT_EQ(history->rewinds.size(), 1U);
  EXPECT_EQ(history->epochs.size(), static_cast<std::size_t>(epochs));
  EXPECT_EQ(history->evals.size(), static_cast<std::size_t>(epochs));
  for (std::size_t i = 0; i < history->steps.size(); ++i) {
    ASSERT_EQ(history->steps.step[i], static_cast<std::int64_t>(i) + 1);
  }
}

}  // namespace
}  // namespace sojourn
