// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/files/path_classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/runs/fake_run.h"
#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;

TEST(PathClassifier, KnowsWhatAPathMeans) {
  const test::TempFolder folder;
  std::filesystem::create_directories(folder / "data");
  std::filesystem::create_directories(folder / "empty");
  for (const char* name : {"data/town_test.pk", "labels.CSV", "best.pt", "study.sojourn.json"})
    ASSERT_TRUE(writeFileAtomically(folder / name, std::string_view("x")).ok());
  ASSERT_TRUE(writeFileAtomically(folder / "theirs.csv", std::string_view("index,rank1,rank2\n0,5,7\n")).ok());
  EXPECT_EQ(classifyPath(folder / "theirs.csv"), (FoundPath{PathKind::Predictions, folder / "theirs.csv"}));
  const test::FakeRun run(folder / "runs" / "one");
  EXPECT_EQ(classifyPath(folder / "data"), (FoundPath{PathKind::Dataset, folder / "data"}));
  EXPECT_EQ(classifyPath(folder / "data" / "town_test.pk"), (FoundPath{PathKind::Dataset, folder / "data" / "town"}));
  EXPECT_EQ(classifyPath(folder / "empty"), (FoundPath{PathKind::Dataset, folder / "empty"}));
  EXPECT_EQ(classifyPath(folder / "runs"), (FoundPath{PathKind::Runs, folder / "runs"}));
  EXPECT_EQ(classifyPath(folder / "runs" / "one" / "run.json"), (FoundPath{PathKind::Runs, folder / "runs" / "one"}));
  EXPECT_EQ(classifyPath(folder / "labels.CSV"), (FoundPath{PathKind::Labels, folder / "labels.CSV"}));
  EXPECT_EQ(classifyPath(folder / "best.pt"), (FoundPath{PathKind::Checkpoint, folder / "best.pt"}));
  EXPECT_EQ(classifyPath(folder / "study.sojourn.json"),
            (FoundPath{PathKind::Workspace, folder / "study.sojourn.json"}));
  EXPECT_EQ(classifyPath("/nowhere/at/all").kind, PathKind::Checkpoint);
}

TEST(PathClassifier, AnswersOnTheOwnersThreadAndCanBeCancelled) {
  test::Studio studio;
  std::vector<FoundPath> found;
  PathClassifier classifier(studio.workspace(), [&](const std::vector<FoundPath>& all) { found = all; });
  classifier.classify({"/nowhere/a.pt", "/nowhere/b_test.pk"});
  EXPECT_TRUE(found.empty()) << "nothing is read on this thread";
  ASSERT_EQ(studio->jobs().all().size(), 1U);
  ASSERT_TRUE(studio.until([&] { return !found.empty(); }));
  EXPECT_THAT(
      found, ElementsAre(FoundPath{PathKind::Checkpoint, "/nowhere/a.pt"}, FoundPath{PathKind::Dataset, "/nowhere/b"}));
  EXPECT_TRUE(studio->jobs().all().empty());

  found.clear();
  classifier.classify({"/nowhere/c.pt"});
  studio->jobs().cancel(studio->jobs().all()[0].id);
  classifier.classify({"/nowhere/d.pt"});
  ASSERT_TRUE(studio.until([&] { return !found.empty(); }));
  EXPECT_THAT(found, ElementsAre(FoundPath{PathKind::Checkpoint, "/nowhere/d.pt"}));
}

TEST(DataPath, SplitFilesMeanTheirDataset) {
  EXPECT_EQ(dataPathOf("/data/geolife_eps20_test.pk"), "/data/geolife_eps20");
  EXPECT_EQ(dataPathOf("/data/geolife"), "/data/geolife");
}

TEST(PathClassifier, MovementDataIsForTheImportPage) {
  const test::TempFolder folder;
  const auto write = [&](const char* name, std::string_view text) {
    std::filesystem::create_directories((folder / name).parent_path());
    ASSERT_TRUE(writeFileAtomically(folder / name, text));
  };
  write("points.csv", "user,lat,lon,time,value,loss\na,47,8,2021-03-04 10:05,1,2\n");
  write("mine.csv", "time,lat,lon\n2021-03-04 10:05,47,8\n");
  write("walk.gpx", "<gpx/>");
  write("tracks/anna/walk.gpx", "<gpx/>");
  write("log.csv", "step,loss\n1,2\n");
  write("names.csv", "location_id,name,lat,lon\n5,Bakery,47,8\n");
  for (const char* name : {"points.csv", "mine.csv", "walk.gpx", "tracks"})
    EXPECT_EQ(classifyPath(folder / name), (FoundPath{PathKind::Input, folder / name})) << name;
  EXPECT_EQ(classifyPath(folder / "log.csv").kind, PathKind::Runs);
  EXPECT_EQ(classifyPath(folder / "names.csv").kind, PathKind::Labels);
}

}  // namespace
}  // namespace sojourn::session
