// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_comparison.h"

#include <gtest/gtest.h>

#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/temp_folder.h"
#include "views/session/runs/run_lines.h"

namespace sojourn::session {
namespace {

using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;

FakeRunOptions options(std::int64_t seed, const char* created, double rate = 6.5e-4) {
  FakeRunOptions made;
  made.epochs = 2;
  made.stepsPerEpoch = 3;
  made.seed = seed;
  made.created = created;
  made.learningRate = rate;
  made.testAccuracy = 50.5;
  return made;
}

TEST(RunComparison, GoesByTheMarkedRunElseByTheFirstInTheCurves) {
  const TempFolder folder;
  const FakeRun newest(folder / "a", options(3, "2026-03-01T00:00:00Z"));
  const FakeRun first(folder / "b", options(1, "2026-01-01T00:00:00Z"));
  const FakeRun second(folder / "c", options(1, "2026-02-01T00:00:00Z", 0.02));
  Pumped studio;
  RunComparison comparison(studio.library);
  EXPECT_EQ(comparison.reference(), nullptr);
  ASSERT_TRUE(studio.open(folder.path()));
  ASSERT_TRUE(comparison.reference());
  EXPECT_EQ(comparison.reference()->folder(), folder / "b");
  const auto differs = [&](const char* run) {
    RunLine line = lineOf(studio.run(folder / run), 0);
    compareLine(line, comparison, comparison.reference());
    return line.differs;
  };
  EXPECT_EQ(differs("c"), "lr 0.02");
  EXPECT_EQ(differs("b"), "");
  studio.library.setChosen(folder / "b", false);
  EXPECT_EQ(comparison.reference()->folder(), folder / "c");
  comparison.setReference(folder / "a");
  EXPECT_EQ(comparison.reference()->folder(), folder / "a");
  EXPECT_TRUE(comparison.marked(*studio.run(folder / "a")));
  EXPECT_EQ(differs("c"), "lr 0.02, seed 1");
  comparison.setReference({});
  EXPECT_EQ(comparison.reference()->folder(), folder / "c");
}

TEST(RunComparison, TestFiguresAreHiddenAndEveryShowingIsCounted) {
  const TempFolder folder;
  const FakeRun one(folder / "one", options(1, "2026-01-01T00:00:00Z"));
  const FakeRun two(folder / "two", options(2, "2026-01-01T00:00:00Z"));
  Pumped studio;
  RunComparison comparison(studio.library);
  ASSERT_TRUE(studio.open(folder.path()));
  const auto run = [&](const char* name) { return studio.run(folder / name); };
  EXPECT_TRUE(RunComparison::hasTest(*run("one")));
  EXPECT_EQ(comparison.testOf(*run("one")), nullptr);
  comparison.reveal(*run("one"));
  ASSERT_TRUE(studio.until([&] { return comparison.revealed(*run("one")); }));
  ASSERT_TRUE(comparison.testOf(*run("one")));
  EXPECT_DOUBLE_EQ(comparison.testOf(*run("one"))->metrics.all.accuracy[0], 50.5);
  EXPECT_FALSE(comparison.revealed(*run("two"))) << "run by run";
  EXPECT_EQ(readViewerNotes(one.paths().viewer())->reveals, 1);
  comparison.reveal(*run("one"));
  comparison.hide(*run("one"));
  EXPECT_EQ(comparison.testOf(*run("one")), nullptr);
  // A file's time is counted in ticks of the kernel: people do not reveal twice within one.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  comparison.reveal(*run("one"));
  ASSERT_TRUE(studio.until([&] { return comparison.revealed(*run("one")); }));
  EXPECT_EQ(readViewerNotes(one.paths().viewer())->reveals, 2) << "shown again, not where it was shown already";

  RunComparison another(studio.library);
  EXPECT_FALSE(another.revealed(*run("one"))) << "the next session begins hidden";
}

TEST(RunComparison, WhatCannotBeCountedIsNotShown) {
  const TempFolder folder;
  const FakeRun one(folder / "one", options(1, "2026-01-01T00:00:00Z"));
  std::filesystem::create_directories(one.paths().viewer());  // nothing can be written there
  Pumped studio;
  RunComparison comparison(studio.library);
  ASSERT_TRUE(studio.open(folder.path()));
  comparison.reveal(*studio.run(folder / "one"));
  std::vector<Error> errors;
  ASSERT_TRUE(studio.until([&] {
    for (Error& error : studio.library.takeErrors()) errors.push_back(std::move(error));
    return !errors.empty();
  }));
  EXPECT_FALSE(comparison.revealed(*studio.run(folder / "one")));
  EXPECT_EQ(comparison.testOf(*studio.run(folder / "one")), nullptr);
}

}  // namespace
}  // namespace sojourn::session
