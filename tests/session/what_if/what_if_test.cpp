// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of the sample in front: their history, identity, reference and scenarios.
#include "views/session/what_if/what_if.h"

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Focus visitFocus(std::size_t index) {
  return {.visit = index, .query = {}, .location = {}, .head = {}};
}

/// A day of one visit each: Mon .. Sun before a target on the next Monday.
std::shared_ptr<const Dataset> week() {
  auto dataset = std::make_shared<Dataset>(*test::fakeDataset());
  SequenceSet set;
  for (int row = 0; row < 6; ++row) {
    Sequence sequence{.user = 2, .visits = {}, .target = 3};
    for (int i = 0; i < 5; ++i) {
      sequence.visits.push_back({.location = 2 + (i + row) % 9,
                                 .weekday = i,
                                 .startMinute = 480 + 60 * i,
                                 .durationMinutes = 90.5 + row,
                                 .daysAgo = 7 - i});
    }
    set.append(sequence);
  }
  dataset->splits[static_cast<std::size_t>(Split::Test)] = set;
  return dataset;
}

class WhatIfTest : public ::testing::Test {
 protected:
  WhatIfTest() {
    m_studio.dataset = [](const std::filesystem::path&) { return Result<DatasetPtr>(week()); };
    m_studio.engine = [this](const std::filesystem::path&, const EngineOptions&) {
      return Result<EnginePtr>(m_engine);
    };
    m_studio.openAll();
    m_whatIf = std::make_unique<WhatIf>(m_studio.workspace());
    m_subscription = m_whatIf->subscribe([this](Changes changes) { m_changes |= changes; });
  }
  ~WhatIfTest() override {
    m_engine->inspectDoor.open();
    m_subscription.reset();
    m_whatIf.reset();
  }

  bool settled() {
    return m_studio.until([&] { return !m_studio->inspectionOutdated(); });
  }
  bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      m_studio->drain();
      return condition();
    });
  }
  const Sequence& now() { return *m_studio->sequence(); }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const EditState& state : m_whatIf->history()->states()) all.push_back(state.name);
    return all;
  }

  test::TempFolder m_folder;
  std::shared_ptr<FakeEngine> m_engine = std::make_shared<FakeEngine>();
  Studio m_studio;
  std::unique_ptr<WhatIf> m_whatIf;
  Subscription m_subscription;
  Changes m_changes;
};

TEST_F(WhatIfTest, BeginsWithTheRecord) {
  EXPECT_THAT(names(), ElementsAre("Sample 0 as recorded"));
  EXPECT_EQ(m_whatIf->reference().name, "sample 0 as recorded");
  EXPECT_EQ(m_whatIf->reference().inspection, m_studio->inspection()) << "inspected once, not twice";
  EXPECT_FALSE(m_whatIf->comparison()) << "nothing differs";
  ASSERT_TRUE(m_whatIf->history()->now().top);
  EXPECT_EQ(m_whatIf->history()->now().top->location, m_studio->inspection()->best().location);
}

TEST_F(WhatIfTest, EditsUndoAndRedoWithTheirNames) {
  const Sequence recorded = now();
  const InspectionPtr original = m_studio->inspection();
  m_studio->names().setPlaceName(3, "Bakery");
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  ASSERT_TRUE(m_whatIf->apply(RemoveVisits{{1}}));
  ASSERT_TRUE(m_whatIf->apply(ShiftTime{{0, 1}, 30}));
  EXPECT_THAT(names(), ElementsAre("Sample 0 as recorded", "Replace Place 6, Fri 12:00 by Place 9",
                                   "Remove Bakery, Tue 09:00", "Move 2 visits by +30 min"));
  EXPECT_EQ(now().visits.size(), 4U);
  EXPECT_EQ(now().visits[0].startMinute, 510);
  EXPECT_TRUE(m_studio->edited());
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->inspection()->sequence, now());
  EXPECT_EQ(m_whatIf->history()->now().top->location, 9) << "the fake engine foretells the last visit's place";

  m_whatIf->undo();
  EXPECT_EQ(now().visits[0].startMinute, 480);
  m_whatIf->jump(0);
  EXPECT_EQ(now(), recorded);
  EXPECT_FALSE(m_studio->edited());
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->inspection()->logProbability, original->logProbability);
  m_whatIf->undo();
  EXPECT_EQ(m_whatIf->history()->position(), 0U) << "there is nothing before the record";
  m_whatIf->jump(3);
  EXPECT_EQ(now().visits[0].startMinute, 510);
  m_whatIf->redo();
  EXPECT_EQ(m_whatIf->history()->position(), 3U);
  m_whatIf->undo();
  m_whatIf->undo();
  ASSERT_TRUE(m_whatIf->apply(SetUser{3}));
  EXPECT_THAT(names(),
              ElementsAre("Sample 0 as recorded", "Replace Place 6, Fri 12:00 by Place 9", "Change User 2 to User 3"))
      << "what was undone is gone with the next edit";
}

TEST_F(WhatIfTest, RefusesWhatTheModelCannotRead) {
  const Sequence recorded = now();
  const auto refusal = [&](const SequenceEdit& edit) {
    const Status status = m_whatIf->apply(edit);
    return status ? std::string("accepted") : status.error().sentence();
  };
  EXPECT_THAT(refusal(ReplaceLocation{{0}, 12}), HasSubstr("place 12: is not among the model's 12"));
  EXPECT_THAT(refusal(SetUser{4}), HasSubstr("user 4"));
  EXPECT_THAT(refusal(RemoveVisits{{0, 1, 2, 3, 4}}), HasSubstr("no visit"));
  m_engine->m_description.sizes.maxLength = 5;
  EXPECT_THAT(refusal(DuplicateVisits{{0}}), HasSubstr("at most 5"));
  EXPECT_EQ(now(), recorded);
  EXPECT_EQ(m_whatIf->history()->states().size(), 1U);
}

TEST_F(WhatIfTest, ADragIsOneEdit) {
  const std::uint64_t drag = m_whatIf->newGesture();
  for (const int minutes : {15, 30, 45, 60, 45}) {
    ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, minutes}, drag));
  }
  EXPECT_THAT(names(), ElementsAre("Sample 0 as recorded", "Move Place 4, Wed 10:00 to 10:45"));
  ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, 0}, drag));
  EXPECT_THAT(names(), ElementsAre("Sample 0 as recorded")) << "it came back to where it was";
  ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, 15}, drag));
  m_whatIf->endGesture();
  ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, 15}, drag));
  EXPECT_EQ(m_whatIf->history()->states().size(), 3U);
  EXPECT_EQ(now().visits[2].startMinute, 630);
}

TEST_F(WhatIfTest, FollowsVisitsThroughEdits) {
  m_studio->selection().select(visitFocus(3));
  ASSERT_TRUE(m_whatIf->apply(RemoveVisits{{0}}));
  EXPECT_EQ(m_studio->selection().now().selected.visit, 2U) << "the same visit";
  ASSERT_TRUE(m_whatIf->apply(ShiftTime{{2}, -3 * 1440}));
  EXPECT_EQ(m_studio->selection().now().selected.visit, 0U);
  ASSERT_TRUE(m_whatIf->apply(DuplicateVisits{{0}}));
  EXPECT_EQ(m_studio->selection().now().selected.visit, 1U) << "the copy is chosen";
  m_whatIf->undo();
  EXPECT_FALSE(m_studio->selection().now().selected.visit) << "it is not there any more";
  ASSERT_TRUE(settled());
  ASSERT_TRUE(m_whatIf->comparison());
  EXPECT_THAT(m_whatIf->comparison()->before, ElementsAre(3U, 1U, 2U, 4U));
  EXPECT_EQ(m_whatIf->comparison()->edits, 2U);
  EXPECT_EQ(m_whatIf->comparison()->name, "sample 0 as recorded");
}

TEST_F(WhatIfTest, KeepsTheHistoryOfEverySample) {
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  ASSERT_TRUE(m_whatIf->apply(SetDuration{{0}, 15}));
  m_whatIf->undo();
  const Sequence edited = now();
  m_studio->setRow(3);
  EXPECT_THAT(names(), ElementsAre("Sample 3 as recorded"));
  EXPECT_FALSE(m_studio->edited());
  m_studio->setRow(0);
  EXPECT_EQ(now(), edited);
  EXPECT_TRUE(m_studio->edited());
  EXPECT_TRUE(m_whatIf->history()->canRedo());
  EXPECT_EQ(m_whatIf->history()->states().size(), 3U);
  // The reference of a sample that comes back edited was not inspected yet.
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  EXPECT_EQ(m_whatIf->comparison()->reference->sequence, m_studio->samples().table().sequences()->sequence(0));
}

TEST_F(WhatIfTest, DiscardingElsewhereIsAnUndo) {
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  m_studio->discardEdits();
  EXPECT_EQ(m_whatIf->history()->position(), 0U);
  EXPECT_TRUE(m_whatIf->history()->canRedo());
  Sequence other = now();
  other.visits[1].location = 11;
  m_studio->setSequence(other);
  EXPECT_THAT(names(), ElementsAre("Sample 0 as recorded", "Other sequence"));
  EXPECT_EQ(m_whatIf->history()->now().ids, (std::vector<VisitId>{0, 1, 2, 3, 4}));
}

TEST_F(WhatIfTest, FlagsOnlyWhatTheEditsBroughtIn) {
  EXPECT_TRUE(m_whatIf->flags().empty());
  ASSERT_TRUE(m_whatIf->apply(SetDuration{{0}, 1600}));
  ASSERT_EQ(m_whatIf->flags().size(), 1U);
  const SequenceFlag flag = m_whatIf->flags()[0];
  EXPECT_EQ(m_whatIf->flagText(flag), "Place 3, Tue 09:00 starts 1.7 h before Place 2, Mon ends at 10:40");
  EXPECT_EQ(m_whatIf->fixText(flag), "Start at 10:40");
  ASSERT_TRUE(m_whatIf->fix(flag));
  EXPECT_TRUE(m_whatIf->flags().empty());
  EXPECT_EQ(now().visits[1].startMinute, 640);
}

TEST_F(WhatIfTest, ComparesWithWhatIsPinned) {
  m_whatIf->pinSample(2);
  EXPECT_FALSE(m_whatIf->comparison()) << "not inspected yet";
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  EXPECT_EQ(m_whatIf->comparison()->name, "sample 2 as recorded");
  EXPECT_EQ(m_whatIf->comparison()->reference->sequence, m_studio->samples().table().sequences()->sequence(2));
  m_studio->setRow(1);
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_whatIf->comparison()->name, "sample 2 as recorded") << "it stays pinned";
  EXPECT_EQ(m_whatIf->comparison()->now, m_studio->inspection());
  ASSERT_TRUE(m_whatIf->apply(RemoveVisits{{0}}));
  ASSERT_TRUE(m_whatIf->apply(RemoveVisits{{0}}));
  m_whatIf->pinState(1);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  EXPECT_EQ(m_whatIf->comparison()->name, "sample 1 after 1 edit");
  EXPECT_THAT(m_whatIf->comparison()->before, ElementsAre(1U, 2U, 3U));
  m_whatIf->pinRecorded();
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  EXPECT_THAT(m_whatIf->comparison()->before, ElementsAre(2U, 3U, 4U));
}

TEST_F(WhatIfTest, AReferenceNeverGoesBeforeTheNewestInspection) {
  m_engine->inspectDoor.shut();
  m_studio->setRow(1);
  const int asked = m_engine->inspectDoor.arrivals();
  m_whatIf->pinSample(4);
  EXPECT_LE(m_engine->inspectDoor.arrivals(), asked + 1) << "only row 1 is asked for";
  EXPECT_FALSE(m_whatIf->comparison());
  m_engine->inspectDoor.open();
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  EXPECT_EQ(m_whatIf->comparison()->now->sequence, now());
}

TEST_F(WhatIfTest, PreviewsAnEditWithoutMakingIt) {
  const Sequence recorded = now();
  m_studio->selection().select(visitFocus(2));
  m_whatIf->preview(RemoveVisits{{0}});
  EXPECT_FALSE(m_whatIf->preview()) << "not inspected yet";
  ASSERT_TRUE(until([&] { return m_whatIf->preview().has_value(); }));
  EXPECT_THAT(m_whatIf->preview()->state.name, HasSubstr("Remove"));
  EXPECT_EQ(m_whatIf->preview()->inspection->sequence.visits.size(), 4U);
  EXPECT_EQ(m_whatIf->previewSelection().selected.visit, 1U) << "the selected visit, where it would stand";
  ASSERT_TRUE(m_whatIf->comparison());
  EXPECT_EQ(m_whatIf->comparison()->now, m_whatIf->preview()->inspection);
  EXPECT_THAT(m_whatIf->comparison()->before, ElementsAre(1U, 2U, 3U, 4U));
  EXPECT_EQ(m_whatIf->comparison()->edits, 1U);
  EXPECT_EQ(now(), recorded);
  EXPECT_EQ(m_studio->selection().now().selected.visit, 2U);
  EXPECT_EQ(m_whatIf->history()->states().size(), 1U);
  m_whatIf->endPreview();
  EXPECT_FALSE(m_whatIf->preview());
  EXPECT_FALSE(m_whatIf->comparison()) << "nothing differs from the record again";
}

TEST_F(WhatIfTest, TheNewestPreviewWinsAndAnEditEndsIt) {
  m_whatIf->preview(RemoveVisits{{0}});
  m_whatIf->preview(RemoveVisits{{0, 1}});
  ASSERT_TRUE(until([&] { return m_whatIf->preview().has_value(); }));
  EXPECT_EQ(m_whatIf->preview()->state.sequence.visits.size(), 3U);
  m_engine->inspectDoor.shut();
  m_whatIf->preview(RemoveVisits{{0, 1, 2}});
  EXPECT_EQ(m_whatIf->preview()->state.sequence.visits.size(), 3U) << "the old one until the next is there";
  m_engine->inspectDoor.open();
  ASSERT_TRUE(until([&] { return m_whatIf->preview()->state.sequence.visits.size() == 2; }));
  ASSERT_TRUE(m_whatIf->apply(RemoveVisits{{4}}));
  EXPECT_FALSE(m_whatIf->preview());
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_whatIf->comparison()->now, m_studio->inspection());
  m_whatIf->preview(RemoveVisits{{0}});
  ASSERT_TRUE(until([&] { return m_whatIf->preview().has_value(); }));
  EXPECT_EQ(m_whatIf->comparison()->edits, 2U);
  m_whatIf->preview(ReplaceLocation{{0}, 9999});
  EXPECT_FALSE(m_whatIf->preview()) << "the model has no such place";
  m_whatIf->preview(RemoveVisits{{0}});
  m_studio->setRow(3);
  EXPECT_FALSE(until([&] { return m_whatIf->preview().has_value() || !m_studio->inspectionOutdated(); }) &&
               m_whatIf->preview())
      << "of a sample that is gone";
}

TEST_F(WhatIfTest, TheRecordedStateHasItsPredictionAfterARestart) {
  ASSERT_TRUE(m_whatIf->apply(ReplaceLocation{{4}, 9}));
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  const WhatIfState kept = m_whatIf->state();
  m_whatIf->restore({});
  m_whatIf->restore(kept);
  ASSERT_TRUE(until([&] { return m_whatIf->comparison().has_value(); }));
  ASSERT_EQ(m_whatIf->history()->states().size(), 2U);
  EXPECT_EQ(m_whatIf->history()->position(), 1U) << "the edit is in front";
  EXPECT_TRUE(m_whatIf->history()->states()[0].top.has_value());
  EXPECT_TRUE(m_whatIf->history()->states()[1].top.has_value());
}

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
