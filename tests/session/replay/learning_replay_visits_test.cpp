// SPDX-License-Identifier: GPL-3.0-or-later
// The visits of probes with the names that people gave, and the best checkpoint that a run has written.
#include "tests/session/replay/replay_fixtures.h"

namespace sojourn::session {
namespace {

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
  PumpedReplay m_pumped;
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
  PumpedReplay again;
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
