// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/replay/learning_replay.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/store/run_files.h"
#include "tests/runs/fake_probes.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/session/follow/best_checkpoint_watcher.h"

namespace sojourn::session {
namespace {

using test::FakeProbesOptions;
using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::HasSubstr;

FakeRunOptions shortRun(std::int64_t epochs, RunState state) {
  FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = 5;
  options.state = state;
  return options;
}

/// A run with a snapshot of every epoch, followed as a library does.
class Followed {
 public:
  explicit Followed(std::int64_t epochs, RunState state = RunState::Finished, FakeProbesOptions probes = {})
      : run(folder / "run", shortRun(0, state)), m_probes(probes), m_follower(folder.path()) {
    snapshot(0);
    while (run.epoch() < epochs) writeEpoch();
  }

  void writeEpoch() {
    run.writeEpoch();
    snapshot(run.epoch());
  }
  void snapshot(std::int64_t epoch) {
    test::writeFakeProbes(run.paths().folder, epoch, m_probes);
    run.append(ProbeEvent{.epoch = epoch, .file = run.paths().inEvents(run.paths().probe(epoch))});
  }
  void keep(const std::filesystem::path& file, std::int64_t epoch, const char* why) {
    std::ofstream(file) << "weights";
    run.append(CheckpointEvent{.epoch = epoch, .step = epoch * 5, .file = run.paths().inEvents(file), .why = why});
  }
  FollowedRunPtr poll() {
    while (m_follower.poll().more) {
    }
    return m_follower.runs().front();
  }

  TempFolder folder;
  FakeRun run;

 private:
  FakeProbesOptions m_probes;
  RunFollower m_follower;
};

/// A replay with a pump in place of a window's event loop.
class Pumped {
 public:
  explicit Pumped(std::size_t memory = std::size_t{256} << 20U)
      : replay({.wake = [this] { m_woken = true; },
                .changed = [this] { ++changes; },
                .settingsOf = [this](const std::string&, const std::string&) { return settings; },
                .pseudonyms = [this] { return seed; },
                .mapMemory = memory}) {}

  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      if (m_woken.exchange(false)) replay.drain();
      return condition();
    });
  }
  bool settled() {
    return until([this] { return replay.settled(); });
  }
  std::vector<std::int64_t> epochs() const {
    std::vector<std::int64_t> numbers;
    for (const ReplayEpoch& epoch : replay.epochs()) numbers.push_back(epoch.epoch());
    return numbers;
  }

  int changes = 0;
  DatasetSettings settings;
  std::string seed;

 private:
  std::atomic<bool> m_woken{false};

 public:
  LearningReplay replay;  ///< last: its threads use the others
};

TEST(LearningReplay, ReadsEveryEpochAndBeginsAtTheFirstAndTheBest) {
  Followed followed(12);
  Pumped pumped;
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
  Pumped pumped;
  pumped.replay.follow(followed.poll());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  pumped.replay.drain();
  for (const ReplayEpoch& epoch : pumped.replay.epochs()) EXPECT_FALSE(epoch.file || epoch.problem);
  pumped.replay.setWatched(true);
  EXPECT_TRUE(pumped.settled());
}

TEST(LearningReplay, NewEpochsOfALiveRunComeAndBStaysAtTheLast) {
  Followed followed(2, RunState::Running);
  Pumped pumped;
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
  Pumped pumped;
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
  Pumped pumped;
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
  Pumped pumped(4 * bytes);
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
  Pumped pumped;
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
  Pumped pumped;
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
  Pumped pumped;
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

/// A dataset whose validation split holds sequences of the lengths that the fake probes have.
Dataset smallDataset() {
  Dataset dataset;
  dataset.prefix = "city";
  dataset.numLocations = 50;
  dataset.numUsers = 3;
  dataset.places.setName(2, "Home");
  SequenceSet set;
  for (std::size_t k = 0; k < 8; ++k) {
    Sequence sequence;
    sequence.user = 1;
    sequence.target = LocationId{2};
    for (std::size_t i = 0; i < 6 + k; ++i)
      sequence.visits.push_back(
          {.location = static_cast<LocationId>(2 + i), .startMinute = 600, .durationMinutes = 60});
    set.append(sequence);
  }
  dataset.splits[static_cast<std::size_t>(Split::Train)] = set;
  dataset.splits[static_cast<std::size_t>(Split::Validation)] = set;
  return dataset;
}

class LearningReplayVisits : public ::testing::Test {
 protected:
  /// Writes run.json again, with these probes of the dataset.
  void record(std::vector<std::int64_t> probes, const std::string& fingerprint) {
    const std::filesystem::path file = m_followed.run.paths().record();
    auto written = readRunRecord(file);
    ASSERT_TRUE(written);
    written->dataset.path = (m_followed.folder / "data").string();
    written->dataset.prefix = "city";
    written->dataset.fingerprint = fingerprint;
    written->probes = std::move(probes);
    std::filesystem::remove(file);
    ASSERT_TRUE(writeRunRecord(file, *written));
  }
  std::string writeData() {
    const std::filesystem::path data = m_followed.folder / "data";
    std::filesystem::create_directories(data);
    EXPECT_TRUE(writeDataset(smallDataset(), data));
    const auto read = readDataset({.folder = data, .prefix = "city"});
    EXPECT_TRUE(read);
    return read ? read->fingerprint : std::string();
  }
  void watch() {
    m_pumped.replay.setWatched(true);
    m_pumped.replay.follow(m_followed.poll());
    ASSERT_TRUE(m_pumped.settled());
  }

  Followed m_followed{2};
  Pumped m_pumped;
};

TEST_F(LearningReplayVisits, ComeFromTheRunsDatasetWithTheNamesThatPeopleGave) {
  m_pumped.settings.names.places[3] = "Office";
  record({0, 1, 2, 3, 4, 5, 6, 7}, writeData());
  watch();
  ASSERT_TRUE(m_pumped.replay.visits()) << m_pumped.replay.visitsError()->sentence();
  ASSERT_EQ(m_pumped.replay.visits()->sequences.size(), 8U);
  EXPECT_EQ(m_pumped.replay.visits()->sequences[3].visits.size(), 9U);
  EXPECT_EQ(m_pumped.replay.naming().name(2, 1), "Home");
  EXPECT_EQ(m_pumped.replay.naming().name(3, 1), "Office");
  const std::uint64_t version = m_pumped.replay.namesVersion();
  m_pumped.settings.names.places[3] = "Studio";
  m_pumped.replay.updateNames();
  EXPECT_EQ(m_pumped.replay.naming().name(3, 1), "Studio");
  EXPECT_GT(m_pumped.replay.namesVersion(), version);
}

TEST_F(LearningReplayVisits, AreAbsentWhereTheDatasetIsGoneOrAnotherOne) {
  record({0, 1}, "00");
  watch();
  ASSERT_TRUE(m_pumped.replay.visitsError());
  EXPECT_FALSE(m_pumped.replay.visits());
  EXPECT_TRUE(m_pumped.replay.epochs()[1].file) << "all else is there";
  writeData();
  Pumped again;
  again.replay.setWatched(true);
  again.replay.follow(m_followed.poll());
  ASSERT_TRUE(again.settled());
  ASSERT_TRUE(again.replay.visitsError());
  EXPECT_THAT(again.replay.visitsError()->what, HasSubstr("other sequences"));
}

TEST_F(LearningReplayVisits, AreUnderPseudonymsTogetherWithTheAnswers) {
  m_pumped.settings.names.places[3] = "Office";
  m_pumped.seed = "17";
  record({0, 1, 2, 3, 4, 5, 6, 7}, writeData());
  watch();
  ASSERT_TRUE(m_pumped.until([&] { return m_pumped.replay.visits() && m_pumped.replay.settled(); }));
  const auto pseudonyms = m_pumped.replay.visits()->names->pseudonyms;
  ASSERT_TRUE(pseudonyms);
  EXPECT_EQ(m_pumped.replay.visits()->sequences[3].visits[4].location, pseudonyms->location(6));
  for (LocationId place = 2; place < 16; ++place)
    EXPECT_EQ(m_pumped.replay.naming().name(place), "Place " + std::to_string(place));
  const auto answers = [&] { return m_pumped.replay.epochs()[1].file->probes[0].topLocation; };
  const std::vector<std::int64_t> shown = answers();
  m_pumped.seed.clear();
  m_pumped.replay.updateNames();
  ASSERT_TRUE(m_pumped.settled());
  ASSERT_EQ(shown.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i)
    EXPECT_EQ(shown[i], pseudonyms->location(static_cast<LocationId>(answers()[i]))) << i;
  EXPECT_EQ(m_pumped.replay.naming().name(3), "Office");
}

TEST_F(LearningReplayVisits, WithoutTheDatasetNoAnswerNamesAPlaceUnderPseudonyms) {
  m_pumped.seed = "17";
  record({0, 1}, "00");
  watch();
  ASSERT_TRUE(m_pumped.replay.visitsError());
  EXPECT_TRUE(m_pumped.replay.epochs()[1].file->probes[0].topLocation.empty());
  EXPECT_FALSE(m_pumped.replay.epochs()[1].file->probes[0].pointerWeight.empty()) << "all else is there";
}

TEST_F(LearningReplayVisits, AProbeThatTheSplitDoesNotHaveIsAnError) {
  record({0, 99}, writeData());
  watch();
  ASSERT_TRUE(m_pumped.replay.visitsError());
  EXPECT_THAT(m_pumped.replay.visitsError()->what, HasSubstr("99"));
}

TEST(BestCheckpointWatcher, NamesEveryBetterBestOnce) {
  Followed followed(2, RunState::Running);
  const std::filesystem::path best = followed.run.paths().bestCheckpoint();
  BestCheckpointWatcher follower;
  EXPECT_FALSE(follower.newest(*followed.poll())) << "nothing is followed";
  follower.start(*followed.poll(), "/elsewhere.pt");
  EXPECT_FALSE(follower.newest(*followed.poll())) << "there is none yet";
  followed.keep(best, 1, "best");
  EXPECT_EQ(follower.newest(*followed.poll()), best);
  EXPECT_FALSE(follower.newest(*followed.poll()));
  followed.keep(followed.run.paths().epochCheckpoint(2), 2, "epoch");
  EXPECT_FALSE(follower.newest(*followed.poll())) << "that was no better one";
  followed.keep(best, 2, "best");
  EXPECT_EQ(follower.newest(*followed.poll()), best);
  EXPECT_EQ(follower.epoch(), 2);
  Followed other(1);
  EXPECT_FALSE(follower.newest(*other.poll()));
}

TEST(BestCheckpointWatcher, EndsWhenSomebodyOpensSomethingElse) {
  Followed followed(1, RunState::Running);
  const std::filesystem::path best = followed.run.paths().bestCheckpoint();
  BestCheckpointWatcher follower;
  follower.start(*followed.poll(), "/before.pt");
  EXPECT_FALSE(follower.endsWith("/before.pt")) << "best.pt is being loaded";
  EXPECT_FALSE(follower.endsWith(best));
  EXPECT_TRUE(follower.active());
  EXPECT_TRUE(follower.endsWith("/before.pt")) << "somebody went back to it";
  EXPECT_FALSE(follower.active());
  EXPECT_FALSE(follower.endsWith("/another.pt")) << "it has ended already";
  follower.start(*followed.poll(), "/before.pt");
  EXPECT_TRUE(follower.endsWith("/another.pt")) << "before best.pt was there";
}

}  // namespace
}  // namespace sojourn::session
