// SPDX-License-Identifier: GPL-3.0-or-later
// What could not have happened, and what of it an edit brought in.
#include "model/data/edit/sequence_flags.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/edit/edit_labels.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

using From = std::vector<std::optional<std::size_t>>;

/// Place 2 is 70 km west of place 3; place 9 has no coordinates.
PlaceNames places() {
  PlaceNames names;
  names.setCoordinates(2, {.latitude = 40, .longitude = 116});
  names.setCoordinates(3, {.latitude = 40, .longitude = 116 + 70 / (111.195 * 0.76604)});
  return names;
}

/// Wed 08:00 to 18:00 at 2, Wed 20:00 to Thu 07:00 at 2, Thu 10:00 at 2; the next visit is on Friday.
Sequence three() {
  return {.user = 1,
          .visits = {{.location = 2, .weekday = 2, .startMinute = 480, .durationMinutes = 600, .daysAgo = 2},
                     {.location = 2, .weekday = 2, .startMinute = 1200, .durationMinutes = 660, .daysAgo = 2},
                     {.location = 2, .weekday = 3, .startMinute = 600, .durationMinutes = 60, .daysAgo = 1}},
          .target = {}};
}

EditLabels words() {
  return {.place = [](LocationId id) { return "P" + std::to_string(id); }, .user = {}, .offsetMinutes = 0};
}

TEST(SequenceFlags, NothingIsOddInAProperDay) {
  EXPECT_TRUE(flagsOf(three(), places()).empty());
}

TEST(SequenceFlags, AnOverlapNamesItsFix) {
  Sequence sequence = three();
  sequence.visits[1].startMinute = 1037;
  const auto flags = flagsOf(sequence, places());
  ASSERT_EQ(flags.size(), 1U);
  EXPECT_EQ(flags[0].kind, FlagKind::Overlap);
  EXPECT_EQ(flags[0].visit, 1U);
  EXPECT_EQ(flags[0].previous, 0U);
  EXPECT_EQ(flags[0].minutes, 43);
  EXPECT_EQ(flagText(flags[0], sequence, words()), "P2, Wed 17:17 starts 43 min before P2, Wed ends at 18:00");
  EXPECT_EQ(fixText(flags[0], sequence, words()), "Start at 18:00");
  const auto fixed = applyEdit(sequence, *flags[0].fix);
  ASSERT_TRUE(fixed);
  EXPECT_TRUE(flagsOf(fixed->sequence, places()).empty());
}

TEST(SequenceFlags, AFractionOfAMinuteIsRoundedToTheNextOne) {
  Sequence sequence = three();
  sequence.visits[0].durationMinutes = 720.5;
  const auto flags = flagsOf(sequence, places());
  ASSERT_EQ(flags.size(), 1U);
  EXPECT_EQ(flags[0].fix, SequenceEdit(ShiftTime{{1}, 1}));
}

TEST(SequenceFlags, AWrongOrderIsFixedByMoving) {
  const auto moved = applyEdit(three(), MoveVisit{2, 0});
  ASSERT_TRUE(moved);
  const auto flags = flagsOf(moved->sequence, places());
  ASSERT_EQ(flags.size(), 1U);
  EXPECT_EQ(flags[0].kind, FlagKind::WrongOrder);
  EXPECT_EQ(flags[0].visit, 1U);
  EXPECT_EQ(fixText(flags[0], moved->sequence, words()), "Put in order");
  auto fixed = applyEdit(moved->sequence, *flags[0].fix);
  ASSERT_TRUE(fixed);
  const auto left = flagsOf(fixed->sequence, places());
  ASSERT_EQ(left.size(), 1U) << "the second one is still behind it";
  fixed = applyEdit(fixed->sequence, *left[0].fix);
  EXPECT_EQ(fixed->sequence, three());
}

TEST(SequenceFlags, AHopNeedsItsTime) {
  Sequence sequence = three();
  sequence.visits[1].location = 3;
  EXPECT_TRUE(flagsOf(sequence, places()).empty()) << "two hours there, three back";
  sequence.visits[0].durationMinutes = 715;
  const auto flags = flagsOf(sequence, places());
  ASSERT_EQ(flags.size(), 1U) << "70 km in 5 minutes";
  EXPECT_EQ(flags[0].kind, FlagKind::TooFast);
  EXPECT_NEAR(flags[0].kilometres, 70, 0.1);
  EXPECT_EQ(flags[0].minutes, 5);
  EXPECT_EQ(flagText(flags[0], sequence, words()), "P3, Wed 20:00 begins 5 min after P2, 70 km away");
  EXPECT_EQ(fixText(flags[0], sequence, words()), "");
  sequence.visits[1].location = 9;
  EXPECT_TRUE(flagsOf(sequence, places()).empty()) << "nobody knows where place 9 is";
  sequence.visits[1].location = unseenLocation;
  EXPECT_TRUE(flagsOf(sequence, places()).empty());
  EXPECT_FALSE(tooFast(0.9, 0));
  EXPECT_TRUE(tooFast(30, 5));
  EXPECT_FALSE(tooFast(900, 60)) << "aeroplanes";
  EXPECT_TRUE(tooFast(1100, 60));
}

TEST(SequenceFlags, DaysMustFit) {
  Sequence sequence = three();
  sequence.visits[0].daysAgo = 9;
  auto flags = flagsOf(sequence, places());
  ASSERT_EQ(flags.size(), 1U) << "nine days before a Friday is a Wednesday";
  EXPECT_EQ(flags[0].kind, FlagKind::BeyondWindow);
  EXPECT_EQ(flags[0].fix, SequenceEdit(RemoveVisits{{0}}));
  sequence = three();
  sequence.visits[0].weekday = 4;
  flags = flagsOf(sequence, places());
  ASSERT_EQ(flags.size(), 1U);
  EXPECT_EQ(flags[0].kind, FlagKind::WrongWeekday);
}

TEST(SequenceFlags, OnlyWhatIsNewOrWorse) {
  Sequence recorded = three();
  recorded.visits[1].startMinute = 1037;
  const auto old = flagsOf(recorded, places());
  EXPECT_TRUE(newFlags(flagsOf(recorded, places()), old, From{0, 1, 2}).empty());
  Sequence worse = recorded;
  worse.visits[1].startMinute = 1020;
  EXPECT_EQ(newFlags(flagsOf(worse, places()), old, From{0, 1, 2}).size(), 1U);
  Sequence better = recorded;
  better.visits[1].startMinute = 1050;
  EXPECT_TRUE(newFlags(flagsOf(better, places()), old, From{0, 1, 2}).empty());
  EXPECT_EQ(newFlags(flagsOf(recorded, places()), old, From{std::nullopt, 1, 2}).size(), 1U) << "another visit";
}

TEST(SequenceFlags, RecordsAreOddOnlyByTheirHops) {
  SOJOURN_NEEDS_SHARED_DATA(folder);
  const auto dataset =
      readDataset({folder / "geolife", "geolife_eps20_prev7"}, {.wanted = {Split::Test}, .required = {Split::Test}});
  ASSERT_TRUE(dataset) << dataset.error().sentence();
  const SequenceSet& set = *dataset->split(Split::Test);
  std::size_t windows = 0;
  for (std::size_t row = 0; row < set.size(); ++row) {
    const auto flags = flagsOf(set.sequence(row), dataset->places);
    for (const SequenceFlag& flag : flags) EXPECT_EQ(flag.kind, FlagKind::TooFast) << "row " << row;
    if (!flags.empty()) ++windows;
  }
  EXPECT_EQ(windows, 153U) << "of 3502";
}

}  // namespace
}  // namespace sojourn
