// SPDX-License-Identifier: GPL-3.0-or-later
// Several sources of runs at once, logs of other programs among them.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/export/run_export.h"
#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/temp_folder.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;
using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

FakeRunOptions oneShortRun() {
  FakeRunOptions options;
  options.epochs = 2;
  options.stepsPerEpoch = 5;
  return options;
}

constexpr const char* logOfTwoEpochs =
    "2026-02-03 10:00:01,000 - INFO - Training for 9 epochs\n"
    "2026-02-03 10:00:04,000 - INFO - Epoch 1/9 | LR: 1.00e-04 | Train: 4.5 | Val: 3.25 | Acc@1: 30.50%\n"
    "2026-02-03 10:00:07,000 - INFO - Epoch 2/9 | LR: 2.00e-04 | Train: 4.0 | Val: 3.50 | Acc@1: 40.00%\n";

fs::path write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

TEST(RunSources, AFolderListsTheLogsBesideAConfigurationAndNoTables) {
  const TempFolder folder;
  const FakeRun own(folder / "own", oneShortRun());
  const fs::path log = write(folder / "published" / "training.log", logOfTwoEpochs);
  write(folder / "published" / "config.yaml", "seed: 42\n");
  write(folder / "data" / "table.csv", "step,loss\n1,2\n");
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  ASSERT_EQ(studio.library.runs().size(), 2U);
  const FollowedRunPtr run = studio.run(log);
  ASSERT_TRUE(run && run->outline);
  EXPECT_EQ(standingOf(*run), RunStanding::Imported);
  EXPECT_FALSE(takesCommands(standingOf(*run)));
  EXPECT_THAT(standingReason(*run), HasSubstr("Read from a training log"));
  EXPECT_EQ(run->entry.title(), "published (training.log)");
  const RunDigest digest = digestOf(*run);
  ASSERT_TRUE(digest.bestFigures());
  EXPECT_EQ(digest.bestFigures()->epoch, 1);
  EXPECT_EQ(digest.bestFigures()->accuracyAll, 30.5);
  EXPECT_FALSE(digest.bestFigures()->mrr) << "the log says nothing of it";
  EXPECT_EQ(digest.epochs, 9);
  EXPECT_EQ(digest.epoch, 2);
  EXPECT_EQ(digest.seconds, 6);
  EXPECT_FALSE(digest.secondsLeft);
  EXPECT_TRUE(studio.library.referenceLine(log)) << "a training log is drawn as a reference";
  EXPECT_FALSE(studio.library.referenceLine(folder / "own"));
}

TEST(RunSources, AreOpenedBesideEachOtherAndClosedAlone) {
  const TempFolder folder;
  const FakeRun one(folder / "a" / "one", oneShortRun());
  const FakeRun two(folder / "b" / "two", oneShortRun());
  const fs::path table = write(folder / "c" / "table.csv", "epoch,val_loss,val_acc\n1,3,20\n2,2,30\n");
  Pumped studio;
  ASSERT_TRUE(studio.open(folder / "a"));
  studio.library.add(folder / "b");
  studio.library.add(table);
  studio.library.add(folder / "b");
  EXPECT_THAT(studio.library.sources(), ElementsAre(folder / "a", folder / "b", table));
  ASSERT_TRUE(studio.until([&] { return studio.library.settled() && studio.library.runs().size() == 3; }));
  EXPECT_TRUE(studio.library.chosen(table)) << "it was asked for by its name";
  EXPECT_TRUE(studio.library.chosen(folder / "b" / "two"));
  EXPECT_EQ(studio.library.sourceOf(folder / "b" / "two"), folder / "b");
  EXPECT_EQ(digestOf(*studio.run(table)).bestFigures()->epoch, 2);

  studio.library.remove(folder / "a");
  EXPECT_FALSE(studio.run(folder / "a" / "one"));
  EXPECT_FALSE(studio.library.chosen(folder / "a" / "one"));
  ASSERT_TRUE(studio.until([&] { return studio.library.settled(); }));
  EXPECT_EQ(studio.library.runs().size(), 2U) << "and it is not reported as vanished";
  EXPECT_TRUE(fs::exists(one.paths().record())) << "closing deletes nothing";
  studio.library.remove(folder / "b");
  studio.library.remove(table);
  EXPECT_TRUE(studio.library.runs().empty());
  EXPECT_TRUE(studio.library.settled());
}

TEST(RunSources, ALogThatGrowsIsReadAgainAndOneThatIsBrokenIsReported) {
  const TempFolder folder;
  const fs::path log = write(folder / "metrics.csv", "step,loss\n1,4\n2,3\n");
  const fs::path absent = folder / "absent.csv";
  Pumped studio;
  studio.library.add(log);
  studio.library.setWatched(true);
  ASSERT_TRUE(studio.until([&] { return studio.run(log) && studio.run(log)->history; }));
  EXPECT_EQ(studio.run(log)->history->steps.size(), 2U);
  std::ofstream(log, std::ios::app) << "3,2.5\n";
  ASSERT_TRUE(studio.until([&] { return studio.run(log)->history->steps.size() == 3; }));
  const FollowedRunPtr before = studio.run(log);
  write(log, "no table any more");
  ASSERT_TRUE(studio.until([&] { return !studio.run(log)->entry.problems.empty(); }));
  EXPECT_THAT(standingReason(*studio.run(log)), HasSubstr("is not a readable training log"));
  EXPECT_EQ(studio.run(log)->history->steps.size(), 3U) << "what was on screen stays";
  fs::remove(log);
  ASSERT_TRUE(studio.until([&] { return studio.run(log)->vanished; }));
}

TEST(RunSources, NotesOnAForeignLogAreKeptApart) {
  const TempFolder folder;
  const fs::path log = write(folder / "logs" / "training.log", logOfTwoEpochs);
  Pumped studio;
  studio.library.setImportNotes(folder / "notes");
  studio.library.add(log);
  studio.library.setWatched(true);
  ASSERT_TRUE(studio.until([&] { return studio.run(log) != nullptr; }));
  studio.library.editNotes(log, [](ViewerNotes& notes) { notes.name = "published"; });
  ASSERT_TRUE(studio.until([&] { return studio.run(log)->entry.title() == "published"; }));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "logs"), {}), 1) << "nothing is written beside it";
  EXPECT_TRUE(fs::exists(importNotesFile(folder / "notes", log)));

  Pumped without;
  without.library.add(log);
  without.library.setWatched(true);
  ASSERT_TRUE(without.until([&] { return without.run(log) != nullptr; }));
  without.library.editNotes(log, [](ViewerNotes& notes) { notes.name = "x"; });
  const auto errors = without.library.takeErrors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(errors[0].what, HasSubstr("cannot have notes"));
}

TEST(RunSources, ReferenceLinesAreWhatPeopleSay) {
  const TempFolder folder;
  const FakeRun own(folder / "own", oneShortRun());
  Pumped studio;
  studio.library.setReferenceLines({{(folder / "own").string(), true}});
  ASSERT_TRUE(studio.open(folder.path()));
  EXPECT_TRUE(studio.library.chosen(folder / "own"));
  EXPECT_TRUE(studio.library.referenceLine(folder / "own"));
  studio.library.setReferenceLine(folder / "own", false);
  EXPECT_FALSE(studio.library.referenceLine(folder / "own"));
  EXPECT_FALSE(studio.library.referenceLines().at((folder / "own").string()));
}

TEST(RunSources, ARunThatWasMovedAwayOnPurposeIsForgotten) {
  const TempFolder folder;
  const FakeRun one(folder / "one", oneShortRun());
  const FakeRun two(folder / "two", oneShortRun());
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  fs::rename(folder / "one", folder.path().parent_path() / (folder.path().filename().string() + "-away"));
  studio.library.forget(folder / "one");
  ASSERT_TRUE(studio.until([&] { return studio.library.settled(); }));
  ASSERT_EQ(studio.library.runs().size(), 1U);
  EXPECT_EQ(studio.library.runs()[0]->folder(), folder / "two");
  fs::remove_all(folder.path().parent_path() / (folder.path().filename().string() + "-away"));
}

TEST(RunSources, AnExportIsOneRunWhicheverTableIsNamed) {
  const TempFolder folder;
  const FakeRun own(folder / "own", oneShortRun());
  const auto history = readRunHistory(own.paths().events());
  ASSERT_TRUE(history.ok());
  ASSERT_TRUE(exportCsv(*history, folder / "out").ok());
  Pumped studio;
  studio.library.add(folder / "out" / "steps.csv");
  studio.library.setWatched(true);
  EXPECT_THAT(studio.library.sources(), ElementsAre(folder / "out"));
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "out") && studio.run(folder / "out")->history; }));
  EXPECT_EQ(studio.run(folder / "out")->history->steps.size(), 10U);
}

}  // namespace
}  // namespace sojourn::session
