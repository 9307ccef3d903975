// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of edits: scenarios, histories, references.
#include <algorithm>
#include <fstream>

#include "tests/session/what_if/what_if_fixture.h"

namespace sojourn::session {
namespace {

TEST_F(WhatIfTest, ScenariosAreKeptAndPassedOnAsFiles) {
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  ASSERT_TRUE(m_whatIf->saveScenario("Late Thursday"));
  const Sequence edited = now();
  ASSERT_TRUE(m_whatIf->renameScenario(0, "Later"));
  EXPECT_FALSE(m_whatIf->saveScenario(""));
  m_studio->setRow(4);
  ASSERT_TRUE(m_whatIf->openScenario(0));
  EXPECT_EQ(m_studio->row(), 0U) << "to the sample it came from";
  EXPECT_EQ(now(), edited);

  const auto file = m_folder.path() / "later.json";
  ASSERT_TRUE(m_whatIf->exportScenario(0, file));
  ASSERT_TRUE(m_whatIf->importScenario(file));
  ASSERT_EQ(m_whatIf->scenarios().size(), 2U);
  EXPECT_EQ(m_whatIf->scenarios()[1].scenario.name, "Later 2");
  std::ofstream(m_folder.path() / "broken.json") << "{}";
  EXPECT_FALSE(m_whatIf->importScenario(m_folder.path() / "broken.json"));

  WhatIf again(m_studio.workspace());
  again.restore(m_whatIf->state());
  ASSERT_EQ(again.scenarios().size(), 2U);
  EXPECT_EQ(again.scenarios()[0].scenario.name, "Later");
  EXPECT_EQ(again.scenarios()[0].scenario.sequence, edited);
  EXPECT_THAT(again.scenarios()[0].scenario.edits, ElementsAre("Replace Place 6, Fri 12:00 by Place 9"));
  ASSERT_TRUE(m_whatIf->removeScenario(0));
  ASSERT_TRUE(m_whatIf->removeScenario(0));
  EXPECT_TRUE(m_whatIf->scenarios().empty());
}

/// A visit that moves past its neighbour to another place: nothing that it holds tells which one it was.
TEST_F(WhatIfTest, AScenarioKnowsWhichVisitIsWhich) {
  ASSERT_TRUE(m_whatIf->apply(ShiftTime{{1}, 3 * 1440}));
  const std::size_t moved = static_cast<std::size_t>(std::ranges::find(m_whatIf->history()->now().ids, VisitId{1}) -
                                                     m_whatIf->history()->now().ids.begin());
  ASSERT_EQ(moved, 3U) << "behind the visit of Thursday";
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{moved}, 10}));
  ASSERT_TRUE(m_whatIf->apply(
      InsertVisit{{.location = 9, .weekday = 0, .startMinute = 60, .durationMinutes = 30, .daysAgo = 7}}));
  const auto wanted = indicesIn(m_whatIf->history()->recorded().ids, m_whatIf->history()->now().ids);
  ASSERT_TRUE(m_whatIf->saveScenario("Moved"));
  const auto file = m_folder.path() / "moved.json";
  ASSERT_TRUE(m_whatIf->exportScenario(0, file));

  const auto changed = [&] {
    const auto current = [&] {
      const auto& comparison = m_whatIf->comparison();
      return comparison && comparison->now->sequence == now() &&
             comparison->reference->sequence == m_whatIf->reference().sequence;
    };
    return until(current) ? m_whatIf->comparison()->before : std::vector<std::optional<std::size_t>>{};
  };
  m_whatIf->jump(0);
  ASSERT_TRUE(m_whatIf->openScenario(0));
  EXPECT_EQ(changed(), wanted) << "one moved, one new";

  // From a file, in a history that knows nothing of it.
  m_whatIf->restore({});
  ASSERT_TRUE(m_whatIf->importScenario(file));
  ASSERT_TRUE(m_whatIf->openScenario(0));
  EXPECT_EQ(changed(), wanted);

  // As the reference: the visit that an edit brought in is the same one here and there.
  m_whatIf->pinScenario(0);
  ASSERT_TRUE(m_whatIf->apply(SetDuration{{4}, 30}));
  std::vector<std::optional<std::size_t>> all;
  for (std::size_t i = 0; i < now().visits.size(); ++i) all.emplace_back(i);
  EXPECT_EQ(changed(), all);
  const WhatIfState state = m_whatIf->state();
  m_whatIf->restore(state);
  EXPECT_EQ(changed(), all) << "also after a restart";
}

TEST_F(WhatIfTest, EditsAndReferenceComeBackAsTheyWere) {
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  ASSERT_TRUE(m_whatIf->apply(DuplicateVisits{{1}, 30}));
  ASSERT_TRUE(m_whatIf->apply(RemoveVisits{{0}}));
  m_whatIf->undo();
  m_whatIf->pinState(1);
  const std::vector<std::string> kept = names();
  const Sequence edited = now();
  const auto flags = m_whatIf->history()->states()[2].flags;
  m_studio->setRow(3);
  ASSERT_TRUE(m_whatIf->apply(SetUser{1}));
  const WhatIfState state = m_whatIf->state();
  ASSERT_EQ(state.histories.size(), 2U);
  EXPECT_EQ(state.histories[0].position, 2U);

  m_whatIf->restore({});
  EXPECT_EQ(m_whatIf->history()->states().size(), 1U);
  EXPECT_FALSE(m_studio->edited());
  m_whatIf->restore(state);
  EXPECT_EQ(m_whatIf->state(), state) << "also of the sample that is not in front";
  EXPECT_TRUE(m_studio->edited());
  m_studio->setRow(0);
  EXPECT_EQ(names(), kept);
  EXPECT_EQ(now(), edited);
  EXPECT_TRUE(m_whatIf->history()->canRedo());
  EXPECT_EQ(m_whatIf->history()->states()[2].flags.size(), flags.size());
  EXPECT_EQ(m_whatIf->history()->states()[3].kind, SequenceEdit(RemoveVisits{}).index());
  EXPECT_EQ(m_whatIf->reference().kind, ReferenceKind::State);
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  EXPECT_FALSE(m_whatIf->comparison()->before[2].has_value()) << "the copy was not there yet";
  EXPECT_EQ(m_whatIf->state(), state);
  // New visits get numbers that none has.
  ASSERT_TRUE(m_whatIf->apply(DuplicateVisits{{1}, 60}));
  std::vector<VisitId> ids = m_whatIf->history()->now().ids;
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
}

TEST_F(WhatIfTest, WhatTheDatasetCannotHoldIsLeftOutAndSaid) {
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  ASSERT_TRUE(m_whatIf->saveScenario("Fits"));
  WhatIfState state = m_whatIf->state();
  state.scenarios.push_back(state.scenarios[0]);
  state.scenarios[1].name = "Elsewhere";
  state.scenarios[1].sequence.visits[0].location = 2'000'000'000;
  state.histories[0].edits.push_back(state.histories[0].edits[0]);
  state.histories[0].edits[1].sequence.user = 99;
  state.histories[0].position = 2;
  state.reference = SavedReference{
      .kind = ReferenceKind::Sample, .name = "far", .sequence = state.scenarios[1].sequence, .ids = {}, .sample = {}};
  m_whatIf->restore(state);
  EXPECT_EQ(m_whatIf->history()->states().size(), 2U);
  EXPECT_EQ(m_whatIf->history()->position(), 1U);
  EXPECT_EQ(m_whatIf->reference().kind, ReferenceKind::Recorded);
  EXPECT_EQ(m_studio->banners().all().size(), 2U);
  // A scenario is kept: its dataset may be opened later.
  ASSERT_EQ(m_whatIf->scenarios().size(), 2U);
  EXPECT_TRUE(m_whatIf->fit(0));
  ASSERT_FALSE(m_whatIf->fit(1));
  EXPECT_THAT(m_whatIf->fit(1).error().where, HasSubstr("2000000000"));
  const Sequence before = now();
  EXPECT_FALSE(m_whatIf->openScenario(1));
  EXPECT_EQ(now(), before);
}

TEST_F(WhatIfTest, OfLongHistoriesTheNewestEditsAreKept) {
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, i % 2 == 0 ? 15 : -15}));
  const Sequence edited = now();
  const SavedHistory saved = m_whatIf->state().histories.at(0);
  EXPECT_EQ(saved.edits.size(), 200U);
  EXPECT_EQ(saved.position, 200U);
  EXPECT_EQ(saved.edits.back().sequence, edited);
  m_whatIf->jump(3);
  const SavedHistory early = m_whatIf->state().histories.at(0);
  EXPECT_EQ(early.edits.at(early.position - 1).sequence, now()) << "the present one is among them";
}

TEST_F(WhatIfTest, TenThousandEditsGoBackToTheRecord) {
  const Sequence recorded = now();
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, i % 2 == 0 ? 15 : -15}));
  EXPECT_EQ(m_whatIf->history()->states().size(), 10'001U);
  while (m_whatIf->history()->canUndo()) m_whatIf->undo();
  EXPECT_EQ(now(), recorded);
}

}  // namespace
}  // namespace sojourn::session
