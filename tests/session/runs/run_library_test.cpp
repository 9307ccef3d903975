// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_library.h"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/temp_folder.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

FakeRunOptions shortRun(std::int64_t epochs, RunState state = RunState::Finished) {
  FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = 5;
  options.state = state;
  return options;
}

/// A library that counts how often it has looked at its folder.
class LookedAt : public Pumped {
 public:
  LookedAt() : LookedAt(std::make_shared<std::atomic<int>>(0)) {}
  [[nodiscard]] int looks() const { return *m_looks; }

 private:
  explicit LookedAt(const std::shared_ptr<std::atomic<int>>& count)
      : Pumped({}, std::chrono::milliseconds(5), [count](const std::filesystem::path&) { ++*count; }), m_looks(count) {}
  std::shared_ptr<std::atomic<int>> m_looks;
};

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
  // Beside an older one of the same colour a run is drawn dashed; alone it is not.
  EXPECT_TRUE(studio.library.colorRepeats(folder / "elsewhere" / "copy"));
  EXPECT_FALSE(studio.library.colorRepeats(folder / "here" / "one"));
  EXPECT_FALSE(monitor.library.colorRepeats(folder / "elsewhere" / "copy"));
  studio.library.setChosen(folder / "here" / "one", false);
  EXPECT_FALSE(studio.library.colorRepeats(folder / "elsewhere" / "copy"));
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

TEST(RunLibrary, CommandsReachTheTrainerAndItsAnswersComeBack) {
  const TempFolder folder;
  FakeRun run(folder / "run", shortRun(1, RunState::Running));
  auto trainer = ControlFolder::open(run.paths(), 0);
  ASSERT_TRUE(trainer.ok());
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  EXPECT_EQ(studio.library.lastCommand(folder / "run"), nullptr);
  const auto obey = [&](ControlAnswer answer, const std::string& why) {
    std::vector<ControlRequest> requests;
    EXPECT_TRUE(studio.until([&] {
      requests = trainer->poll();
      return !requests.empty();
    }));
    for (ControlRequest& request : requests) {
      request.answer = answer;
      request.why = why;
      run.append(request.event());
      trainer->remove(request);
    }
    EXPECT_TRUE(studio.until(
        [&] { return studio.library.lastCommand(folder / "run")->stage == SentCommand::Stage::Answered; }));
    return requests.empty() ? ControlRequest{} : requests.front();
  };
  studio.library.send(folder / "run", ControlCommand::Pause);
  EXPECT_EQ(studio.library.lastCommand(folder / "run")->stage, SentCommand::Stage::Sending);
  EXPECT_EQ(obey(ControlAnswer::Refused, "is paused already").command, "pause");
  EXPECT_EQ(studio.library.lastCommand(folder / "run")->answer, ControlAnswer::Refused);
  EXPECT_EQ(studio.library.lastCommand(folder / "run")->why, "is paused already");
  EXPECT_FALSE(studio.run(folder / "run")->entry.notes.steered);

  studio.library.send(folder / "run", ControlCommand::SetLearningRate, 2e-4);
  EXPECT_EQ(obey(ControlAnswer::Done, "").value, 2e-4);
  EXPECT_TRUE(studio.until([&] { return studio.run(folder / "run")->entry.notes.steered; }))
      << "a run whose rate was changed by hand must say so";
}

TEST(RunLibrary, ACommandThatWaitsIsKnownAfterARestart) {
  const TempFolder folder;
  FakeRun run(folder / "run", shortRun(1, RunState::Interrupted));
  const auto id = sendCommand(run.paths(), ControlCommand::SetLearningRate, 2e-4);
  ASSERT_TRUE(id);
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  const SentCommand* waiting = studio.library.lastCommand(folder / "run");
  ASSERT_NE(waiting, nullptr);
  EXPECT_EQ(waiting->stage, SentCommand::Stage::Waiting);
  EXPECT_EQ(waiting->command, ControlCommand::SetLearningRate);
  EXPECT_EQ(waiting->value, 2e-4);
  EXPECT_FALSE(answersMayCome(*studio.run(folder / "run")));

  // The trainer that resumes the run answers it.
  auto trainer = ControlFolder::open(run.paths(), wallNow() + 1);
  ASSERT_TRUE(trainer.ok());
  for (const ControlRequest& request : trainer->poll()) {
    run.append(request.event());
    trainer->remove(request);
  }
  ASSERT_TRUE(
      studio.until([&] { return studio.library.lastCommand(folder / "run")->stage == SentCommand::Stage::Answered; }));
  EXPECT_EQ(studio.library.lastCommand(folder / "run")->answer, ControlAnswer::Expired);
  EXPECT_EQ(studio.library.sentCommands().size(), 1U);
}

TEST(RunLibrary, ACommandThatCannotBeSentIsAnError) {
  const TempFolder folder;
  const FakeRun run(folder / "run", shortRun(1, RunState::Running));
  std::ofstream(folder / "run" / "control") << "a file in the folder's place";
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  studio.library.send(folder / "run", ControlCommand::Stop);
  ASSERT_TRUE(
      studio.until([&] { return studio.library.lastCommand(folder / "run")->stage == SentCommand::Stage::NotSent; }));
  EXPECT_EQ(studio.library.takeErrors().size(), 1U);
  EXPECT_THAT(studio.library.takeErrors(), IsEmpty());
}

TEST(RunLibrary, NotesAreChangedOnTheDisk) {
  const TempFolder folder;
  const FakeRun run(folder / "run", shortRun(1));
  Pumped studio;
  ASSERT_TRUE(studio.open(folder.path()));
  studio.library.editNotes(folder / "run", [](ViewerNotes& notes) { notes.name = "baseline"; });
  studio.library.editNotes(folder / "run", [](ViewerNotes& notes) { notes.tags = {"good"}; });
  ASSERT_TRUE(studio.until([&] { return studio.run(folder / "run")->entry.notes.tags.size() == 1; }));
  EXPECT_EQ(studio.run(folder / "run")->entry.title(), "baseline");
  const auto written = readViewerNotes(run.paths().viewer());
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(written->name, "baseline");

  std::ofstream(run.paths().viewer()) << "no JSON";
  studio.library.editNotes(folder / "run", [](ViewerNotes& notes) { notes.name = "lost"; });
  std::vector<Error> errors;
  ASSERT_TRUE(studio.until([&] {
    for (const Error& error : studio.library.takeErrors()) errors.push_back(error);
    return !errors.empty();
  })) << "notes that cannot be read must not be overwritten in silence";
  std::string kept;
  std::getline(std::ifstream(run.paths().viewer()), kept);
  EXPECT_EQ(kept, "no JSON");
}

TEST(RunLibrary, AnotherFolderTakesThePlaceOfTheFirst) {
  const TempFolder folder;
  const FakeRun one(folder / "x" / "one", shortRun(1));
  const FakeRun two(folder / "y" / "two", shortRun(1));
  Pumped studio;
  ASSERT_TRUE(studio.open(folder / "x"));
  ASSERT_TRUE(studio.open(folder / "y" / ""));
  ASSERT_EQ(studio.library.runs().size(), 1U);
  EXPECT_EQ(studio.library.runs()[0]->folder(), folder / "y" / "two");
  ASSERT_TRUE(studio.open(folder / "nothing"));
  EXPECT_THAT(studio.library.runs(), IsEmpty());
}

TEST(RunDigest, AnEvaluationWithinAnEpochIsNoCandidateForTheBest) {
  const TempFolder folder;
  FakeRun run(folder / "run", shortRun(2, RunState::Running));
  const auto eval = [](std::int64_t epoch, double loss) {
    return EvalEvent{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = loss};
  };
  run.append(eval(3, 0.5));
  EvalEvent test = eval(2, 0.1);
  test.split = "test";
  run.append(test);
  RunFollower follower(folder / "run");
  while (follower.poll().more) {
  }
  const RunDigest digest = digestOf(*follower.runs().front());
  ASSERT_EQ(digest.validation.size(), 2U);
  ASSERT_TRUE(digest.bestFigures());
  EXPECT_EQ(digest.bestFigures()->epoch, 2);
  EXPECT_DOUBLE_EQ(digest.bestFigures()->loss, run.lossAt(2)) << "neither a test figure nor one of half an epoch";
}

TEST(RunDigest, LossesThatAreNoNumbersAreNeverTheBest) {
  const TempFolder folder;
  FakeRunOptions options = shortRun(3, RunState::Failed);
  options.loss = [](std::int64_t epoch) { return epoch == 2 ? 3.0 : std::nan(""); };
  const FakeRun run(folder / "run", options);
  RunFollower follower(folder / "run");
  while (follower.poll().more) {
  }
  const FollowedRun& seen = *follower.runs().front();
  EXPECT_EQ(standingOf(seen), RunStanding::Failed);
  EXPECT_EQ(standingReason(seen), "as the test says");
  ASSERT_TRUE(digestOf(seen).bestFigures());
  EXPECT_EQ(digestOf(seen).bestFigures()->epoch, 2);
}

}  // namespace
}  // namespace sojourn::session
