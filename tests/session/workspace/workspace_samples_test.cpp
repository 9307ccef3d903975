// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class WorkspaceSamples : public ::testing::Test {
 protected:
  WorkspaceSamples() {
    m_studio.dataset = [this](const std::filesystem::path&) { return Result<DatasetPtr>(m_dataset); };
    m_studio.engine = [this](const std::filesystem::path&, const EngineOptions&) {
      return Result<EnginePtr>(m_engine);
    };
  }
  DatasetPtr m_dataset = test::fakeDataset({.sequences = 3000});
  std::shared_ptr<FakeEngine> m_engine = std::make_shared<FakeEngine>();
  Studio m_studio;
};

TEST_F(WorkspaceSamples, ThePassFillsTheTableWithTotalsOnTheWay) {
  m_studio.openAll();
  EXPECT_TRUE(m_studio->samples().table().complete());
  EXPECT_TRUE(m_studio->jobs().all().empty());
  EXPECT_EQ(m_studio->samples().view().totals().whole.evaluated(), 3000U);
  EXPECT_EQ(m_studio->samples().view().totals().whole.correct(1), 429U);
  EXPECT_EQ(m_studio->samples().aggregates().metrics(SampleScope::Split).all.correct[0], 429U);
  EXPECT_TRUE(m_studio.changes().has(Change::Outcomes));
}

/// An engine that comes to the thousandth row only once its door is open.
class HeldEngine final : public FakeEngine {
 public:
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override {
    while (rows.back() >= 1000 && !open && !cancel.cancelled())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return FakeEngine::evaluate(set, rows, cancel, progress);
  }
  std::atomic<bool> open{false};
};

TEST_F(WorkspaceSamples, ThePassCanBeCancelledAndTakenUpAgain) {
  const auto engine = std::make_shared<HeldEngine>();
  m_engine = engine;
  m_engine->secondsPerRow = 0.0002;
  m_studio->open({.data = "/d", .checkpoint = "/c.pt", .heads = {}, .split = {}, .index = {}});
  ASSERT_TRUE(m_studio.until([&] { return m_studio->samples().table().filledCount() > 0; }));
  ASSERT_EQ(m_studio->jobs().all().size(), 1U);
  const Job job = m_studio->jobs().all()[0];
  EXPECT_EQ(job.title, "Evaluating test");
  EXPECT_EQ(job.total, 3000U);
  EXPECT_EQ(job.done, m_studio->samples().table().filledCount());
  m_studio->jobs().cancel(job.id);
  EXPECT_TRUE(m_studio->jobs().all().empty());
  const std::size_t filled = m_studio->samples().table().filledCount();
  EXPECT_LT(filled, 3000U);
  engine->open = true;
  m_studio->drain();
  EXPECT_EQ(m_studio->samples().table().filledCount(), filled) << "what was on its way is dropped";
  EXPECT_TRUE(m_studio->banners().all().empty()) << "to cancel is no error";
  m_engine->secondsPerRow = 0;
  m_studio->samples().resumePass();
  ASSERT_TRUE(m_studio.until([&] { return m_studio->samples().table().complete() && m_studio->jobs().all().empty(); }));
  EXPECT_EQ(m_studio->samples().view().totals().whole.evaluated(), 3000U) << "none twice";
}

/// User 1 spends 10,000 nights of eight hours, from midnight on, at place 5.
DatasetPtr manyNights() {
  auto dataset = std::make_shared<Dataset>(*test::fakeDataset());
  SequenceSet nights;
  const Visit night{.location = 5, .weekday = 0, .startMinute = 0, .durationMinutes = 480, .daysAgo = 1};
  for (int i = 0; i < 10'000; ++i) nights.append({.user = 1, .visits = {night}, .target = 2});
  dataset->splits[static_cast<std::size_t>(Split::Train)] = nights;
  return dataset;
}

TEST_F(WorkspaceSamples, ProposalsTellHowFarTheyAreAndCanBeCancelled) {
  m_dataset = manyNights();
  m_studio->openDataset("/d");
  const auto home = [&] {
    const auto roles = m_studio->names().naming().proposals().find(1);
    return roles == m_studio->names().naming().proposals().end() || !roles->second.home ? 0 : roles->second.home->hours;
  };
  ASSERT_TRUE(m_studio.until([&] { return home() > 0; }));
  EXPECT_DOUBLE_EQ(home(), 60'000) << "from midnight to six";
  EXPECT_TRUE(m_studio->jobs().all().empty());

  m_studio.wakeDoor.shut();  // the worker stands still at its first report
  m_studio->names().setDisplayOffsetMinutes(60);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->jobs().all().empty(); }));
  const Job job = m_studio->jobs().all()[0];
  EXPECT_EQ(job.kind, JobKind::ProposeRoles);
  EXPECT_EQ(job.title, "Proposing Home and Work");
  EXPECT_EQ(job.unit, "sequences");
  EXPECT_EQ(job.done, 4096U);
  EXPECT_EQ(job.total, 10'000U);
  m_studio->jobs().cancel(job.id);
  EXPECT_TRUE(m_studio->jobs().all().empty());
  m_studio.wakeDoor.open();
  EXPECT_DOUBLE_EQ(home(), 60'000) << "what was proposed before stays";

  // Asking for them again brings them.
  m_studio->names().setProposalsShown(false);
  m_studio->names().setProposalsShown(true);
  ASSERT_TRUE(m_studio.until([&] { return home() == 50'000; }));
  EXPECT_TRUE(m_studio->jobs().all().empty());
  EXPECT_TRUE(m_studio->banners().all().empty());
}

/// User 1 sleeps at place 5 and works at place 6 by a clock eight hours ahead of the recorded times; the places lie at
/// 116 degrees east.
DatasetPtr abroad() {
  auto dataset = std::make_shared<Dataset>(*test::fakeDataset());
  SequenceSet days;
  for (int i = 0; i < 20; ++i) {
    const Visit night{.location = 5, .weekday = 1, .startMinute = 15 * 60, .durationMinutes = 420, .daysAgo = 1};
    const Visit work{.location = 6, .weekday = 2, .startMinute = 60, .durationMinutes = 360, .daysAgo = 0};
    days.append({.user = 1, .visits = {night, work}, .target = 2});
    days.append({.user = 1, .visits = {work, night}, .target = 2});
  }
  dataset->splits[static_cast<std::size_t>(Split::Train)] = days;
  dataset->places.setCoordinates(5, {39.9, 116.4});
  dataset->places.setCoordinates(6, {39.9, 116.5});
  return dataset;
}

TEST_F(WorkspaceSamples, NoZoneIsOfferedWhereTimesAreKnownToBeLocal) {
  auto local = std::make_shared<Dataset>(*abroad());
  local->localClock = true;
  m_dataset = local;
  m_studio->openDataset("/d");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->names().naming().proposals().contains(1); }));
  EXPECT_TRUE(m_studio->banners().all().empty());
}

TEST_F(WorkspaceSamples, AZoneIsOfferedOnceAndItsConsequencesAreSaid) {
  m_dataset = abroad();
  m_studio->openDataset("/d");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->names().naming().proposals().contains(1); }));
  ASSERT_EQ(m_studio->banners().all().size(), 1U);
  const Banner offer = m_studio->banners().all()[0];
  EXPECT_EQ(offer.severity, Severity::Notice);
  EXPECT_THAT(offer.error.what, HasSubstr("+08:00 h"));
  EXPECT_THAT(offer.actions, ElementsAre(BannerAction::UseSuggestedZone, BannerAction::KeepRecordedTimes));
  EXPECT_EQ(m_studio->names().displayOffsetMinutes(), 0) << "offered, never assumed";
  EXPECT_EQ(m_studio->names().naming().name(6, 1), "Home?") << "one o'clock is night by the recorded clock";

  m_studio->names().setDisplayOffsetMinutes(480);
  ASSERT_TRUE(m_studio.until([&] { return m_studio->names().naming().name(5, 1) == "Home?"; }));
  EXPECT_EQ(m_studio->names().naming().name(6, 1), "Work?");
  ASSERT_EQ(m_studio->banners().all().size(), 1U) << "the offer was taken";
  EXPECT_EQ(m_studio->banners().all()[0].error.where, "Times shown at +08:00 h");
  EXPECT_EQ(m_studio->banners().all()[0].error.what,
            "the proposed Home or Work changes for 1 of 1 user with proposals; for 1 of them, Home and Work swap");
  m_studio->banners().dismiss(m_studio->banners().all()[0].id);

  m_studio->openDataset("/d");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->jobs().all().empty() && !m_studio->opening(); }));
  EXPECT_THAT(m_studio->banners().all(), IsEmpty()) << "it was decided";
}

TEST_F(WorkspaceSamples, AnOfferedZoneThatWasClosedIsNotOfferedAgain) {
  m_dataset = abroad();
  m_studio->openDataset("/d");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->banners().all().size() == 1; }));
  m_studio->banners().dismiss(m_studio->banners().all()[0].id);
  m_studio->openDataset("/d");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->jobs().all().empty() && !m_studio->opening(); }));
  EXPECT_THAT(m_studio->banners().all(), IsEmpty());
}

TEST_F(WorkspaceSamples, APassThatFailsSaysSo) {
  m_engine->failAtRow = 100;
  m_studio->open({.data = "/d", .checkpoint = "/c.pt", .heads = {}, .split = {}, .index = {}});
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->banners().all().empty(); }));
  EXPECT_EQ(m_studio->banners().all()[0].error.where, "test, record 7");
  EXPECT_TRUE(m_studio->jobs().all().empty());
  EXPECT_TRUE(m_studio->inspection() || m_studio.until([&] { return m_studio->inspection() != nullptr; }));
}

TEST_F(WorkspaceSamples, AnotherSplitBeginsAgain) {
  m_studio.openAll();
  m_studio->setRow(7);
  m_studio->setSplit(Split::Validation);
  EXPECT_EQ(m_studio->split(), Split::Test) << "there is none";
  m_studio->setSplit(Split::Train);
  EXPECT_EQ(m_studio->split(), Split::Train);
  EXPECT_EQ(m_studio->row(), 0U);
  EXPECT_EQ(m_studio->sampleText(), "sample 0, train");
  EXPECT_EQ(m_studio->samples().table().filledCount(), 0U);
  EXPECT_TRUE(m_studio.until([&] { return m_studio->samples().table().complete(); }));
}

TEST_F(WorkspaceSamples, AWrongFilterLeavesTheLastValidOne) {
  m_studio.openAll();
  m_studio->samples().setFilterText("right");
  EXPECT_EQ(m_studio->samples().view().rows().size(), 429U);
  (void)m_studio.changes();
  m_studio->samples().setFilterText("right gate<h");
  EXPECT_TRUE(m_studio.changes().has(Change::Filter));
  ASSERT_TRUE(m_studio->samples().filterError());
  EXPECT_EQ(m_studio->samples().filterError()->position, 6U);
  EXPECT_EQ(m_studio->samples().view().rows().size(), 429U);
  m_studio->samples().setFilterText("");
  EXPECT_FALSE(m_studio->samples().filterError());
  EXPECT_EQ(m_studio->samples().view().rows().size(), 3000U);
  EXPECT_EQ(m_studio->samples().completeFilterText("ra", 2).suggestions.at(0).text, "rank>10");
}

TEST_F(WorkspaceSamples, AFilterByNameFollowsTheName) {
  m_studio.openAll();
  m_studio->samples().setFilterText("target:Bakery");
  ASSERT_TRUE(m_studio->samples().filterError());
  m_studio->names().setPlaceName(5, "Bakery");
  EXPECT_FALSE(m_studio->samples().filterError()) << "now there is one";
  EXPECT_EQ(m_studio->samples().view().totals().filtered.samples(), 273U);
  EXPECT_EQ(m_studio->names().ofSample().name(5), "Bakery");
}

TEST_F(WorkspaceSamples, LabelsComeFromACsv) {
  m_studio.openAll();
  const test::TempFolder folder;
  std::ofstream(folder / "labels.csv") << "location_id,name\n4,Gym\n";
  (void)m_studio.changes();
  m_studio->names().importLabels(folder / "labels.csv");
  EXPECT_TRUE(m_studio.changes().has(Change::Names));
  EXPECT_EQ(m_studio->names().naming().name(4), "Gym");
  std::ofstream(folder / "bad.csv") << "location_id,name\n4,Pool\nx,Y\n";
  m_studio->names().importLabels(folder / "bad.csv");
  ASSERT_EQ(m_studio->banners().all().size(), 1U);
  EXPECT_THAT(m_studio->banners().all()[0].error.where, HasSubstr("line 3"));
}

TEST_F(WorkspaceSamples, TheOffsetMovesWhatIsShownAndIsKept) {
  m_studio.openAll();
  EXPECT_EQ(m_studio->names().displayOffsetMinutes(), 0);
  m_studio->names().setDisplayOffsetMinutes(480);
  EXPECT_TRUE(m_studio.changes().has(Change::Time));
  EXPECT_EQ(m_studio->samples().aggregates().slices(SliceBy::Hour, SampleScope::Split).at(0).key, 18);
  m_studio->names().setDisplayOffsetMinutes(99999);
  EXPECT_EQ(m_studio->names().displayOffsetMinutes(), 1440);
  EXPECT_EQ(m_studio->names().suggestedOffsetMinutes(), std::nullopt) << "no coordinates";
}

}  // namespace
}  // namespace sojourn::session
