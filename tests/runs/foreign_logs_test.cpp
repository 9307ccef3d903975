// SPDX-License-Identifier: GPL-3.0-or-later
// Logs as the loggers of others write them: steps that are missing or begin again, names with a run before them, values
// one by one, files that are one value.
#include <algorithm>
#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/import/import_run.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::TempFolder;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ForeignLog : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, std::string_view text) {
    const std::filesystem::path file = m_folder / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  struct Point {
    const char* tag;
    double wall;
    int step;
    double value;
  };
  std::filesystem::path writeEvents(const char* name, const std::vector<Point>& points) {
    TfEventsWriter writer(1000);
    for (const Point& point : points) writer.add(point.tag, point.wall, point.step, point.value);
    const Bytes bytes = writer.take();
    return write(name, asText(bytes));
  }
  ImportedRun read(const std::filesystem::path& path) {
    auto run = importRun(path);
    EXPECT_TRUE(run.ok()) << (run ? "" : run.error().sentence());
    return run ? std::move(*run) : ImportedRun{};
  }
  static std::string refusalOf(const std::filesystem::path& path) {
    const auto run = importRun(path);
    return run ? "read" : run.error().sentence();
  }
  [[nodiscard]] std::filesystem::path folder() const { return m_folder.path(); }

 private:
  TempFolder m_folder;
};

std::vector<double> lossesOfEvaluations(const ImportedRun& run) {
  std::vector<double> losses;
  for (const auto& eval : run.history.evals) losses.push_back(eval.event.batchMeanLoss);
  return losses;
}

std::vector<std::int64_t> stepsOfEvaluations(const ImportedRun& run) {
  std::vector<std::int64_t> steps;
  for (const auto& eval : run.history.evals) steps.push_back(eval.afterStep);
  return steps;
}

TEST_F(ForeignLog, EventsWithoutStepsAreNumberedByTheirTimes) {
  // Three values at step 0, the second written last.
  const ImportedRun run = read(
      writeEvents("tfevents.1", {{"loss/train", 1001, 0, 4}, {"loss/train", 1003, 0, 2}, {"loss/train", 1002, 0, 3}}));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(4, 3, 2));
  EXPECT_THAT(run.history.steps.wall, ElementsAre(1001, 1002, 1003));
  EXPECT_THAT(run.notes, Contains("without steps, numbered in the order of time: loss/train"));
}

TEST_F(ForeignLog, PartsWithinAFileFollowEachOther) {
  const ImportedRun run = read(writeEvents("tfevents.1", {{"loss/train", 1001, 1, 5},
                                                          {"loss/train", 1002, 2, 4},
                                                          {"loss/val", 1002.5, 2, 4.5},
                                                          {"loss/train", 1003, 1, 3},
                                                          {"loss/train", 1004, 2, 2},
                                                          {"loss/val", 1004.5, 2, 2.5}}));
  EXPECT_THAT(run.history.steps.step, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(5, 4, 3, 2));
  EXPECT_THAT(lossesOfEvaluations(run), ElementsAre(4.5, 2.5));
  EXPECT_THAT(stepsOfEvaluations(run), ElementsAre(2, 4));
  EXPECT_THAT(run.notes, Contains(HasSubstr("begin again 1 time within a file; the parts follow each other")));
}

TEST_F(ForeignLog, AFurtherFileReplacesWhatItRepeatsAndThatIsSaid) {
  writeEvents("tfevents.1", {{"loss/train", 1001, 1, 5}, {"loss/train", 1002, 2, 4}, {"loss/train", 1003, 3, 3}});
  writeEvents("tfevents.2", {{"loss/train", 1004, 2, 4.5}});
  const ImportedRun run = read(folder());
  EXPECT_THAT(run.history.steps.loss, ElementsAre(5, 4.5));
  EXPECT_THAT(run.notes, Contains("2 values were logged again later, which replaces them"));
}

TEST_F(ForeignLog, OfAWandbChartTheMetricCountsAndTheBandDoesNot) {
  const ImportedRun run = read(write("chart.csv",
                                     "\"Step\",\"brisk-river-12 - train/loss\",\"brisk-river-12 - train/loss__MIN\","
                                     "\"brisk-river-12 - train/loss__MAX\"\n"
                                     "\"0\",\"3\",\"2\",\"4\"\n\"20\",\"2.5\",\"1.5\",\"3.5\"\n"));
  EXPECT_THAT(run.history.steps.step, ElementsAre(0, 20));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(3, 2.5));
}

TEST_F(ForeignLog, LightningsNames) {
  const ImportedRun run = read(write("metrics.csv",
                                     "epoch,lr-AdamW,step,train_loss_epoch,train_loss_step,val_loss,val_acc_epoch\n"
                                     "0,0.001,9,,4.0,,\n0,0.002,19,,3.0,,\n0,,19,3.5,,2.75,0.25\n"));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(4, 3)) << "step by step, not the mean of the epoch";
  EXPECT_THAT(run.history.steps.learningRate, ElementsAre(0.001, 0.002));
  EXPECT_THAT(lossesOfEvaluations(run), ElementsAre(2.75));
  EXPECT_EQ(run.history.evals[0].event.metrics.all.accuracy[0], 25);
}

TEST_F(ForeignLog, ADivergedTrainingLooksDiverged) {
  const ImportedRun run = read(write("log.jsonl",
                                     "{\"step\": 1, \"loss\": 2.5}\n{\"step\": 2, \"loss\": Infinity}\n"
                                     "{\"step\": 3, \"loss\": NaN, \"note\": \"NaN \\\" Infinity\"}\n"
                                     "{\"step\": 4, \"loss\": -Infinity}\n"));
  EXPECT_THAT(run.problems, IsEmpty());
  EXPECT_THAT(run.history.steps.step, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(run.history.steps.loss[1], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(run.history.steps.loss[2]));
  EXPECT_EQ(run.history.steps.loss[3], -std::numeric_limits<double>::infinity());
}

TEST_F(ForeignLog, TrainerStateOfHuggingFace) {
  const ImportedRun run = read(write("trainer_state.json", R"({
  "best_metric": 2.25,
  "epoch": 1.0,
  "global_step": 20,
  "log_history": [
    {"epoch": 0.5, "grad_norm": 1.5, "learning_rate": 0.0005, "loss": 3.0, "step": 10},
    {"epoch": 1.0, "grad_norm": NaN, "learning_rate": 0.0001, "loss": 2.5, "step": 20},
    {"epoch": 1.0, "eval_accuracy": 0.4, "eval_loss": 2.25, "eval_runtime": 1.5, "eval_samples_per_second": 900.0,
     "eval_steps_per_second": 4.0, "step": 20}
  ],
  "max_steps": 20
})"));
  EXPECT_EQ(run.format, ImportFormat::JsonLines);
  EXPECT_THAT(run.history.steps.step, ElementsAre(10, 20));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(3, 2.5));
  EXPECT_EQ(run.history.steps.gradientNorm[0], 1.5);
  EXPECT_THAT(run.history.steps.sequencesPerSecond, IsEmpty()) << "that was the evaluation's";
  EXPECT_THAT(lossesOfEvaluations(run), ElementsAre(2.25));
  EXPECT_EQ(run.history.evals[0].event.metrics.all.accuracy[0], 40);
}

TEST_F(ForeignLog, ALongTrainerStateIsRecognisedByItsBeginning) {
  std::string text = R"({"best_metric": null, "log_history": [)";
  for (int step = 1; step <= 3000; ++step)
    text += std::string(step > 1 ? "," : "") + "{\"loss\": 2.5, \"step\": " + std::to_string(step) + "}\n";
  ASSERT_GT(text.size(), 65'536U);
  EXPECT_EQ(read(write("trainer_state.json", text + "]}")).history.steps.size(), 3000U);
}

TEST_F(ForeignLog, HistoriesOfKerasAsListsAndAsPandasWritesThem) {
  for (const char* const text :
       {R"({"loss": [4.0, 3.0], "accuracy": [0.1, 0.2], "val_loss": [3.5, 2.5]})",
        R"({"loss":{"0":4.0,"1":3.0},"accuracy":{"0":0.1,"1":0.2},"val_loss":{"0":3.5,"1":2.5}})"}) {
    const ImportedRun run = read(write("history.json", text));
    ASSERT_EQ(run.history.epochs.size(), run.history.evals.size()) << text;
    EXPECT_EQ(run.history.epochs[0].event.trainLoss, 4);
    EXPECT_EQ(run.history.evals[0].event.batchMeanLoss, 3.5);
    EXPECT_EQ(run.history.evals[0].event.epoch, 1);
  }
  // One line of a log, with numbers of its own beside a list, is one line.
  EXPECT_THAT(read(write("one.jsonl", R"({"step": 7, "loss": 2.5, "grad_norms": [1, 2, 3]})")).history.steps.step,
              ElementsAre(7));
  EXPECT_THAT(
      read(write("list.json", "[\n {\"step\": 1, \"loss\": 2},\n {\"step\": 2, \"loss\": 1}\n]")).history.steps.loss,
      ElementsAre(2, 1));
}

TEST_F(ForeignLog, OneCurveAsTensorBoardDownloadsIt) {
  const ImportedRun run = read(write("run-lstm_validation-tag-epoch_loss (1).csv",
                                     "Wall time,Step,Value\n1700000001.5,0,3.5\n1700000002.5,1,2.5\n"));
  EXPECT_THAT(lossesOfEvaluations(run), ElementsAre(3.5, 2.5));
  EXPECT_EQ(run.history.evals[1].wall, 1700000002.5);
  EXPECT_THAT(
      read(write("train_loss.csv", "step,value,timestamp\n5,2.0,2026-02-03 10:00:05\n4,3.0,2026-02-03 10:00:04\n"))
          .history.steps.loss,
      ElementsAre(3, 2))
      << "as Neptune gives a series, in the order of time";
  EXPECT_THAT(refusalOf(write("chart.csv", "step,value\n1,2\n")), HasSubstr("name the file after what it holds"));
}

TEST_F(ForeignLog, ATableWithARowForEachValue) {
  const ImportedRun run = read(
      write("aim.csv",
            "run.name,metric.name,metric.context.subset,step,time,value\n"
            "a,loss,train,1,1001,4\na,loss,val,1,1002,3.5\na,loss,train,2,1003,3\nb,loss,train,1,1001,9\n"
            "a,acc,\"{\"\"subset\"\": "
            "\"\"val\"\"}\",2,1004,0.5\na,loss,val,2,1004,2.5\na,loss,train,3,1005,none\na,loss,train,3,1006,2\n"));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(4, 3, 2));
  EXPECT_THAT(lossesOfEvaluations(run), ElementsAre(3.5, 2.5));
  EXPECT_EQ(run.history.evals[1].event.metrics.all.accuracy[0], 50);
  EXPECT_THAT(run.notes, Contains("holds values of 2 runs: shown is a"));
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_THAT(run.problems[0].sentence(), HasSubstr("1 rows whose value or step is no number, first at line 8"));
}

TEST_F(ForeignLog, ARunOfMlflow) {
  write("mlruns/0/abc/meta.yaml", "run_id: abc\n");
  write("mlruns/0/abc/tags/mlflow.runName", "brisk-river");
  write("mlruns/0/abc/metrics/train_loss", "1700000001000 4.0 1\n1700000002000 3.0 2\n");
  write("mlruns/0/abc/metrics/val/loss", "1700000002500 3.5 2\nhello\n");
  write("mlruns/0/abc/metrics/system/cpu", "1700000002500 12 2 set 0a1b\n");
  const std::filesystem::path path = folder() / "mlruns" / "0" / "abc";
  EXPECT_THAT(findImports(path), ElementsAre(path));
  EXPECT_EQ(importFormatOf(path), ImportFormat::MetricFiles);
  EXPECT_EQ(importFiles(path).size(), 3U);
  const ImportedRun run = read(path);
  EXPECT_EQ(run.title, "brisk-river");
  EXPECT_THAT(run.history.steps.loss, ElementsAre(4, 3));
  EXPECT_THAT(run.history.steps.wall, ElementsAre(1700000001, 1700000002));
  EXPECT_THAT(lossesOfEvaluations(run), ElementsAre(3.5));
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_THAT(run.problems[0].sentence(), HasSubstr("1 lines that are no time, value and step"));
  // One metric alone; and as log_metric() without a step writes it.
  const ImportedRun one = read(path / "metrics" / "train_loss");
  EXPECT_THAT(one.history.steps.loss, ElementsAre(4, 3));
  write("mlruns/0/abc/metrics/loss", "1700000001000 4.0 0\n1700000002000 3.0 0\n1700000003000 2.0 0\n");
  EXPECT_THAT(read(path / "metrics" / "loss").history.steps.loss, ElementsAre(4, 3, 2));
}

TEST_F(ForeignLog, ATableThatSaysItsSeparator) {
  const ImportedRun run = read(write("log.csv", "sep=;\nstep;loss;\n1;4;\n2;3;\n"));
  EXPECT_THAT(run.history.steps.loss, ElementsAre(4, 3));
}

}  // namespace
}  // namespace sojourn
