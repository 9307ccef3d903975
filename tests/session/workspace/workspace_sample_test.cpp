// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;

Focus visitFocus(std::size_t index) {
  return {.visit = index, .query = {}, .location = {}, .head = {}};
}

class WorkspaceSample : public ::testing::Test {
 protected:
  WorkspaceSample() {
    m_studio.engine = [this](const std::filesystem::path&, const EngineOptions&) {
      return Result<EnginePtr>(m_engine);
    };
    m_studio.openAll();
    (void)m_studio.changes();
  }
  ~WorkspaceSample() override { m_engine->inspectDoor.open(); }
  std::shared_ptr<FakeEngine> m_engine = std::make_shared<FakeEngine>();
  Studio m_studio;
};

TEST_F(WorkspaceSample, StartsAtTheFirstRowInspected) {
  EXPECT_EQ(m_studio->row(), 0U);
  ASSERT_TRUE(m_studio->inspection());
  EXPECT_EQ(m_studio->inspection()->sequence, *m_studio->sequence());
  EXPECT_EQ(m_studio->inspectionEngine(), m_engine);
  EXPECT_FALSE(m_studio->inspectionOutdated());
  EXPECT_EQ(m_studio->sampleText(), "sample 0, test");
}

TEST_F(WorkspaceSample, KeepsTheOldInspectionUntilTheNewOneIsThere) {
  const InspectionPtr before = m_studio->inspection();
  m_engine->inspectDoor.shut();
  m_studio->setRow(6);
  EXPECT_TRUE(m_studio.changes().has(Change::Sample));
  EXPECT_TRUE(m_studio->inspectionOutdated());
  EXPECT_EQ(m_studio->inspection(), before);
  m_engine->inspectDoor.open();
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_EQ(m_studio->inspection()->sequence, *m_studio->sequence());
  EXPECT_TRUE(m_studio.changes().has(Change::Inspection));
}

TEST_F(WorkspaceSample, DropsStaleAnswers) {
  m_engine->inspectDoor.shut();
  const int arrivals = m_engine->inspectDoor.arrivals();
  m_studio->setRow(1);
  while (m_engine->inspectDoor.arrivals() == arrivals) std::this_thread::yield();
  const InspectionPtr before = m_studio->inspection();
  m_studio->setRow(2);
  m_engine->inspectDoor.open();
  std::vector<InspectionPtr> seen;
  ASSERT_TRUE(m_studio.until([&] {
    if (seen.empty() || seen.back() != m_studio->inspection()) seen.push_back(m_studio->inspection());
    return !m_studio->inspectionOutdated();
  }));
  seen.push_back(m_studio->inspection());
  for (const InspectionPtr& inspection : seen) {
    if (inspection != before) {
      EXPECT_EQ(inspection->sequence, *m_studio->sequence()) << "row 1's answer never shows";
    }
  }
}

TEST_F(WorkspaceSample, InspectsAValueAndNotARow) {
  Sequence edit = *m_studio->sequence();
  edit.visits.back().location = 9;
  m_studio->selection().select(visitFocus(1));
  m_studio->setSequence(edit);
  EXPECT_TRUE(m_studio->edited());
  EXPECT_EQ(m_studio->row(), 0U);
  EXPECT_EQ(m_studio->sampleText(), "sample 0, test, edited");
  EXPECT_EQ(m_studio->selection().now().selected.visit, 1U) << "the visit is still there";
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_EQ(m_studio->inspection()->best().location, 9);
  m_studio->discardEdits();
  EXPECT_FALSE(m_studio->edited());
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_EQ(m_studio->inspection()->sequence, m_studio->samples().table().sequences()->sequence(0));
}

TEST_F(WorkspaceSample, AnInspectionThatFailsLeavesTheOldOneWithOneBanner) {
  const InspectionPtr before = m_studio->inspection();
  Sequence broken = *m_studio->sequence();
  broken.visits.resize(1);
  m_studio->setSequence(broken);
  ASSERT_TRUE(m_studio.until([&] { return m_studio->inspectionError().has_value(); }));
  EXPECT_EQ(m_studio->inspection(), before);
  EXPECT_TRUE(m_studio->inspectionOutdated());
  ASSERT_EQ(m_studio->banners().all().size(), 1U);
  EXPECT_EQ(m_studio->banners().all()[0].error.where, "sample 0, test, edited");
  broken.visits[0].location = 5;
  m_studio->setSequence(broken);
  ASSERT_TRUE(m_studio.until([&] { return m_studio->inspectionError().has_value(); }));
  EXPECT_EQ(m_studio->banners().all().size(), 1U) << "stepping on does not pile them up";
  m_studio->discardEdits();
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_TRUE(m_studio->banners().all().empty()) << "it is repaired";
}

TEST_F(WorkspaceSample, StepsAlongTheShownRows) {
  m_studio->samples().setFilterText("index:10..14");
  m_studio->samples().setSort({SampleColumn::Index, true});
  m_studio->stepSample(1);
  EXPECT_EQ(m_studio->row(), 14U) << "from a hidden sample to the first shown";
  m_studio->stepSample(1);
  EXPECT_EQ(m_studio->row(), 13U);
  m_studio->stepSample(100);
  EXPECT_EQ(m_studio->row(), 10U);
  m_studio->stepSample(-2);
  EXPECT_EQ(m_studio->row(), 12U);
  m_studio->samples().setFilterText("index:900");
  m_studio->stepSample(1);
  EXPECT_EQ(m_studio->row(), 12U) << "nothing is shown";
}

TEST_F(WorkspaceSample, RowsBeyondTheEndAreIgnored) {
  m_studio->setRow(40);
  EXPECT_EQ(m_studio->row(), 0U);
}

TEST_F(WorkspaceSample, SeveralVisitsAreSelectedAtOnceOrNone) {
  const std::size_t length = m_studio->sequence()->visits.size();
  ASSERT_GE(length, 3U);
  m_studio->selection().selectVisits(std::vector<std::size_t>{2, 0});
  EXPECT_EQ(m_studio->selection().now().selected.visit, 2U);
  EXPECT_EQ(m_studio->selection().now().selected.location, m_studio->sequence()->visits[2].location);
  EXPECT_EQ(m_studio->selection().now().alsoVisits, std::vector<std::size_t>{0});
  const Selection before = m_studio->selection().now();
  m_studio->selection().selectVisits(std::vector<std::size_t>{1, length});
  m_studio->selection().selectVisits({});
  EXPECT_EQ(m_studio->selection().now(), before);
}

TEST_F(WorkspaceSample, TellsOnlyWhatChanged) {
  m_studio->selection().hover(visitFocus(2));
  EXPECT_EQ(m_studio.changes(), Changes(Change::Hover));
  m_studio->selection().hover(visitFocus(2));
  EXPECT_TRUE(m_studio.changes().empty());
  m_studio->selection().select(visitFocus(1));
  m_studio->selection().select(visitFocus(0), true);
  EXPECT_EQ(m_studio.changes(), Changes(Change::Selection));
  m_studio->selection().clear();
  EXPECT_EQ(m_studio.changes(), (Changes{Change::Selection, Change::Hover}));
  EXPECT_EQ(m_studio->selection().now(), Selection{});
  m_studio->selection().moveVisit(-1);
  EXPECT_EQ(m_studio->selection().now().selected.visit, 2U);
  m_studio->setRow(1);
  EXPECT_FALSE(m_studio->selection().now().selected.visit);
}

}  // namespace
}  // namespace sojourn::session
