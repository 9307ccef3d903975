// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <thread>

#include "tests/session/runs/looked_at.h"

namespace sojourn::session {
namespace {

TEST(RunLibrary, ShowsEveryRunOfAFolderWithItsBestFigures) {
  const TempFolder folder;
  const FakeRun finished(folder / "a" / "s42", shortRun(12));
  const FakeRun paused(folder / "b", shortRun(3, RunState::Paused));
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  ASSERT_EQ(studio.library.runs().size(), 2U);
  const FollowedRunPtr run = studio.run(folder / "a" / "s42");
  ASSERT_TRUE(run && run->outline);
  EXPECT_EQ(run->outline->steps.size(), run->history ? run->outline->steps.size() : 0U);
  const RunDigest digest = digestOf(*run);
  ASSERT_TRUE(digest.bestFigures());
  EXPECT_EQ(digest.bestFigures()->epoch, 8);
  EXPECT_DOUBLE_EQ(digest.bestFigures()->loss, 2.95);
  EXPECT_EQ(digest.validation.size(), 12U);
  EXPECT_EQ(digest.epochs, 50);
  EXPECT_NEAR(digest.seconds, 12 * 4.75, 1);
  EXPECT_FALSE(digest.secondsLeft) << "a finished run has nothing left";
  EXPECT_EQ(standingOf(*run), RunStanding::Finished);
  const FollowedRunPtr other = studio.run(folder / "b");
  EXPECT_EQ(standingOf(*other), RunStanding::Paused);
  EXPECT_NEAR(digestOf(*other).secondsLeft.value_or(0), 47 * 4.75, 5);
}

TEST(RunLibrary, TheColourOfARunFollowsFromItsIdAlone) {
  const TempFolder folder;
  const auto with = [](const char* id, int day) {
    FakeRunOptions options = shortRun(1);
    options.id = id;
    options.created = "2026-02-0" + std::to_string(day) + "T00:00:00Z";
    return options;
  };
  const FakeRun one(folder / "here" / "one", with("11111111-1111-4111-8111-111111111111", 1));
  const FakeRun two(folder / "here" / "two", with("22222222-2222-4222-8222-222222222222", 2));
  // The same run again, as a copied folder is.
  const FakeRun copy(folder / "elsewhere" / "copy", with("11111111-1111-4111-8111-111111111111", 3));
  Pumped studio, monitor;
  ASSERT_TRUE(studio.open(folder.path()));
  ASSERT_TRUE(monitor.open(folder / "elsewhere"));
  const std::size_t color = runColorIndex(*studio.run(folder / "here" / "one"));
  EXPECT_EQ(runColorIndex(*monitor.run(folder / "elsewhere" / "copy")), color) << "whatever else is open";
  EXPECT_LT(color, runColors);
  // Those of a hundred ids are spread over all colours.
  FollowedRun made;
  std::set<std::size_t> seen;
  for (int i = 0; i < 100; ++i) {
    auto record = std::make_shared<RunRecord>();
    record->id = "0c0ffee0-0000-4000-8000-0000000000" + std::to_string(10 + i);
    made.entry.record = record;
    seen.insert(runColorIndex(made));
  }
  EXPECT_EQ(seen.size(), runColors);
  // Beside an older one of the same colour a run has another one that is free; alone its own.
  const auto colorIn = [](Pumped& pumped, const std::filesystem::path& run) {
    return pumped.library.colorIndex(*pumped.run(run));
  };
  EXPECT_EQ(colorIn(studio, folder / "here" / "one"), color);
  EXPECT_NE(colorIn(studio, folder / "elsewhere" / "copy"), color);
  EXPECT_NE(colorIn(studio, folder / "elsewhere" / "copy"), colorIn(studio, folder / "here" / "two"));
  EXPECT_EQ(colorIn(monitor, folder / "elsewhere" / "copy"), color);
  EXPECT_FALSE(studio.library.colorRepeats(folder / "elsewhere" / "copy"));
  studio.library.setChosen(folder / "here" / "one", false);
  EXPECT_EQ(colorIn(studio, folder / "elsewhere" / "copy"), color);
}

TEST(RunLibrary, OnlyWhereNoColourIsLeftARunIsDashed) {
  const TempFolder folder;
  std::vector<std::unique_ptr<FakeRun>> runs;
  for (std::size_t i = 0; i <= runColors; ++i) {
    FakeRunOptions options = shortRun(1);
    options.id = "0c0ffee0-0000-4000-8000-0000000000" + std::to_string(10 + i);
    options.created = "2026-02-" + std::to_string(10 + i) + "T00:00:00Z";
    runs.push_back(std::make_unique<FakeRun>(folder / ("run-" + std::to_string(10 + i)), options));
  }
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  std::set<std::size_t> seen;
  int dashed = 0;
  for (std::size_t i = 0; i <= runColors; ++i) {
    const std::filesystem::path run = folder / ("run-" + std::to_string(10 + i));
    studio.library.setChosen(run, true);
    EXPECT_FALSE(i < runColors && studio.library.colorRepeats(run)) << i;
  }
  for (std::size_t i = 0; i <= runColors; ++i) {
    const std::filesystem::path run = folder / ("run-" + std::to_string(10 + i));
    seen.insert(studio.library.colorIndex(*studio.run(run)));
    dashed += studio.library.colorRepeats(run) ? 1 : 0;
  }
  EXPECT_EQ(seen.size(), runColors);
  EXPECT_EQ(dashed, 1);
}

TEST(RunLibrary, OfSeedsAllOrNoneAreChosenAtFirst) {
  const TempFolder folder;
  std::vector<std::unique_ptr<FakeRun>> runs;
  const auto add = [&](const std::string& name, int day, std::optional<std::int64_t> seed) {
    FakeRunOptions options = shortRun(1);
    options.created = "2026-02-" + std::to_string(10 + day) + "T00:00:00Z";
    options.seed = seed;
    options.learningRate = seed ? 1e-3 : 1e-3 * day;
    runs.push_back(std::make_unique<FakeRun>(folder / name, options));
  };
  for (int i = 0; i < 3; ++i) add("seed" + std::to_string(i), i, i);
  for (int i = 0; i < 4; ++i) add("single" + std::to_string(i), 5 + i, std::nullopt);
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  // Four singles are newer: there would be room for two of the three seeds.
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(studio.library.chosen(folder / ("single" + std::to_string(i))));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(studio.library.chosen(folder / ("seed" + std::to_string(i))));
}

TEST(RunLibrary, TheSeedsOfTheNewestConfigurationAreChosenTogether) {
  const TempFolder folder;
  std::vector<std::unique_ptr<FakeRun>> runs;
  for (int i = 0; i < 9; ++i) {
    FakeRunOptions options = shortRun(1);
    options.created = "2026-02-" + std::to_string(10 + i) + "T00:00:00Z";
    options.seed = i;
    runs.push_back(std::make_unique<FakeRun>(folder / std::to_string(i), options));
  }
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(studio.library.chosen(folder / std::to_string(i))) << i;
}

TEST(RunLibrary, ChoosesTheNewestSix) {
  const TempFolder folder;
  std::vector<std::unique_ptr<FakeRun>> runs;
  for (int i = 0; i < 8; ++i) {
    FakeRunOptions options = shortRun(1);
    options.created = "2026-02-0" + std::to_string(i + 1) + "T00:00:00Z";
    runs.push_back(std::make_unique<FakeRun>(folder / std::to_string(i), options));
  }
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  EXPECT_FALSE(studio.library.chosen(folder / "0"));
  EXPECT_FALSE(studio.library.chosen(folder / "1"));
  for (int i = 2; i < 8; ++i) EXPECT_TRUE(studio.library.chosen(folder / std::to_string(i))) << i;
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "7")->history != nullptr; }));
  EXPECT_EQ(studio.run(folder / "7")->history->steps.size(), 5U);

  studio.library.setChosen(folder / "7", false);
  studio.library.setChosen(folder / "0", true);
  studio.library.setChosen(folder / "7", true);
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "0")->history != nullptr; }));
  studio.library.setChosen(folder / "0", false);
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "0")->history == nullptr; }));
  EXPECT_TRUE(studio.run(folder / "0")->outline) << "the table still has its figures";
}

TEST(RunLibrary, FollowsARunThatIsBeingWritten) {
  const TempFolder folder;
  FakeRun run(folder / "live", shortRun(1, RunState::Running));
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  std::thread trainer([&run] {
    for (int i = 0; i < 20; ++i) {
      run.writeEpoch();
      run.writeStatus(RunState::Running);
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    run.append(StateEvent{.state = RunState::Finished, .why = "the last epoch"});
    run.writeStatus(RunState::Finished);
  });
  std::size_t longest = 0;
  bool shrank = false;
  const bool ended = studio.until([&] {
    const FollowedRunPtr now = studio.run(folder / "live");
    if (now->history) {
      shrank |= now->history->steps.size() < longest;
      longest = now->history->steps.size();
    }
    return standingOf(*now) == RunStanding::Finished && longest == 21 * 5;
  });
  trainer.join();
  EXPECT_TRUE(ended) << longest;
  EXPECT_FALSE(shrank);
  EXPECT_EQ(digestOf(*studio.run(folder / "live")).epoch, 21);
}

TEST(RunLibrary, OfALongLogTheLatestPartComesFirst) {
  const TempFolder folder;
  FakeRunOptions options = shortRun(40, RunState::Running);
  options.stepsPerEpoch = 200;
  const FakeRun run(folder / "long", options);
  RunFollower follower(folder / "long", {.recentBytes = 60'000, .chunkBytes = 60'000});
  follower.choose({folder / "long"});
  RunFollower::Poll poll = follower.poll();
  ASSERT_TRUE(poll.changed);
  ASSERT_TRUE(poll.more);
  const FollowedRunPtr first = follower.runs().front();
  ASSERT_TRUE(first->history);
  EXPECT_FALSE(first->complete);
  EXPECT_EQ(first->history->steps.step.back(), 40 * 200) << "the newest step is there at once";
  EXPECT_GT(first->history->steps.step.front(), 1);
  while (poll.more) poll = follower.poll();
  const FollowedRunPtr whole = follower.runs().front();
  EXPECT_TRUE(whole->complete);
  EXPECT_EQ(whole->history->steps.size(), 40U * 200U);
  EXPECT_FALSE(first->complete) << "a snapshot never changes";
}

TEST(RunLibrary, TellsVanishedTruncatedAndBrokenRuns) {
  const TempFolder folder;
  const FakeRun gone(folder / "gone", shortRun(2));
  const FakeRun cut(folder / "cut", shortRun(6));
  const FakeRun broken(folder / "broken", shortRun(2));
  FakeRun dead(folder / "dead", shortRun(2, RunState::Running));
  dead.writeStatus(RunState::Running, false);
  std::ofstream(folder / "broken" / "run.json") << "{\"schema\": 7";
  std::ofstream(folder / "cut" / "events.jsonl", std::ios::app) << "{\"v\":1,\"seq\":nonsense}\n";
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  EXPECT_EQ(standingOf(*studio.run(folder / "broken")), RunStanding::Unreadable);
  EXPECT_THAT(standingReason(*studio.run(folder / "broken")), HasSubstr("run.json"));
  EXPECT_EQ(standingOf(*studio.run(folder / "dead")), RunStanding::Stalled);
  EXPECT_EQ(studio.run(folder / "cut")->badLines, 1);

  std::filesystem::remove_all(folder / "gone");
  std::filesystem::resize_file(folder / "cut" / "events.jsonl", 4000);
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "gone")->vanished; }));
  EXPECT_EQ(standingOf(*studio.run(folder / "gone")), RunStanding::Vanished);
  EXPECT_EQ(digestOf(*studio.run(folder / "gone")).validation.size(), 2U) << "what was known stays";
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "cut")->logRestarted; }));
  EXPECT_LT(digestOf(*studio.run(folder / "cut")).validation.size(), 6U);
  EXPECT_THAT(standingReason(*studio.run(folder / "cut")), HasSubstr("truncated"));

  const FakeRun again(folder / "gone", shortRun(3));
  ASSERT_TRUE(studio.until([&] {
    const FollowedRunPtr run = studio.run(folder / "gone");
    return !run->vanished && digestOf(*run).validation.size() == 3;
  }));
}

TEST(RunLibrary, ALogThatWasCutWhileItWasChosenIsReported) {
  const TempFolder folder;
  const FakeRun cut(folder / "cut", shortRun(6));
  RunFollower follower(folder.path());
  while (follower.poll().more) {
  }
  follower.choose({folder / "cut"});
  std::filesystem::resize_file(folder / "cut" / "events.jsonl", 4000);
  while (follower.poll().more) {
  }
  EXPECT_TRUE(follower.runs().front()->logRestarted);
}

TEST(RunLibrary, ALogThatIsCutWhileItIsReadIsReported) {
  const TempFolder folder;
  const FakeRun cut(folder / "cut", shortRun(2));
  const std::filesystem::path log = folder / "cut" / "events.jsonl";
  std::ofstream(log, std::ios::app) << std::string(5 * maxEventLineBytes, '\n');
  // From its beginning, in pieces of two of the longest lines.
  RunFollower follower(folder.path(), {.recentBytes = 100 * maxEventLineBytes, .chunkBytes = 0});
  ASSERT_TRUE(follower.poll().more);
  std::filesystem::resize_file(log, 3 * maxEventLineBytes);
  while (follower.poll().more) continue;
  EXPECT_TRUE(follower.runs().front()->logRestarted);
  EXPECT_EQ(digestOf(*follower.runs().front()).validation.size(), 2U);
}

TEST(RunLibrary, NothingIsReadWhileNobodyWatches) {
  const TempFolder folder;
  FakeRun run(folder / "run", shortRun(1, RunState::Running));
  LookedAt studio;
  studio.library.open(folder.path());
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(studio.looks(), 0);
  studio.library.setWatched(true);
  ASSERT_TRUE(studio.until([&] {
    const FollowedRunPtr seen = studio.run(folder / "run");
    return studio.library.settled() && seen && seen->history;
  }));
  studio.library.setWatched(false);
  ASSERT_TRUE(studio.until([&] { return studio.library.silentFor(1e-9).empty(); })) << "a look that was under way";
  studio.library.drain();
  const int before = studio.looks(), changes = studio.changes;
  run.writeEpoch();
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  studio.library.drain();
  EXPECT_EQ(studio.looks(), before);
  EXPECT_EQ(studio.changes, changes);
}

TEST(RunLibrary, AnIdleFolderIsQuiet) {
  const TempFolder folder;
  const FakeRun run(folder / "run", shortRun(3));
  LookedAt studio;
  ASSERT_TRUE(studio.open(folder.path()));
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "run")->history != nullptr; }));
  // What the looks before have found has come once further ones have begun.
  const auto furtherLooks = [&](int count) {
    const int from = studio.looks();
    ASSERT_TRUE(studio.until([&] { return studio.looks() > from + count; }));
    studio.library.drain();
  };
  furtherLooks(2);
  const int before = studio.changes;
  furtherLooks(20);
  EXPECT_EQ(studio.changes, before) << "twenty looks at a finished run brought news";
}

}  // namespace
}  // namespace sojourn::session
