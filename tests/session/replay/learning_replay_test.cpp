// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <thread>

#include "tests/session/replay/replay_fixtures.h"

namespace sojourn::session {
namespace {

TEST(LearningReplay, ReadsEveryEpochAndBeginsAtTheFirstAndTheBest) {
  Followed followed(12);
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  ASSERT_EQ(pumped.replay.epochs().size(), 13U);
  EXPECT_EQ(pumped.replay.a(), 0U);
  EXPECT_EQ(pumped.replay.b(), 8U) << "the epoch with the lowest validation loss";
  EXPECT_EQ(pumped.replay.bestEpoch(), 8);
  const ReplayEpoch& last = pumped.replay.epochs()[12];
  ASSERT_TRUE(last.file);
  EXPECT_FLOAT_EQ(*last.file->probes[2].targetProbability, test::fakeTargetProbability(12));
  EXPECT_TRUE(last.file->probes[2].attention.empty()) << "what is kept of all epochs is light";
  EXPECT_EQ(last.file->probes[2].heads, 4U);
  ASSERT_TRUE(pumped.replay.epochs()[8].maps);
  EXPECT_FALSE(pumped.replay.epochs()[8].maps->probes[2].attention.empty());
  // One sharp cell a row goes from 1/6 to nearly 1/6 + 5/12.
  EXPECT_NEAR(pumped.replay.range(0).difference, 0.4, 0.02);
  EXPECT_NEAR(pumped.replay.range(0).weight, 0.56, 0.02);
}

TEST(LearningReplay, ReadsNothingWhileNobodyWatches) {
  Followed followed(3);
  PumpedReplay pumped;
  pumped.replay.follow(followed.poll());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  pumped.replay.drain();
  for (const ReplayEpoch& epoch : pumped.replay.epochs()) EXPECT_FALSE(epoch.file || epoch.problem);
  pumped.replay.setWatched(true);
  EXPECT_TRUE(pumped.settled());
}

TEST(LearningReplay, NewEpochsOfALiveRunComeAndBStaysAtTheLast) {
  Followed followed(2, RunState::Running);
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  EXPECT_EQ(pumped.replay.b(), 2U) << "a run that goes on is seen at its last epoch";
  followed.writeEpoch();
  pumped.replay.follow(followed.poll());
  EXPECT_EQ(pumped.replay.b(), 3U);
  ASSERT_TRUE(pumped.settled());
  EXPECT_TRUE(pumped.replay.epochs()[3].file);
  pumped.replay.setB(1);
  followed.writeEpoch();
  pumped.replay.follow(followed.poll());
  EXPECT_EQ(pumped.replay.b(), 1U) << "where a person has put it";
  pumped.replay.setB(99);
  EXPECT_EQ(pumped.replay.b(), 4U);
  followed.writeEpoch();
  pumped.replay.follow(followed.poll());
  EXPECT_EQ(pumped.replay.b(), 5U) << "at the end it goes with the end again";
  EXPECT_EQ(pumped.replay.nearest(1.5), 1U) << "of two the earlier";
  EXPECT_EQ(pumped.replay.nearest(99), 5U);
}

TEST(LearningReplay, ARewindDropsTheEpochsBeyondAndTheirSuccessorsAreReadAgain) {
  Followed followed(4, RunState::Running);
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  pumped.replay.setB(4);
  const ProbeFilePtr kept = pumped.replay.epochs()[2].file;
  // Resumed at the end of epoch 2: 5 steps an epoch.
  followed.run.append(RewindEvent{.step = 10});
  pumped.replay.follow(followed.poll());
  EXPECT_EQ(pumped.epochs(), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(pumped.replay.b(), 2U);
  EXPECT_EQ(pumped.replay.epochs()[2].file, kept) << "what still holds is not forgotten";
  test::writeFakeProbes(followed.run.paths().folder, 3, {.length = 9});
  followed.run.append(StepEvent{.step = 11, .epoch = 3});
  followed.run.append(ProbeEvent{.epoch = 3, .file = "probes/0003.safetensors"});
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  ASSERT_EQ(pumped.epochs(), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(pumped.replay.epochs()[3].file->probes[0].length, 9U) << "the file that was written after the rewind";
}

TEST(LearningReplay, ABadFileIsAProblemOfItsEpochAlone) {
  Followed followed(3);
  std::filesystem::remove(followed.run.paths().probe(1));
  std::ofstream(followed.run.paths().probe(2)) << "torn";
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  ASSERT_TRUE(pumped.replay.epochs()[1].problem);
  ASSERT_TRUE(pumped.replay.epochs()[2].problem);
  EXPECT_THAT(pumped.replay.epochs()[2].problem->where, HasSubstr("0002.safetensors"));
  EXPECT_TRUE(pumped.replay.epochs()[3].file);
}

TEST(LearningReplay, MapsBeyondTheBudgetAreLetGoAndReadAgain) {
  Followed followed(12);
  const std::size_t bytes = [&] {
    const auto file = readProbeFile(followed.run.paths().probe(0));
    return file->mapBytes();
  }();
  PumpedReplay pumped(4 * bytes);
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  const auto inMemory = [&] {
    return std::ranges::count_if(pumped.replay.epochs(),
                                 [](const ReplayEpoch& epoch) { return epoch.maps != nullptr; });
  };
  EXPECT_LE(inMemory(), 4);
  for (const std::size_t b : {std::size_t{1}, std::size_t{12}, std::size_t{5}}) {
    pumped.replay.setB(b);
    ASSERT_TRUE(pumped.until([&] { return pumped.replay.epochs()[b].maps != nullptr; })) << b;
    EXPECT_TRUE(pumped.replay.epochs()[0].maps) << "A's stay";
    EXPECT_LE(inMemory(), 4);
  }
}

TEST(LearningReplay, AnotherRunTakesThePlaceOfTheFirst) {
  Followed one(6), other(2);
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(one.poll());
  pumped.replay.follow(other.poll());
  ASSERT_TRUE(pumped.settled());
  EXPECT_EQ(pumped.epochs(), (std::vector<std::int64_t>{0, 1, 2})) << "answers of the first run are dropped";
  pumped.replay.follow(nullptr);
  EXPECT_TRUE(pumped.replay.epochs().empty());
  EXPECT_FALSE(pumped.replay.advance());
}

TEST(LearningReplay, PlayingEndsAtTheLastEpoch) {
  Followed followed(3);
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.settled());
  pumped.replay.setB(1);
  EXPECT_TRUE(pumped.replay.advance());
  EXPECT_TRUE(pumped.replay.advance());
  EXPECT_FALSE(pumped.replay.advance());
  EXPECT_EQ(pumped.replay.b(), 3U);
}

TEST(LearningReplay, KnowsWhichCheckpointsWereKept) {
  Followed followed(3, RunState::Running);
  const RunPaths& paths = followed.run.paths();
  followed.keep(paths.epochCheckpoint(2), 2, "epoch");
  followed.keep(paths.bestCheckpoint(), 3, "best");
  PumpedReplay pumped;
  pumped.replay.setWatched(true);
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.until([&] { return pumped.replay.checkpointOf(2).has_value(); }));
  EXPECT_EQ(pumped.replay.checkpointOf(2), paths.epochCheckpoint(2));
  EXPECT_EQ(pumped.replay.checkpointOf(3), paths.bestCheckpoint()) << "its own was not kept, but it is the best";
  EXPECT_FALSE(pumped.replay.checkpointOf(1));
  EXPECT_FALSE(pumped.replay.checkpointOf(99));
  // Retention takes one away; the next event tells.
  std::filesystem::remove(paths.epochCheckpoint(2));
  followed.keep(paths.epochCheckpoint(1), 1, "epoch");
  pumped.replay.follow(followed.poll());
  ASSERT_TRUE(pumped.until([&] { return pumped.replay.checkpointOf(1).has_value(); }));
  EXPECT_FALSE(pumped.replay.checkpointOf(2));
}

}  // namespace
}  // namespace sojourn::session
