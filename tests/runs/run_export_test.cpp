// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/export/run_export.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/import/import_run.h"
#include "model/runs/log/event_json.h"
#include "tests/runs/sample_events.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// Two epochs of three steps; the second epoch is rewound and done again as step 4 alone.
RunHistory sampleHistory() {
  RunHistory history;
  std::int64_t seq = 0;
  const auto add = [&](const EventBody& body) {
    history.add({.seq = seq++, .wall = 1000.5 + static_cast<double>(seq), .body = body});
  };
  for (int step = 1; step <= 3; ++step) add(test::sampleStep(step, 1));
  add(EpochEvent{1, 3.5, 0.25});
  add(test::sampleEval(1));
  EvalEvent requested = test::sampleEval(1);
  requested.requested = true;
  requested.batchMeanLoss = 2.5;
  add(requested);
  EvalEvent hidden = test::sampleEval(1);
  hidden.split = "te,st\"";
  add(hidden);
  for (int step = 4; step <= 6; ++step) add(test::sampleStep(step, 2));
  add(EpochEvent{2, 3.0, 0.25});
  add(RewindEvent{3});
  StepEvent last = test::sampleStep(4, 2);
  last.loss = std::numeric_limits<double>::quiet_NaN();
  last.gradientNorm = -std::numeric_limits<double>::infinity();
  add(last);
  return history;
}

TEST(RunExport, TablesHoldWhatTheEventsSay) {
  const test::TempFolder folder;
  ASSERT_TRUE(exportCsv(sampleHistory(), folder / "new" / "out"));
  EXPECT_EQ(test::textOfFile(folder / "new/out/steps.csv"),
            "step,epoch,wall,loss,learning_rate,gradient_norm,clipped_gradient_norm,sequences_per_s,tokens_per_s\n"
            "1,1,1001.5,4,0.00065,1.7320508,0.8,3102.25,56789.5\n"
            "2,1,1002.5,2,0.00065,1.7320508,0.8,3102.25,56789.5\n"
            "3,1,1003.5,1.3333333333333333,0.00065,1.7320508,0.8,3102.25,56789.5\n"
            "4,2,1013.5,NaN,0.00065,-Infinity,0.8,3102.25,56789.5\n");
  EXPECT_EQ(test::textOfFile(folder / "new/out/epochs.csv"),
            "epoch,step,wall,train_loss,seconds\n"
            "1,3,1004.5,3.5,0.25\n");
  const std::string evals = test::textOfFile(folder / "new/out/eval.csv");
  EXPECT_TRUE(evals.starts_with(
      "epoch,step,wall,split,targets,batch_mean_loss,n,correct@1,correct@3,correct@5,correct@10,acc@1,acc@3,acc@5,"
      "acc@10,mrr,ndcg@10,f1,loss,cross_entropy,requested\n"
      "1,3,1005.5,validation,all,2.9674,3334,833,1111,1667,3334,25.125,33.5,50,100,41.0625,52.75,0.21,2.9674,2.5,0\n"))
      << evals;
  EXPECT_NE(evals.find("\n1,3,1005.5,validation,unseen,2.9674,0,,,,,,,,,,,,,,0\n"), std::string::npos) << evals;
  EXPECT_NE(evals.find("\n1,3,1007.5,\"te,st\"\"\",known,"), std::string::npos) << evals;
  EXPECT_NE(evals.find("\n1,3,1006.5,validation,all,2.5,3334,"), std::string::npos) << "as it was requested";
  EXPECT_NE(evals.find(",1\n1,3,1006.5,validation,known,"), std::string::npos) << "and said to be so: " << evals;
}

TEST(RunExport, OwnMetricsComeBackFromTheirTable) {
  const test::TempFolder folder;
  RunHistory history = sampleHistory();
  history.add({.seq = 90, .wall = 1014, .body = OwnMetricsEvent{.epoch = 2, .values = {{"auc", 0.5}, {"a,b", -1}}}});
  history.add({.seq = 91, .wall = 1015, .body = OwnMetricsEvent{.epoch = 2, .values = {{"auc", 0.75}}}});
  ASSERT_TRUE(exportCsv(history, folder / "out"));
  EXPECT_EQ(test::textOfFile(folder / "out/metrics.csv"),
            "epoch,step,wall,name,value\n2,4,1014,auc,0.5\n2,4,1014,\"a,b\",-1\n2,4,1015,auc,0.75\n");
  const auto read = importRun(folder / "out");
  ASSERT_TRUE(read) << read.error().sentence();
  ASSERT_EQ(read->history.ownMetrics.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(read->history.ownMetrics[i].event, history.ownMetrics[i].event);
  ASSERT_TRUE(exportCsv(sampleHistory(), folder / "out"));
  EXPECT_EQ(test::textOfFile(folder / "out/metrics.csv"), "epoch,step,wall,name,value\n")
      << "nothing of the run before";
}

TEST(RunExport, ATextOfTheLogIsNoFormulaInATable) {
  const test::TempFolder folder;
  EvalEvent eval = test::sampleEval(1);
  eval.split = "=HYPERLINK(\"http://example.org\")\x1b[2J";
  RunHistory history;
  history.add({.seq = 0, .wall = 1, .body = eval});
  ASSERT_TRUE(exportCsv(history, folder.path()));
  const std::string evals = test::textOfFile(folder / "eval.csv");
  EXPECT_NE(evals.find(",\"'=HYPERLINK(\"\"http://example.org\"\")\\x1b[2J\","), std::string::npos) << evals;
}

TEST(RunExport, TensorBoardGetsTheConfigurationAndLossesInOneChart) {
  const test::TempFolder folder;
  RunRecord record;
  record.id = "run-7";
  record.config = {{"seed", 7}, {"training", {{"use_amp", true}, {"probes", {1, 2}}}}, {"model", {{"name", "mhsa"}}}};
  ASSERT_TRUE(exportTensorBoard(sampleHistory(), folder / "board", {}, &record));
  const auto bytes = readFile(fs::directory_iterator(folder / "board")->path(), 1'000'000);
  ASSERT_TRUE(bytes);
  const std::string_view text = asText(*bytes);
  for (const char* part : {"custom_scalars__config__", "loss/train", "_hparams_/session_start_info", "run-7", "seed",
                           "training.use_amp", "training.probes", "[1,2]", "model.name", "mhsa"})
    EXPECT_NE(text.find(part), std::string_view::npos) << part;
  const auto events = readTfEvents(fs::directory_iterator(folder / "board")->path());
  ASSERT_TRUE(events);
  EXPECT_EQ(events->otherValues, 2) << "neither is a curve";
  EXPECT_EQ(events->series.size(), 9U);
}

TEST(RunExport, TensorBoardGetsTheTagsOfTheSpecification) {
  const test::TempFolder folder;
  ASSERT_TRUE(exportTensorBoard(sampleHistory(), folder / "board"));
  ASSERT_TRUE(exportTensorBoard(sampleHistory(), folder / "board")) << "again, in place of the first";
  ASSERT_EQ(std::distance(fs::directory_iterator(folder / "board"), {}), 1);
  const fs::path file = fs::directory_iterator(folder / "board")->path();
  EXPECT_NE(file.filename().string().find("tfevents"), std::string::npos);
  const auto events = readTfEvents(file);
  ASSERT_TRUE(events);
  EXPECT_EQ(events->badRecords, 0);
  EXPECT_EQ(events->otherValues, 1) << "which curves stand in one chart";
  std::map<std::string, ScalarSeries> byTag;
  for (const ScalarSeries& series : events->series) byTag[series.tag] = series;
  std::vector<std::string> tags;
  for (const auto& [tag, series] : byTag) tags.push_back(tag);
  EXPECT_EQ(tags, (std::vector<std::string>{"accuracy/all@1", "accuracy/known@1", "gradient_norm", "learning_rate",
                                            "loss/train", "loss/validation", "mrr/all", "mrr/known", "throughput"}));
  EXPECT_EQ(byTag["loss/train"].step, (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(byTag["loss/train"].value[1], 2.0);
  EXPECT_EQ(byTag["loss/train"].wall[1], 1002.5);
  EXPECT_TRUE(std::isnan(byTag["loss/train"].value[3]));
  EXPECT_EQ(byTag["throughput"].value[0], 3102.25);
  EXPECT_EQ(byTag["loss/validation"].step, (std::vector<std::int64_t>{3}))
      << "test figures are not exported, and a step has one point, although another was requested there";
  EXPECT_EQ(byTag["loss/validation"].value[0], static_cast<double>(2.9674F));
  EXPECT_EQ(byTag["accuracy/all@1"].value[0], 25.125);
  EXPECT_EQ(byTag["mrr/known"].value[0], 41.0625);
}

/// The validation losses of the TensorBoard export, by their steps.
std::vector<std::pair<std::int64_t, double>> validationPoints(const RunHistory& history) {
  const test::TempFolder folder;
  EXPECT_TRUE(exportTensorBoard(history, folder / "board"));
  const auto events = readTfEvents(fs::directory_iterator(folder / "board")->path());
  std::vector<std::pair<std::int64_t, double>> points;
  for (const ScalarSeries& series : events->series)
    for (std::size_t i = 0; series.tag == "loss/validation" && i < series.step.size(); ++i)
      points.emplace_back(series.step[i], series.value[i]);
  return points;
}

TEST(RunExport, TensorBoardShowsNoZigzagWhereEvaluationsWereRequested) {
  using Points = std::vector<std::pair<std::int64_t, double>>;
  const auto evaluated = [](std::int64_t epoch, double loss, bool requested) {
    EvalEvent eval = test::sampleEval(epoch);
    eval.batchMeanLoss = loss;
    eval.requested = requested;
    return eval;
  };
  std::int64_t seq = 0;
  const auto add = [&](RunHistory& history, const EventBody& body) {
    history.add({.seq = seq++, .wall = 1, .body = body});
  };
  // Before the first step, within the epoch twice, and after its end.
  RunHistory run;
  add(run, evaluated(0, 8, true));
  add(run, test::sampleStep(1, 1));
  add(run, test::sampleStep(2, 1));
  add(run, evaluated(1, 6, true));
  add(run, evaluated(1, 6.5, true));
  add(run, test::sampleStep(3, 1));
  add(run, EpochEvent{1, 3.5, 0.25});
  add(run, evaluated(1, 4, false));
  add(run, evaluated(1, 4.5, true));
  EXPECT_EQ(validationPoints(run), (Points{{0, 8}, {2, 6.5}, {3, 4}}));

  // A log without steps has one point an epoch, whichever evaluation came first.
  RunHistory epochs;
  add(epochs, evaluated(1, 4, false));
  add(epochs, evaluated(1, 4.5, true));
  add(epochs, evaluated(2, 3.5, true));
  add(epochs, evaluated(2, 3, false));
  EXPECT_EQ(validationPoints(epochs), (Points{{1, 4}, {2, 3}}));
}

TEST(RunExport, ReadsTheLogOfARunAndSaysWhenThereIsNone) {
  const test::TempFolder folder;
  EXPECT_FALSE(readRunHistory(folder / "events.jsonl"));
  std::ofstream(folder / "events.jsonl") << eventLine({.seq = 0, .wall = 1, .body = test::sampleStep(1, 1)})
                                         << "{\"v\":";
  const auto history = readRunHistory(folder / "events.jsonl");
  ASSERT_TRUE(history);
  EXPECT_EQ(history->steps.size(), 1U);
  const CancelToken cancel;
  cancel.cancel();
  const Status cancelled = exportCsv(*history, folder / "out", cancel);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
  EXPECT_TRUE(fs::is_empty(folder / "out")) << "nothing half written is left";
}

TEST(RunExport, SaysWhereItCannotWrite) {
  const test::TempFolder folder;
  std::ofstream(folder / "file") << "x";
  const RunHistory empty;
  for (const Status& status :
       {exportCsv(empty, folder / "file"), exportTensorBoard(empty, folder / "file" / "below")}) {
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::Failed);
  }
}

}  // namespace
}  // namespace sojourn
