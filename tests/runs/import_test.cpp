// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/export/run_export.h"
#include "model/runs/import/import_run.h"
#include "tests/runs/fake_run.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::FakeRun;
using test::TempFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::filesystem::path write(const TempFolder& folder, const char* name, std::string_view text) {
  std::filesystem::create_directories((folder / name).parent_path());
  std::ofstream(folder / name, std::ios::binary) << text;
  return folder / name;
}

ImportedRun mustImport(const std::filesystem::path& path) {
  auto run = importRun(path);
  EXPECT_TRUE(run.ok()) << (run ? "" : run.error().sentence());
  return run ? std::move(*run) : ImportedRun{};
}

std::string refusalOf(const std::filesystem::path& path) {
  const auto run = importRun(path);
  return run ? "read" : run.error().sentence();
}

std::vector<double> validationLosses(const ImportedRun& run) {
  std::vector<double> losses;
  for (const auto& eval : run.history.evals) losses.push_back(eval.event.batchMeanLoss);
  return losses;
}

std::vector<std::int64_t> evaluatedEpochs(const ImportedRun& run) {
  std::vector<std::int64_t> epochs;
  for (const auto& eval : run.history.evals) epochs.push_back(eval.event.epoch);
  return epochs;
}

test::FakeRunOptions ofSize(std::int64_t epochs, std::int64_t stepsPerEpoch) {
  test::FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = stepsPerEpoch;
  return options;
}

constexpr const char* fakeLog =
    "2026-02-03 10:00:00,500 - INFO - Ablation: Full Pointer V45 Model\n"
    "2026-02-03 10:00:00,500 - INFO - Model parameters: 1,234,567\n"
    "2026-02-03 10:00:01,000 - INFO - Training for 9 epochs\n"
    "2026-02-03 10:00:04,000 - INFO - Epoch 1/9 | LR: 1.00e-04 | Train: 4.5000 | Val: 3.5000 | Acc@1: 30.50%\n"
    "2026-02-03 10:00:04,020 - INFO -   \xe2\x9c\x93 New best (Acc@1: 30.50%)\n"
    "2026-02-03 10:00:07,250 - INFO - Epoch 2/9 | LR: 2.00e-04 | Train: 4.0000 | Val: 3.2500 | Acc@1: 40.00%\n"
    "2026-02-03 10:00:10,250 - INFO - Epoch 3/9 | LR: 3.00e-04 | Train: 3.5000 | Val: nan | Acc@1: 0.50%\n"
    "2026-02-03 10:00:10,250 - INFO - Early stopping at epoch 3\n"
    "2026-02-03 10:00:12,000 - INFO - FINAL TEST RESULTS\n"
    "2026-02-03 10:00:12,000 - INFO -   Acc@1:  51.25%\n"
    "2026-02-03 10:00:12,000 - INFO -   MRR:    62.50%\n"
    "2026-02-03 10:00:12,000 - INFO -   F1:     47.00%\n";

TEST(ImportLog, ReadsEpochsTimesAndTheTestFigures) {
  const TempFolder folder;
  const ImportedRun run = mustImport(write(folder, "city/training.log", fakeLog));
  EXPECT_EQ(run.format, ImportFormat::TrainingLog);
  EXPECT_EQ(run.title, "city (training.log)");
  EXPECT_EQ(run.model, "pointer_v45");
  EXPECT_EQ(run.parameters, 1'234'567);
  EXPECT_EQ(run.plannedEpochs, 9);
  EXPECT_TRUE(run.ended);
  EXPECT_THAT(run.problems, IsEmpty());
  EXPECT_EQ(run.history.steps.size(), 0U);
  ASSERT_EQ(run.history.epochs.size(), 3U);
  const auto& second = run.history.epochs[1];
  EXPECT_EQ(second.event.epoch, 2);
  EXPECT_EQ(second.event.trainLoss, 4.0);
  EXPECT_EQ(second.event.learningRate, 2e-4);
  EXPECT_DOUBLE_EQ(run.history.epochs[0].event.seconds, 3.0) << "from the last line before it";
  EXPECT_DOUBLE_EQ(second.event.seconds, 3.25);
  EXPECT_DOUBLE_EQ(second.wall, 1770112807.25);
  ASSERT_EQ(run.history.evals.size(), 3U);
  EXPECT_EQ(run.history.evals[0].event.batchMeanLoss, 3.5);
  EXPECT_EQ(run.history.evals[0].event.metrics.all.accuracy[0], 30.5);
  EXPECT_EQ(run.history.evals[0].event.metrics.all.n, Metrics::unknown);
  EXPECT_TRUE(std::isnan(run.history.evals[0].event.metrics.all.mrr));
  EXPECT_EQ(run.history.evals[0].event.metrics.known.n, 0);
  EXPECT_TRUE(std::isnan(run.history.evals[2].event.batchMeanLoss));
  EXPECT_TRUE(run.history.evals[2].event.lossPresent) << "it says that it was no number";
  EXPECT_EQ(run.history.evals[2].event.metrics.all.accuracy[0], 0.5) << "a percentage, however small";
  ASSERT_TRUE(run.test);
  EXPECT_EQ(run.test->metrics.all.accuracy[0], 51.25);
  EXPECT_EQ(run.test->metrics.all.mrr, 62.5);
  EXPECT_DOUBLE_EQ(run.test->metrics.all.f1, 0.47);
  EXPECT_THAT(run.notes, Contains(HasSubstr("Train = training loss")));
}

TEST(ImportLog, ALogThatIsBeingWrittenEndsWithItsLastWholeFigures) {
  const TempFolder folder;
  const std::string whole = fakeLog;
  const ImportedRun run = mustImport(write(folder, "a.log", whole.substr(0, whole.find("Epoch 3/9") + 9)));
  EXPECT_EQ(run.history.epochs.size(), 2U);
  EXPECT_FALSE(run.ended);
  EXPECT_FALSE(run.test);
}

TEST(ImportLog, OtherSpellingsOfALine) {
  const TempFolder folder;
  const ImportedRun run =
      mustImport(write(folder, "a.txt",
                       "[2026-02-03T10:00:00] Epoch: 0, loss=2.5, val_loss=2.25, acc=0.25, val_acc=0.125\n"
                       "[2026-02-03T10:00:09] Epoch: 1, loss=2.0, val_loss=2.125, acc=0.5, val_acc=0.25\n"));
  EXPECT_EQ(evaluatedEpochs(run), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(run.history.epochs[1].event.trainLoss, 2.0);
  EXPECT_EQ(run.history.evals[1].event.metrics.all.accuracy[0], 25) << "val_acc, as a percentage; acc is of training";
  EXPECT_EQ(run.history.epochs[1].event.seconds, 9);
}

TEST(ImportLog, ThePublishedOneIsReadToItsLastFigure) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const ImportedRun run = mustImport(data / "checkpoints" / "pointer_v45_geolife_full_model_training.log");
  ASSERT_EQ(run.history.epochs.size(), 13U);
  EXPECT_EQ(run.history.epochs[0].event.trainLoss, 4.2286);
  EXPECT_EQ(run.history.evals[0].event.batchMeanLoss, 3.2382);
  EXPECT_EQ(run.history.evals[7].event.batchMeanLoss, 2.9674);
  EXPECT_EQ(run.history.evals[7].event.metrics.all.accuracy[0], 48.71);
  EXPECT_EQ(run.plannedEpochs, 50);
  EXPECT_EQ(run.parameters, 251'476);
  double seconds = 0;
  for (const auto& epoch : run.history.epochs) seconds += epoch.event.seconds;
  EXPECT_NEAR(seconds, 44.289, 1e-6);
  ASSERT_TRUE(run.test);
}

TEST(ImportTable, AStepTableWithEvaluationsBetween) {
  const TempFolder folder;
  // As some loggers write it: blank cells where a row says nothing; epochs from 0.
  const ImportedRun run = mustImport(write(folder, "metrics.csv",
                                           "epoch,step,train_loss,lr,val_loss,val_acc,foo\n"
                                           "0,1,4.0,0.1,,,7\n0,2,3.0,,,,7\n0,2,,,2.5,0.25,7\n"
                                           "1,3,2.0,0.2,,,7\n1,4,nan,,,,7\n1,4,,,2.0,0.5,7\n"));
  EXPECT_THAT(run.history.steps.step, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(run.history.steps.epoch, ElementsAre(1, 1, 2, 2));
  EXPECT_THAT(run.history.steps.learningRate, ElementsAre(0.1, 0.1, 0.2, 0.2)) << "it holds until the next";
  EXPECT_TRUE(std::isnan(run.history.steps.loss[3]));
  EXPECT_THAT(run.history.steps.gradientNorm, IsEmpty()) << "the file says nothing of it";
  EXPECT_THAT(evaluatedEpochs(run), ElementsAre(1, 2));
  EXPECT_EQ(run.history.evals[0].afterStep, 2);
  EXPECT_EQ(run.history.evals[1].event.metrics.all.accuracy[0], 50);
  EXPECT_EQ(run.history.epochs[0].event.trainLoss, 3.5);
  EXPECT_THAT(run.notes, Contains(HasSubstr("not shown: foo")));
  EXPECT_EQ(run.title, folder.path().filename().string() + " (metrics.csv)");
}

TEST(ImportTable, SemicolonsTabsAndTablesByEpoch) {
  const TempFolder folder;
  for (const char separator : {';', '\t'}) {
    std::string text = "epoch,accuracy,loss,val_accuracy,val_loss\r\n0,0.1,4,0.2,3\r\n1,0.2,3,0.25,2.5\r\n";
    std::ranges::replace(text, ',', separator);
    const ImportedRun run = mustImport(write(folder, "keras.csv", text));
    EXPECT_EQ(run.history.steps.size(), 0U);
    EXPECT_THAT(evaluatedEpochs(run), ElementsAre(1, 2));
    EXPECT_EQ(run.history.epochs[1].event.trainLoss, 3);
    EXPECT_EQ(run.history.evals[1].event.metrics.all.accuracy[0], 25);
  }
}

TEST(ImportTable, ResultsOfSeveralRunsGiveTheirMean) {
  const TempFolder folder;
  const ImportedRun run = mustImport(write(folder, "two.csv",
                                           "correct@1,total,acc@1,mrr,type\n100,200,50,60,vali\n90,210,40,55,test\n"
                                           "104,200,52,62,vali\n84,210,44,57,test\n"));
  ASSERT_EQ(run.history.evals.size(), 1U);
  const Metrics& figures = run.history.evals[0].event.metrics.all;
  EXPECT_EQ(figures.accuracy[0], 51);
  EXPECT_EQ(figures.mrr, 61);
  EXPECT_EQ(figures.n, 200);
  EXPECT_EQ(run.history.evals[0].event.epoch, 0) << "of no epoch";
  EXPECT_FALSE(run.history.evals[0].event.lossPresent);
  ASSERT_TRUE(run.test);
  EXPECT_EQ(run.test->metrics.all.accuracy[0], 42);
  EXPECT_THAT(run.notes, Contains(HasSubstr("results of 2 runs")));
}

TEST(ImportTable, ThePublishedTableOfTwoRuns) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const ImportedRun run = mustImport(data / "checkpoints" / "mhsa_geolife_results_2runs.csv");
  ASSERT_EQ(run.history.evals.size(), 1U);
  EXPECT_NEAR(run.history.evals[0].event.metrics.all.accuracy[0], (1392 + 1363) * 50.0 / 3334, 1e-4);
  EXPECT_NEAR(run.history.evals[0].event.metrics.all.mrr, 51.226815581, 1e-6);
  ASSERT_TRUE(run.test);
  EXPECT_NEAR(run.test->metrics.all.accuracy[0], (1049 + 1076) * 50.0 / 3502, 1e-4);
}

TEST(ImportTable, OurOwnExportComesBackExactly) {
  const TempFolder folder;
  const FakeRun run(folder / "run", ofSize(4, 9));
  const auto history = readRunHistory(run.paths().events());
  ASSERT_TRUE(history.ok());
  ASSERT_TRUE(exportCsv(*history, folder / "out").ok());
  EXPECT_EQ(importTarget(folder / "out" / "eval.csv"), folder / "out");
  EXPECT_EQ(importFormatOf(folder / "out"), ImportFormat::Table);
  const ImportedRun again = mustImport(folder / "out");
  EXPECT_EQ(again.title, "out");
  EXPECT_EQ(again.history.steps.step, history->steps.step);
  EXPECT_EQ(again.history.steps.epoch, history->steps.epoch);
  EXPECT_EQ(again.history.steps.wall, history->steps.wall);
  EXPECT_EQ(again.history.steps.loss, history->steps.loss);
  EXPECT_EQ(again.history.steps.clippedGradientNorm, history->steps.clippedGradientNorm);
  EXPECT_EQ(again.history.steps.tokensPerSecond, history->steps.tokensPerSecond);
  ASSERT_EQ(again.history.epochs.size(), history->epochs.size());
  ASSERT_EQ(again.history.evals.size(), history->evals.size());
  for (std::size_t i = 0; i < history->evals.size(); ++i) {
    EXPECT_EQ(again.history.epochs[i].event, history->epochs[i].event);
    EXPECT_EQ(again.history.evals[i].event, history->evals[i].event);
    EXPECT_EQ(again.history.evals[i].afterStep, history->evals[i].afterStep);
    EXPECT_EQ(again.history.evals[i].wall, history->evals[i].wall);
  }
}

TEST(ImportTable, ABrokenExportIsRefusedWithItsLine) {
  const TempFolder folder;
  write(folder, "steps.csv", "step,epoch\n1,1\n");
  write(folder, "epochs.csv", "epoch,step,wall,train_loss,seconds\n1,x,0,1,1\n");
  write(folder, "eval.csv", "epoch\n");
  EXPECT_THAT(refusalOf(folder.path()), HasSubstr("epochs.csv, line 2: has no number in step: x"));
}

TEST(ImportTensorBoard, OurOwnExportComesBack) {
  const TempFolder folder;
  const FakeRun run(folder / "run", ofSize(3, 7));
  const auto history = readRunHistory(run.paths().events());
  ASSERT_TRUE(history.ok());
  ASSERT_TRUE(exportTensorBoard(*history, folder / "board").ok());
  const ImportedRun again = mustImport(folder / "board");
  EXPECT_EQ(again.format, ImportFormat::TensorBoard);
  EXPECT_EQ(again.history.steps.step, history->steps.step);
  EXPECT_EQ(again.history.steps.epoch, history->steps.epoch) << "counted by the evaluations";
  EXPECT_EQ(again.history.steps.wall, history->steps.wall);
  for (std::size_t i = 0; i < history->steps.size(); ++i) {
    EXPECT_EQ(again.history.steps.loss[i], static_cast<float>(history->steps.loss[i]));
    EXPECT_EQ(again.history.steps.gradientNorm[i], static_cast<float>(history->steps.gradientNorm[i]));
  }
  ASSERT_EQ(again.history.evals.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const EvalEvent& before = history->evals[i].event;
    const EvalEvent& after = again.history.evals[i].event;
    EXPECT_EQ(after.epoch, before.epoch);
    EXPECT_EQ(again.history.evals[i].afterStep, history->evals[i].afterStep);
    EXPECT_EQ(after.batchMeanLoss, static_cast<float>(before.batchMeanLoss));
    EXPECT_EQ(after.metrics.all.accuracy[0], static_cast<float>(before.metrics.all.accuracy[0]));
    EXPECT_EQ(after.metrics.known.accuracy[0], static_cast<float>(before.metrics.known.accuracy[0]));
    EXPECT_EQ(after.metrics.known.mrr, static_cast<float>(before.metrics.known.mrr));
    EXPECT_NEAR(again.history.epochs[i].event.trainLoss, history->epochs[i].event.trainLoss, 1e-5);
  }
}

void writeEvents(const std::filesystem::path& file,
                 std::initializer_list<std::tuple<const char*, int, double>> points) {
  std::filesystem::create_directories(file.parent_path());
  TfEventsWriter writer(1000);
  for (const auto& [tag, step, value] : points) writer.add(tag, 1000 + step, step, value);
  const Bytes bytes = writer.take();
  ASSERT_TRUE(writeFileAtomically(file, bytes).ok());
}

TEST(ImportTensorBoard, AFolderForEachSplitWithEpochsAsSteps) {
  const TempFolder folder;
  writeEvents(folder / "k" / "train" / "events.out.tfevents.1",
              {{"epoch_loss", 0, 4}, {"epoch_accuracy", 0, 0.125}, {"epoch_loss", 1, 3}, {"epoch_accuracy", 1, 0.5}});
  writeEvents(
      folder / "k" / "validation" / "events.out.tfevents.1",
      {{"epoch_loss", 0, 3.5}, {"epoch_accuracy", 0, 0.25}, {"epoch_loss", 1, 2.5}, {"epoch_accuracy", 1, 0.75}});
  EXPECT_THAT(findImports(folder / "k" / "train"), ElementsAre(folder / "k")) << "one run, of which it is a part";
  const ImportedRun run = mustImport(folder / "k");
  EXPECT_EQ(run.history.steps.size(), 0U) << "an evaluation at each: they are epochs";
  EXPECT_THAT(evaluatedEpochs(run), ElementsAre(1, 2));
  EXPECT_EQ(run.history.epochs[1].event.trainLoss, 3);
  EXPECT_THAT(validationLosses(run), ElementsAre(3.5, 2.5));
  EXPECT_EQ(run.history.evals[1].event.metrics.all.accuracy[0], 75);
}

TEST(ImportTensorBoard, ARestartTakesBackWhatItRepeats) {
  const TempFolder folder;
  writeEvents(folder / "events.out.tfevents.1", {{"loss/train", 1, 5}, {"loss/train", 2, 4}, {"loss/train", 3, 3}});
  writeEvents(folder / "events.out.tfevents.2", {{"loss/train", 2, 4.5}});
  const ImportedRun run = mustImport(folder.path());
  EXPECT_THAT(run.history.steps.loss, ElementsAre(5, 4.5));
}

TEST(ImportTensorBoard, DamagedRecordsAreReportedAndTheRestIsRead) {
  const TempFolder folder;
  TfEventsWriter writer(0);
  for (int i = 1; i <= 9; ++i) writer.add("loss/train", i, i, i);
  Bytes bytes = writer.take();
  bytes[bytes.size() / 2] ^= std::byte{0x10};
  ASSERT_TRUE(writeFileAtomically(folder / "x.tfevents", bytes).ok());
  const ImportedRun run = mustImport(folder / "x.tfevents");
  EXPECT_GE(run.history.steps.size(), 7U);
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_THAT(run.problems[0].sentence(), HasSubstr("damaged record"));
}

TEST(ImportJsonLines, AnyObjectsWithNumbers) {
  const TempFolder folder;
  const ImportedRun run = mustImport(write(folder, "out.jsonl",
                                           "{\"step\":1,\"loss\":4.0,\"optim\":{\"lr\":0.1}}\n"
                                           "{\"step\":2,\"loss\":\"NaN\",\"optim\":{\"lr\":0.1}}\n"
                                           "{\"step\":2,\"split\":\"val\",\"loss\":3.5,\"acc\":0.5}\n"
                                           "no object\n"
                                           "{\"step\":3,\"loss\":2.0}\n{\"step\":4,\"lo"));
  EXPECT_THAT(run.history.steps.step, ElementsAre(1, 2, 3));
  EXPECT_TRUE(std::isnan(run.history.steps.loss[1]));
  EXPECT_THAT(run.history.steps.learningRate, ElementsAre(0.1, 0.1, 0.1));
  EXPECT_THAT(validationLosses(run), ElementsAre(3.5));
  EXPECT_EQ(run.history.evals[0].event.metrics.all.accuracy[0], 50);
  ASSERT_EQ(run.problems.size(), 1U) << "the half-written last line is no problem, the one in the middle is";
  EXPECT_THAT(run.problems[0].sentence(), HasSubstr("line 4"));
}

TEST(ImportJsonLines, OurEventsAreReadAsSuch) {
  const TempFolder folder;
  const FakeRun run(folder / "run", ofSize(2, 3));
  std::filesystem::copy_file(run.paths().events(), folder / "copy.txt");
  const ImportedRun again = mustImport(folder / "copy.txt");
  EXPECT_EQ(again.format, ImportFormat::JsonLines);
  EXPECT_EQ(again.history.steps.size(), 6U);
  EXPECT_EQ(again.history.evals.size(), 2U);
  EXPECT_TRUE(again.ended);
}

TEST(Import, WhatIsNoLogIsRefusedWithWhatWouldBe) {
  const TempFolder folder;
  EXPECT_THAT(refusalOf(folder / "absent"), HasSubstr("is not there"));
  EXPECT_THAT(refusalOf(write(folder, "a", "")), HasSubstr("is empty: copy or save the file again"));
  EXPECT_THAT(refusalOf(write(folder, "b", std::string("\0\1\2\3garbage\0\xff", 14))),
              HasSubstr("is not a readable training log"));
  EXPECT_THAT(refusalOf(write(folder, "c.csv", "location_id,name,count\n1,Home,3\n")),
              HasSubstr("is not a readable training log"));
  EXPECT_THAT(refusalOf(write(folder, "d.log", "hello\nworld\n")), HasSubstr("is not a readable training log"));
  EXPECT_THAT(refusalOf(write(folder, "e.json", "{\"a\":{\"b\":[1,2]}}")), HasSubstr("is not a readable training log"));
  EXPECT_THAT(refusalOf(folder.path()), HasSubstr("holds neither event files nor metrics nor an export"));
  EXPECT_THAT(refusalOf("/dev/zero"), HasSubstr("is not a regular file"));
  EXPECT_THAT(refusalOf(write(folder, "f.csv", "step,loss\nx,y\n")), HasSubstr("is not a readable training log"));
}

TEST(Import, HugeNumbersAndLinesLeaveTheRest) {
  const TempFolder folder;
  const ImportedRun run =
      mustImport(write(folder, "a.csv", "step,loss\n1,2\n-5,3\n1e300,3\n2.5,3\n2,1e999\n3,\n4,1\n"));
  EXPECT_THAT(run.history.steps.step, ElementsAre(1, 2, 4));
  EXPECT_EQ(run.history.steps.loss[1], std::numeric_limits<double>::infinity());
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_THAT(run.problems[0].sentence(), HasSubstr("3 rows"));
  const ImportedRun cut = mustImport(write(folder, "b.csv", "step,loss\n1,2\n2,\"3\n" + std::string(9'000, 'x')));
  EXPECT_EQ(cut.history.steps.size(), 1U);
  ASSERT_EQ(cut.problems.size(), 1U);
  EXPECT_THAT(cut.problems[0].sentence(), HasSubstr("line 3"));
}

TEST(Import, OnlyALogBesideItsConfigurationIsFoundInAFolder) {
  const TempFolder folder;
  write(folder, "data/table.csv", "step,loss\n1,2\n");
  write(folder, "data/other.log", fakeLog);
  EXPECT_THAT(findImports(folder / "data"), IsEmpty());
  write(folder, "run/training.log", fakeLog);
  write(folder, "run/server.log", "started\n");
  write(folder, "run/config.yaml", "seed: 42\n");
  EXPECT_THAT(findImports(folder / "run"), ElementsAre(folder / "run" / "training.log"));
}

}  // namespace
}  // namespace sojourn
