// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn export`: what another program finds in its folders.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/log/event_json.h"
#include "model/runs/store/run_paths.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::HasSubstr;

/// A run of three steps and a validation.
void writeEvents(const RunPaths& run) {
  std::filesystem::create_directories(run.folder);
  std::ofstream log(run.events(), std::ios::binary);
  std::int64_t seq = 0;
  for (int step = 1; step <= 3; ++step) {
    StepEvent event;
    event.step = step;
    event.loss = 4.0 / step;
    log << eventLine({.seq = seq++, .wall = 100.0 + step, .body = event});
  }
  EvalEvent eval;
  eval.epoch = 1;
  eval.split = "validation";
  eval.batchMeanLoss = 2.5;
  eval.metrics.all.n = 10;
  log << eventLine({.seq = seq++, .wall = 104, .body = eval});
}

TEST(CliExport, WritesAnEventFileAndTables) {
  const test::TempFolder folder;
  writeEvents({folder / "run"});
  const auto run = runSojourn({"export", "run", "--tensorboard", "board", "--csv", "tables"}, folder.path());
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const auto events = readTfEvents(std::filesystem::directory_iterator(folder / "board")->path());
  ASSERT_TRUE(events);
  EXPECT_EQ(events->series.at(0).tag, "loss/train");
  EXPECT_EQ(events->series.at(0).value, (std::vector<double>{4.0, 2.0, static_cast<float>(4.0 / 3)}));
  for (const char* table : {"steps.csv", "epochs.csv", "eval.csv"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / "tables" / table)) << table;
  }
}

TEST(CliExport, WeightsGoFromAContainerToTheOther) {
  const test::TempFolder folder;
  ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
  const std::string checkpoint = (folder / "city" / "demo_city_pointer_v45.pt").string();
  const auto out = runSojourn({"export", checkpoint, "--safetensors", "w.safetensors"}, folder.path());
  ASSERT_EQ(out.exitCode, 0) << out.err;
  const auto back = runSojourn({"export", "w.safetensors", "--checkpoint", "w.pt"}, folder.path());
  ASSERT_EQ(back.exitCode, 0) << back.err;
  const auto figures = [&](const std::string& file) {
    return runSojourn({"evaluate", "--data", "city", "--checkpoint", file, "--json", "-"}, folder.path())
        .json()["metrics"];
  };
  const auto wanted = figures(checkpoint);
  EXPECT_EQ(wanted, figures("w.safetensors"));
  EXPECT_EQ(wanted, figures("w.pt"));
  const auto curves = runSojourn({"export", checkpoint, "--csv", "tables"}, folder.path());
  EXPECT_EQ(curves.exitCode, 3) << curves.err;
}

TEST(CliExport, SaysWhatIsWrong) {
  const test::TempFolder folder;
  writeEvents({folder / "run"});
  const auto nothing = runSojourn({"export", "run"}, folder.path());
  EXPECT_EQ(nothing.exitCode, 2) << nothing.err;
  const auto noRun = runSojourn({"export", "absent", "--csv", "tables"}, folder.path());
  EXPECT_EQ(noRun.exitCode, 3);
  EXPECT_THAT(noRun.err, HasSubstr("events.jsonl"));
  std::ofstream(folder / "file") << "x";
  const auto noFolder = runSojourn({"export", "run", "--csv", "file"}, folder.path());
  EXPECT_EQ(noFolder.exitCode, 4);
}

}  // namespace
}  // namespace sojourn
