// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings of other people's programs: what sojourn_model.Run writes is read like a run of our own, and obeys viewers.
#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/control/control.h"
#include "model/runs/log/tail_reader.h"
#include "tests/program/python_program.h"
#include "tests/support/child.h"
#include "tests/support/waiting.h"

namespace sojourn::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

/// A script beside sojourn_model.py, whose run is the folder "run".
class PythonRun {
 public:
  explicit PythonRun(const std::string& body)
      : m_program("import os, sys, time\nimport sojourn_model\nfrom sojourn_model import Run\n" + body) {}

  [[nodiscard]] RunPaths paths() const { return {m_program.folder() / "run"}; }
  [[nodiscard]] std::unique_ptr<Child> start() const {
    return std::make_unique<Child>(std::vector<std::string>{
        "/bin/sh", "-c", "cd '" + m_program.folder().string() + "' && exec python3 model.py 2>error.txt"});
  }
  /// Its exit code.
  int run() const {
    const auto child = start();
    return child->end(0);
  }
  [[nodiscard]] std::string errors() const { return textOfFile(m_program.folder() / "error.txt"); }

  /// What the log says by now; a line that is no event is a failure.
  [[nodiscard]] RunHistory history() const {
    RunHistory whole;
    TailReader reader(paths().events());
    for (TailUpdate update;;) {
      update = reader.poll();
      EXPECT_EQ(update.badLines, 0) << (update.lastBad ? update.lastBad->sentence() : "");
      EXPECT_EQ(update.laterLines, 0);
      if (update.newer) whole.append(*update.newer);
      if (!update.more) return whole;
    }
  }
  [[nodiscard]] RunEntry entry() const {
    const auto found = RunCatalogue(m_program.folder()).refresh();
    EXPECT_EQ(found.size(), 1U);
    return found.at(0);
  }
  [[nodiscard]] bool answered(const std::string& id, ControlAnswer answer) const {
    return eventually([&] {
      const RunHistory log = history();
      return std::ranges::any_of(
          log.controls, [&](const auto& record) { return record.event.id == id && record.event.answer == answer; });
    });
  }

 private:
  PythonProgram m_program;
};

TEST(PythonRunTest, AWholeTrainingIsReadLikeOneOfOurs) {
  const PythonRun python(R"(
with Run("run", config={"seed": 7}, model="Mine", epochs=3, learning_rate=0.5, splits={"train": 40}) as run:
    for epoch in range(2):
        for step in range(5):
            run.step(loss=4 - epoch, lr=0.5 / (1 + epoch), auxiliary=epoch + step / 10)
        run.validation(loss=3 - epoch, accuracy=0.25, n=8, known={"accuracy": 0.5}, **{"recall@20": 0.75})
        run.checkpoint({"weights": [1, 2]}, best=epoch == 0)
    run.log("done", "warning")
    run.results(test={"accuracy": 0.125, "n": 16})
)");
  ASSERT_EQ(python.run(), 0) << python.errors();
  const RunHistory log = python.history();
  ASSERT_EQ(log.steps.size(), 10U);
  EXPECT_EQ(log.steps.epoch[4], 1);
  EXPECT_EQ(log.steps.epoch[5], 2);
  EXPECT_EQ(log.steps.learningRate[9], 0.25);
  EXPECT_TRUE(std::isnan(log.steps.gradientNorm[0]));
  ASSERT_EQ(log.epochs.size(), 2U);
  EXPECT_EQ(log.epochs[1].event.trainLoss, 3);
  ASSERT_EQ(log.evals.size(), 2U);
  const EvalEvent& eval = log.evals[1].event;
  EXPECT_EQ(eval.epoch, 2);
  EXPECT_EQ(eval.batchMeanLoss, 2);
  EXPECT_EQ(eval.metrics.all.accuracy[0], 25);
  EXPECT_EQ(eval.metrics.all.n, 8);
  EXPECT_TRUE(std::isnan(eval.metrics.all.accuracy[1])) << "it was not reported";
  EXPECT_EQ(eval.metrics.all.correct[0], Metrics::unknown);
  EXPECT_EQ(eval.metrics.known.accuracy[0], 50);
  EXPECT_EQ(eval.metrics.known.n, Metrics::unknown);
  EXPECT_EQ(eval.metrics.unseen.n, 0);
  ASSERT_EQ(log.ownMetrics.size(), 12U);
  EXPECT_THAT(log.ownMetrics.back().event.values, ElementsAre(Pair("recall@20", 0.75)));
  EXPECT_EQ(log.ownMetrics.back().afterStep, 10);
  EXPECT_EQ(log.checkpoints.size(), 3U);
  ASSERT_FALSE(log.states.empty());
  EXPECT_EQ(log.states.back().event.state, RunState::Finished);

  const RunEntry entry = python.entry();
  EXPECT_TRUE(entry.problems.empty()) << entry.problems.front().sentence();
  EXPECT_EQ(entry.model(), "Mine");
  EXPECT_EQ(entry.liveness, Liveness::Ended);
  ASSERT_TRUE(entry.status);
  EXPECT_EQ(entry.status->epochs, 3);
  EXPECT_EQ(entry.status->epoch, 2);
  ASSERT_TRUE(entry.results && entry.results->test);
  EXPECT_EQ(entry.results->test->metrics.all.accuracy[0], 12.5);
  EXPECT_EQ(entry.results->validation.batchMeanLoss, 2);
  EXPECT_TRUE(std::filesystem::exists(python.paths().bestCheckpoint()));
}

TEST(PythonRunTest, ViewersCommandsAreObeyedAndAnswered) {
  const PythonRun python(R"(
with Run("run", learning_rate=0.5, heartbeat=0.05) as run:
    while not run.wants_stop():
        run.step(loss=1.0, lr=run.learning_rate)
        if run.wants_pause():
            run.pause()
        if run.wants_checkpoint():
            run.checkpoint(b"weights")
        if run.wants_evaluation():
            run.validation(loss=2.0)
        time.sleep(0.01)
)");
  const auto child = python.start();
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(python.paths().events()); })) << python.errors();
  const auto send = [&](ControlCommand command, std::optional<double> value = {}) {
    const auto id = sendCommand(python.paths(), command, value);
    EXPECT_TRUE(id.ok());
    return *id;
  };
  EXPECT_TRUE(python.answered(send(ControlCommand::SetLearningRate, 0.125), ControlAnswer::Done));
  EXPECT_TRUE(eventually([&] {
    const Column<double> rates = python.history().steps.learningRate;
    return !rates.empty() && rates.back() == 0.125;
  }));
  EXPECT_TRUE(python.answered(send(ControlCommand::Checkpoint), ControlAnswer::Done));
  EXPECT_EQ(textOfFile(python.paths().lastCheckpoint()), "weights");
  EXPECT_TRUE(python.answered(send(ControlCommand::Evaluate), ControlAnswer::Done));
  EXPECT_TRUE(python.history().evals.back().event.requested);
  EXPECT_TRUE(python.answered(send(ControlCommand::Pause), ControlAnswer::Done));
  EXPECT_TRUE(eventually([&] {
    const auto status = readRunStatus(python.paths().status());
    return status && status->state == RunState::Paused;
  }));
  EXPECT_TRUE(python.answered(send(ControlCommand::Resume), ControlAnswer::Done));
  ASSERT_TRUE(writeFileAtomically(python.paths().control() / "00000000-0000-4000-8000-000000000001.json", "nonsense"));
  EXPECT_TRUE(python.answered("00000000-0000-4000-8000-000000000001", ControlAnswer::Refused));
  EXPECT_TRUE(python.answered(send(ControlCommand::Stop), ControlAnswer::Done));
  EXPECT_EQ(child->end(0), 0) << python.errors();
  EXPECT_EQ(python.history().states.back().event.state, RunState::Interrupted);
}

TEST(PythonRunTest, OneThatIsKilledIsDeadAndGoesOnWhereItSays) {
  const std::string loop = R"(
with Run("run", resume=int(os.environ.get("RESUME", 0)) or None) as run:
    for step in range(30):
        run.step(loss=1.0)
        if step % 10 == 9:
            run.validation(loss=1.0)
    while "RESUME" not in os.environ:
        time.sleep(0.01)
)";
  const PythonRun python(loop);
  {
    const auto child = python.start();
    ASSERT_TRUE(eventually([&] {
      return std::filesystem::exists(python.paths().events()) && python.history().evals.size() == 3;
    })) << python.errors();
    EXPECT_EQ(child->end(SIGKILL), 128 + SIGKILL);
  }
  EXPECT_EQ(python.entry().liveness, Liveness::Dead);
  ASSERT_NE(python.run(), 0) << "a run is there";
  EXPECT_THAT(python.errors(), HasSubstr("resume=STEP"));
  std::ofstream(python.paths().events().native(), std::ios::app) << R"({"v":1,"seq":99)";  // cut by the crash
  ::setenv("RESUME", "20", 1);
  EXPECT_EQ(python.run(), 0) << python.errors();
  ::unsetenv("RESUME");
  const RunHistory log = python.history();
  EXPECT_EQ(log.steps.size(), 50U);
  EXPECT_EQ(log.steps.epoch[19], 2);
  EXPECT_EQ(log.steps.epoch[20], 3);
  ASSERT_EQ(log.evals.size(), 5U);
  EXPECT_EQ(log.evals.back().event.epoch, 5);
}

TEST(PythonRunTest, WhatGoesWrongIsInTheRun) {
  const PythonRun python(R"(
with Run("run") as run:
    run.step(loss=float("nan"))
    raise RuntimeError("no more memory")
)");
  EXPECT_NE(python.run(), 0);
  const RunHistory log = python.history();
  EXPECT_TRUE(std::isnan(log.steps.loss[0]));
  EXPECT_EQ(log.states.back().event.state, RunState::Failed);
  EXPECT_EQ(log.states.back().event.why, "RuntimeError: no more memory");
}

TEST(PythonRunTest, ResultsAreTables) {
  const PythonRun python(R"(
open("e.json", "w").write('{"schema":"sojourn.evaluation/1","n":3,"metrics":{"all":{"acc@1":50.0},"known":{"acc@1":60.0}}}')
open("x.json", "w").write('{"schema":"sojourn.explanation/2","target":4,"methods":[{"name":"recency","scores":[1,2],'
                          '"masked":{"comprehensiveness":0.5}},{"name":"random","scores":[3,4],"masked":null}]}')
open("p.csv", "w").write("index,correct,gate\n0,1,\n1,0,0.25\n")
rows = lambda table: table if isinstance(table, list) else table.to_dict("records")
e, x, p = (sojourn_model.load(name) for name in ("e.json", "x.json", "p.csv"))
assert rows(e["metrics"])[1] == {"targets": "known", "acc@1": 60.0}, e
assert rows(x["scores"]) == [{"visit": 0, "recency": 1, "random": 3}, {"visit": 1, "recency": 2, "random": 4}], x
assert rows(x["methods"])[0]["masked.comprehensiveness"] == 0.5 and "scores" not in rows(x["methods"])[0], x
assert rows(p)[1] == {"index": 1, "correct": 0, "gate": 0.25}, p
open("o.json", "w").write("[]")
try:
    sojourn_model.load("o.json")
except ValueError:
    sys.exit(0)
sys.exit(1)
)");
  EXPECT_EQ(python.run(), 0) << python.errors();
}

}  // namespace
}  // namespace sojourn::test
