// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of a replay say where a part is absent, and when the list of probes is made again.
#include <algorithm>

#include "tests/present/replay/replay_fixtures.h"

namespace sojourn::present {
namespace {

TEST(Replay, AModelWithoutAPointerGetsOneSentence) {
  const Replay run(3, {.pointer = false});
  for (const Present present : {replayPointerContent, replayGateContent, replayBiasContent}) {
    const ViewContent content = present(run.input(0, 2), {{300, 200}, Theme::light(), measurer});
    ASSERT_TRUE(std::holds_alternative<EmptyState>(content));
    EXPECT_THAT(std::get<EmptyState>(content).title, HasSubstr("MHSA has no "));
  }
  expectGood(sceneOf(replayMapsContent, run.input(0, 2)));
  expectGood(sceneOf(replayTopContent, run.input(0, 2)));
}

TEST(Replay, WithoutTheDatasetVisitsAreNumbersAndTheRestStays) {
  const Replay run(13, {}, false);
  for (const Present present : allPictures) expectGood(sceneOf(present, run.input(0, 12), {420, 240}));
  EXPECT_TRUE(says(sceneOf(replayProbesContent, run.input(0, 12), {400, 240}), "validation sample 100"));
  const Scene list = sceneOf(replayProbesContent, run.input(0, 12), {236, 240});
  EXPECT_TRUE(std::ranges::any_of(shapesOf<TextShape>(list), [](const TextShape& text) {
    return text.text.starts_with("val") && text.text.ends_with("100");
  })) << "its number is not what is left out";
  EXPECT_THAT(list.summary, HasSubstr("8 are predicted correctly")) << "decided by the target's probability alone";
  bool numbered = false;
  for (const HitArea& hit : sceneOf(replayPointerContent, run.input(0, 12)).hits)
    numbered |= hit.label.starts_with("Epoch 12: visit 5, weight");
  EXPECT_TRUE(numbered);
}

TEST(ReplayProbeList, IsMadeAgainOnlyWhereNamesOrLengthsDiffer) {
  const Replay replay(3, {}, false);
  Sequence sequence;
  sequence.user = 4;
  sequence.visits.assign(replay.views[0].file->probes[0].length,
                         {.location = 2, .weekday = 1, .startMinute = 60, .durationMinutes = 30, .daysAgo = 1});
  sequence.target = 2;
  PlaceNames names;
  names.setName(2, "Home");
  std::vector<UserId> asked;
  const std::vector<std::int64_t> rows{537};
  ReplayProbeSource source{.epochs = replay.views,
                           .sequences = std::span(&sequence, 1),
                           .rows = rows,
                           .names = [&](UserId user) -> const PlaceNames& {
                             asked.push_back(user);
                             return names;
                           },
                           .namesVersion = 1};
  ReplayProbeList list;
  list.update(source);
  ASSERT_EQ(list.probes().size(), replay.views[0].file->probes.size());
  ASSERT_GT(list.probes().size(), 1U);
  EXPECT_EQ(list.probes()[0].title(), "Home");
  EXPECT_THAT(list.probes()[0].sample, HasSubstr("537"));
  EXPECT_THAT(list.probes()[1].sample, HasSubstr("1")) << "a probe without a description shows its number";
  EXPECT_EQ(list.lengths()[1], replay.views[0].file->probes[1].length);
  EXPECT_EQ(asked, std::vector<UserId>{4});

  list.update(source);
  EXPECT_EQ(asked.size(), 1U) << "nothing differs";
  names.setName(2, "Flat");
  source.namesVersion = 2;
  list.update(source);
  EXPECT_EQ(list.probes()[0].title(), "Flat");
  source.epochs = {};
  list.update(source);
  EXPECT_TRUE(list.probes().empty()) << "no snapshot is read";
}

}  // namespace
}  // namespace sojourn::present
