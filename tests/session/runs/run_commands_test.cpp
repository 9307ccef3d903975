// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent to runs and written of them, and which epoch is their best.
#include <fstream>

#include "tests/session/runs/looked_at.h"

namespace sojourn::session {
namespace {

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
