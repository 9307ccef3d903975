// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of the sample in front: their history, identity, reference and scenarios.
#include "tests/session/what_if/what_if_fixture.h"

namespace sojourn::session {
namespace {

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

}  // namespace
}  // namespace sojourn::session
