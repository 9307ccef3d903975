// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of runs: words anywhere, in one thing, and left out.
#include "views/session/runs/run_filter.h"

#include <gtest/gtest.h>

#include "views/session/runs/run_health.h"

namespace sojourn::session {
namespace {

FollowedRun madeRun() {
  auto record = std::make_shared<RunRecord>();
  record->model = "pointer_v45";
  record->dataset = {"/data", "geolife", "aeae", {}};
  FollowedRun run;
  run.entry.paths.folder = "/runs/V45-hot-s7";
  run.entry.record = record;
  run.entry.status = RunStatus{};
  run.entry.status->process.host = "cluster-3";
  run.entry.notes.name = "ratio 1:2";
  run.entry.notes.note = "gate stays closed";
  run.entry.notes.tags = {"baseline", "old"};
  return run;
}

bool finds(std::string_view filter) {
  return RunFilter(filter).passes(madeRun(), "finished: diverged", "learning rate 0.02");
}

TEST(RunFilter, EveryWordMustBeThereAnywhere) {
  EXPECT_TRUE(finds(""));
  EXPECT_TRUE(RunFilter("  ").empty());
  EXPECT_TRUE(finds("POINTER hot  closed diverged"));
  EXPECT_TRUE(finds("0.02")) << "what else the program says of it";
  EXPECT_FALSE(finds("pointer mhsa"));
}

TEST(RunFilter, AWordWithAColonIsLookedForInOneThing) {
  for (const char* found : {"model:v45", "state:diverged", "State:Finished", "data:geo", "dataset:geolife", "tag:old",
                            "tag:base", "host:cluster", "note:gate", "name:ratio", "folder:s7", "tag:"})
    EXPECT_TRUE(finds(found)) << found;
  for (const char* absent :
       {"model:geolife", "state:running", "tag:gate", "name:v45", "folder:ratio", "host:pointer", "state:0.02"})
    EXPECT_FALSE(finds(absent)) << absent;
  EXPECT_TRUE(finds("1:2")) << "a colon of a name";
}

TEST(RunFilter, WhatARunLacksIsNotFoundInIt) {
  const RunFilter tagged("tag:"), onHost("host:c");
  EXPECT_FALSE(tagged.passes(FollowedRun{}, "unreadable"));
  EXPECT_FALSE(onHost.passes(FollowedRun{}, "unreadable"));
}

TEST(RunFilter, AMinusLeavesOut) {
  EXPECT_FALSE(finds("-tag:old"));
  EXPECT_TRUE(finds("-tag:new -mhsa v45"));
  EXPECT_FALSE(finds("v45 -0.02"));
  EXPECT_TRUE(finds("-")) << "alone it is a sign of a name: V45-hot-s7";
}

TEST(RunHealth, OfAStandingIsThatOfTheReportWithoutTheClock) {
  EXPECT_EQ(healthOf(RunStanding::Running, RunTrend::Overfitting), RunHealth::Overfitting);
  EXPECT_EQ(healthOf(RunStanding::Stopping, RunTrend::None), RunHealth::Running);
  EXPECT_EQ(healthOf(RunStanding::Stalled, RunTrend::Diverging), RunHealth::Stalled);
  EXPECT_STREQ(iconOf(RunHealth::Finished, RunVerdict::NeverImproved), "warn");
  EXPECT_STREQ(iconOf(RunHealth::Finished, RunVerdict::None), "check");
}

}  // namespace
}  // namespace sojourn::session
