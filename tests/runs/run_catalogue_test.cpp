// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/catalogue/run_catalogue.h"

#include <chrono>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "model/core/files.h"
#include "model/formats/text/json_fields.h"
#include "model/runs/log/event_json.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/runs/sample_events.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

RunPaths makeRun(const fs::path& folder, const std::string& id) {
  fs::create_directories(folder);
  RunRecord record;
  record.id = id;
  EXPECT_TRUE(writeRunRecord(folder / "run.json", record));
  return {folder};
}

RunStatus runningStatus() {
  return {.state = RunState::Running, .process = thisProcess(), .heartbeat = wallNow()};
}

TEST(RunCatalogue, FindsRunsBelowAFolderAndTheFolderItself) {
  const test::TempFolder folder;
  makeRun(folder / "b", "1");
  makeRun(folder / "sweep" / "seed-1", "2");
  makeRun(folder / "a" / "b" / "c" / "too-deep", "3");
  makeRun(folder / "b" / "inner", "4");
  fs::create_directories(folder / "empty");
  fs::create_directory_symlink(folder / "b", folder / "link");
  EXPECT_EQ(findRuns(folder.path()), (std::vector<fs::path>{folder / "b", folder / "sweep" / "seed-1"}));
  EXPECT_EQ(findRuns(folder / "b"), (std::vector<fs::path>{folder / "b"}));
  EXPECT_TRUE(findRuns(folder / "absent").empty());
}

TEST(RunCatalogue, ShowsWhatIsThereAndFollowsIt) {
  const test::TempFolder folder;
  const RunPaths run = makeRun(folder / "first", "1");
  RunCatalogue catalogue(folder.path());
  auto entries = catalogue.refresh();
  ASSERT_EQ(entries.size(), 1U);
  ASSERT_TRUE(entries[0].record);
  EXPECT_EQ(entries[0].record->id, "1");
  EXPECT_EQ(entries[0].title(), "first");
  EXPECT_EQ(entries[0].liveness, Liveness::Unknown);
  EXPECT_FALSE(entries[0].results);
  EXPECT_TRUE(entries[0].problems.empty());

  ViewerNotes notes{.name = "The first", .tags = {"seed"}, .note = "n", .archived = true, .reveals = 2};
  notes.further["colour"] = 3;
  ASSERT_TRUE(writeViewerNotes(run.viewer(), notes));
  ASSERT_TRUE(writeRunStatus(run.status(), runningStatus()));
  nlohmann::ordered_json results;
  results["schema"] = resultsSchema;
  results["validation"] = jsonOf(MetricsByTarget{.all = test::sampleFigures(10), .known = {}, .unseen = {}});
  results["validation"]["batch_mean_loss"] = 2.5;
  results["test"] = nullptr;
  ASSERT_TRUE(writeFileAtomically(run.results(), results.dump()));
  entries = catalogue.refresh();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].title(), "The first");
  EXPECT_EQ(entries[0].notes, notes);
  EXPECT_EQ(entries[0].liveness, Liveness::Alive);
  ASSERT_TRUE(entries[0].results);
  EXPECT_EQ(entries[0].results->validation.batchMeanLoss, 2.5);
  EXPECT_EQ(entries[0].results->validation.metrics.all, test::sampleFigures(10));
  EXPECT_FALSE(entries[0].results->test);

  makeRun(folder / "second", "2");
  fs::remove_all(run.folder);
  entries = catalogue.refresh();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].title(), "second");
}

TEST(RunCatalogue, ReadsALogAgainWhoseTimeAloneChanged) {
  const test::TempFolder folder;
  const fs::path log = folder / "metrics.csv";
  ASSERT_TRUE(writeOutput(log, "step,loss\n1,4\n"));
  RunCatalogue catalogue(log);
  const auto before = catalogue.refresh().at(0).imported;
  ASSERT_TRUE(before);
  EXPECT_EQ(catalogue.refresh().at(0).imported, before) << "nothing changed";
  ASSERT_TRUE(writeOutput(log, "step,loss\n1,3\n"));
  fs::last_write_time(log, fs::last_write_time(log) + std::chrono::minutes(1));
  EXPECT_TRUE(test::eventually([&] { return catalogue.refresh().at(0).imported != before; }));
}

TEST(RunCatalogue, AHalfWrittenRunIsShownAsFarAsItGoes) {
  const test::TempFolder folder;
  const RunPaths run{folder / "run"};
  fs::create_directories(run.folder);
  ASSERT_TRUE(writeFileAtomically(run.lock(), "{}"));
  ASSERT_TRUE(writeFileAtomically(run.events(), ""));
  ASSERT_TRUE(writeFileAtomically(run.status(), "{\"state\":\"run"));
  RunCatalogue catalogue(folder.path());
  auto entries = catalogue.refresh();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_FALSE(entries[0].record);
  EXPECT_FALSE(entries[0].status);
  ASSERT_EQ(entries[0].problems.size(), 1U);
  EXPECT_EQ(entries[0].problems[0].where, run.status().string());

  ASSERT_TRUE(writeFileAtomically(run.record(), "[]"));
  ASSERT_TRUE(writeFileAtomically(run.viewer(), R"({"tags":5})"));
  entries = catalogue.refresh();
  ASSERT_EQ(entries.size(), 1U);
  ASSERT_EQ(entries[0].problems.size(), 3U);
  EXPECT_EQ(entries[0].problems[0].where, run.record().string());
  EXPECT_EQ(entries[0].problems[1].where, run.viewer().string() + ", key tags");
}

TEST(Liveness, TellsDeadFromStalledFromOver) {
  LivenessWatch watch;
  RunStatus status = runningStatus();
  const double now = status.heartbeat;
  EXPECT_EQ(watch.judge(status, now + 9.9, 100), Liveness::Alive);
  EXPECT_EQ(watch.judge(status, now + 10.1, 100), Liveness::Stalled);
  status.process.startTicks -= 1;
  EXPECT_EQ(watch.judge(status, now, 100), Liveness::Dead) << "another process has its number";
  status.state = RunState::Failed;
  EXPECT_EQ(watch.judge(status, now, 100), Liveness::Ended);
}

TEST(Liveness, AnotherHostsClockMayBeOff) {
  LivenessWatch watch;
  RunStatus status = runningStatus();
  status.process.host += "-elsewhere";
  const double now = status.heartbeat + 3600;
  EXPECT_EQ(watch.judge(status, now, 100), Liveness::Stalled) << "nothing better is known at the first look";
  status.heartbeat += 1;
  EXPECT_EQ(watch.judge(status, now + 1, 101), Liveness::Alive) << "it beats";
  EXPECT_EQ(watch.judge(status, now + 10, 110), Liveness::Alive);
  EXPECT_EQ(watch.judge(status, now + 12, 112), Liveness::Stalled);
}

TEST(Liveness, AClockThatIsSetChangesNothing) {
  LivenessWatch ahead;
  RunStatus status = runningStatus();
  const double now = status.heartbeat;
  status.heartbeat += 86'400;
  EXPECT_EQ(ahead.judge(status, now, 100), Liveness::Alive) << "nothing better is known at the first look";
  EXPECT_EQ(ahead.judge(status, now + 9, 109), Liveness::Alive);
  EXPECT_EQ(ahead.judge(status, now + 11, 111), Liveness::Stalled) << "it stands still, whatever it says";
  status.heartbeat = now + 12;
  EXPECT_EQ(ahead.judge(status, now + 12, 112), Liveness::Alive) << "set back, and beating";
  EXPECT_EQ(ahead.judge(status, now + 3600, 113), Liveness::Alive) << "set forward before the next beat";
  status.heartbeat = std::nan("");
  EXPECT_EQ(ahead.judge(status, now + 3601, 114), Liveness::Alive);
  EXPECT_EQ(ahead.judge(status, now + 3613, 126), Liveness::Stalled) << "a heartbeat that is no time";
}

}  // namespace
}  // namespace sojourn
