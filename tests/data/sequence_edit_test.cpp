// SPDX-License-Identifier: GPL-3.0-or-later
// Every edit: what it makes of a sequence, where its visits came from, and what it refuses.
#include "model/data/edit/sequence_edit.h"

#include <algorithm>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/edit/edit_labels.h"
#include "model/data/edit/sequence_edit.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using From = std::vector<std::optional<std::size_t>>;

Visit visit(LocationId location, std::int32_t weekday, std::int32_t minute, double duration, std::int32_t daysAgo) {
  return {
      .location = location, .weekday = weekday, .startMinute = minute, .durationMinutes = duration, .daysAgo = daysAgo};
}

/// Tue 11:00, Wed 08:00, Wed 20:00, Thu 10:00; the next visit is on Friday.
Sequence four() {
  return {.user = 42,
          .visits = {visit(3, 1, 660, 60, 3), visit(4, 2, 480, 600, 2), visit(5, 2, 1200, 700.25, 2),
                     visit(4, 3, 600, 500, 1)},
          .target = 5};
}

EditedSequence edited(const SequenceEdit& edit, const Sequence& before = four()) {
  auto result = applyEdit(before, edit);
  EXPECT_TRUE(result) << (result ? "" : result.error().sentence());
  return result ? *result : EditedSequence{};
}

std::string editRefusal(const SequenceEdit& edit) {
  const auto result = applyEdit(four(), edit);
  return result ? "accepted" : result.error().sentence();
}

TEST(SequenceEdit, ReplacesPlacesAndDurations) {
  const EditedSequence after = edited(ReplaceLocation{{1, 3}, 9});
  EXPECT_EQ(after.sequence.visits[1].location, 9);
  EXPECT_EQ(after.sequence.visits[3].location, 9);
  EXPECT_EQ(after.sequence.visits[0], four().visits[0]);
  EXPECT_EQ(after.cameFrom, (From{0, 1, 2, 3}));
  EXPECT_EQ(edited(SetDuration{{2}, 0.5}).sequence.visits[2].durationMinutes, 0.5);
}

TEST(SequenceEdit, OrderFollowsTime) {
  const EditedSequence after = edited(ShiftTime{{2}, -1440});
  EXPECT_EQ(after.cameFrom, (From{0, 2, 1, 3}));
  EXPECT_EQ(after.sequence.visits[1], visit(5, 1, 1200, 700.25, 3)) << "weekday and days ago move together";
  EXPECT_EQ(edited(ShiftTime{{2}, -1440 - 541}).cameFrom, (From{2, 0, 1, 3})) << "10:59 is before 11:00";
  EXPECT_EQ(edited(ShiftTime{{2}, -1440 - 539}).cameFrom, (From{0, 2, 1, 3})) << "11:01 is after it";
  // And back again: what began in the same minute keeps its order.
  EXPECT_EQ(edited(ShiftTime{{1}, 1440}, after.sequence).sequence, four());
}

TEST(SequenceEdit, CrossesMidnight) {
  const Visit late = edited(ShiftTime{{2}, 300}).sequence.visits[2];
  EXPECT_EQ(late, visit(5, 3, 60, 700.25, 1)) << "Wed 20:00 becomes Thu 01:00";
  EXPECT_EQ(edited(ShiftTime{{3}, -601}).sequence.visits[3], visit(4, 2, 1439, 500, 2));
}

TEST(SequenceEdit, SetsTimesOnTheClockThatIsShown) {
  EXPECT_EQ(edited(SetStart{{1}, 30}).sequence.visits[1], visit(4, 2, 30, 600, 2));
  // Wed 20:00 of the record is Thu 04:00 on a clock eight hours ahead; Thu 07:30 there is Wed 23:30.
  const EditedSequence after = edited(SetStart{{2}, 450, 480});
  EXPECT_EQ(after.sequence.visits[2], visit(5, 2, 1410, 700.25, 2));
  // Thu 09:00 there is Thu 01:00 in the record.
  EXPECT_EQ(edited(SetStart{{2}, 540, 480}).sequence.visits[2], visit(5, 3, 60, 700.25, 1));
  // It is shown on Thursday, one day before the target; Tuesday there is two days earlier.
  EXPECT_EQ(edited(SetDay{{2}, 3, 480}).sequence.visits[0], visit(5, 0, 1200, 700.25, 4));
  EXPECT_EQ(edited(SetDay{{3}, 2}).sequence.visits[2], visit(4, 2, 600, 500, 2)) << "Thursday's to Wednesday 10:00";
  EXPECT_EQ(edited(SetDay{{3}, 2}).cameFrom, (From{0, 1, 3, 2}));
}

TEST(SequenceEdit, RemovesInsertsAndCopies) {
  const EditedSequence fewer = edited(RemoveVisits{{3, 0}});
  EXPECT_EQ(fewer.cameFrom, (From{1, 2}));
  EXPECT_EQ(fewer.sequence.user, 42);
  EXPECT_EQ(fewer.sequence.target, 5);
  const EditedSequence more = edited(InsertVisit{visit(7, 2, 480, 10, 2)});
  EXPECT_EQ(more.cameFrom, (From{0, 1, std::nullopt, 2, 3})) << "behind the one of the same minute";
  const EditedSequence twice = edited(DuplicateVisits{{0, 2}});
  EXPECT_EQ(twice.cameFrom, (From{0, std::nullopt, 1, 2, std::nullopt, 3}));
  EXPECT_EQ(twice.sequence.visits[4], four().visits[2]);
  const EditedSequence copied = edited(DuplicateVisits{{0}, 2 * 1440});
  EXPECT_EQ(copied.cameFrom, (From{0, 1, 2, 3, std::nullopt}));
  EXPECT_EQ(copied.sequence.visits[4], visit(3, 3, 660, 60, 1));
}

TEST(SequenceEdit, MovesTheOrderAlone) {
  EXPECT_EQ(edited(MoveVisit{0, 2}).cameFrom, (From{1, 2, 0, 3}));
  EXPECT_EQ(edited(MoveVisit{3, 0}).cameFrom, (From{3, 0, 1, 2}));
  EXPECT_EQ(edited(MoveVisit{1, 1}).sequence, four());
  // A later change of time puts the visit where it belongs and leaves the others alone.
  const Sequence wrong = edited(MoveVisit{3, 0}).sequence;
  EXPECT_EQ(edited(ShiftTime{{0}, 15}, wrong).cameFrom, (From{1, 2, 3, 0}));
}

TEST(SequenceEdit, TheTargetsDayMovesTheWindow) {
  const EditedSequence later = edited(ShiftTargetDay{2});
  EXPECT_EQ(later.sequence.visits[0], visit(3, 1, 660, 60, 5)) << "weekday and time stay";
  EXPECT_EQ(targetWeekday(four()), 4);
  EXPECT_EQ(targetWeekday(later.sequence), 6);
  EXPECT_EQ(edited(ShiftTargetDay{5}).cameFrom, (From{1, 2, 3})) << "Tuesday's is eight days ago";
  EXPECT_EQ(edited(ShiftTargetDay{-2}).cameFrom, (From{0, 1, 2})) << "Thursday's lies after it";
  EXPECT_THAT(editRefusal(ShiftTargetDay{20}), HasSubstr("no visit in the 7 days before"));
}

TEST(SequenceEdit, ChangesUserAndTarget) {
  EXPECT_EQ(edited(SetUser{7}).sequence.user, 7);
  EXPECT_EQ(edited(SetTarget{9}).sequence.target, 9);
  EXPECT_FALSE(edited(SetTarget{}).sequence.target);
}

TEST(SequenceEdit, AReplacedSequenceKeepsWhoItsVisitsAre) {
  Sequence other = four();
  std::swap(other.visits[1], other.visits[2]);
  other.visits[1].location = 40;
  const EditedSequence known = edited(ReplaceSequence{other, {0, 2, 1, std::nullopt}});
  EXPECT_THAT(known.cameFrom, ElementsAre(0U, 2U, 1U, std::nullopt));
  EXPECT_NE(edited(ReplaceSequence{other}).cameFrom, known.cameFrom) << "guessed from what they hold";
}

TEST(SequenceEdit, RefusesWhatNoDatasetHolds) {
  EXPECT_THAT(editRefusal(ShiftTime{{3}, 2 * 1440}), HasSubstr("after the day of the next visit"));
  EXPECT_THAT(editRefusal(ShiftTime{{0}, -5 * 1440}), HasSubstr("visit 0: would begin 8 days before"));
  EXPECT_THAT(editRefusal(ShiftTime{{0}, std::numeric_limits<std::int32_t>::min()}), HasSubstr("days before"));
  EXPECT_THAT(editRefusal(SetDay{{0}, std::numeric_limits<std::int32_t>::min()}), HasSubstr("7 days back"));
  EXPECT_THAT(editRefusal(SetDay{{0}, -1}), HasSubstr("after the day of the next visit"));
  EXPECT_THAT(editRefusal(SetStart{{0}, 1440}), HasSubstr("0 to 1439"));
  EXPECT_THAT(editRefusal(SetDuration{{0}, 2880.5}), HasSubstr("0 to 2880"));
  EXPECT_THAT(editRefusal(SetDuration{{0}, std::numeric_limits<double>::quiet_NaN()}), HasSubstr("0 to 2880"));
  EXPECT_THAT(editRefusal(ReplaceLocation{{0}, 0}), HasSubstr("is 0"));
  EXPECT_THAT(editRefusal(ReplaceLocation{{4}, 2}), HasSubstr("visit 4: is not there"));
  EXPECT_THAT(editRefusal(ReplaceLocation{{1, 1}, 2}), HasSubstr("named twice"));
  EXPECT_THAT(editRefusal(RemoveVisits{{}}), HasSubstr("names no visit"));
  EXPECT_THAT(editRefusal(RemoveVisits{{0, 1, 2, 3}}), HasSubstr("leave no visit"));
  EXPECT_THAT(editRefusal(InsertVisit{visit(7, 7, 480, 10, 2)}), HasSubstr("does not exist"));
  EXPECT_THAT(editRefusal(MoveVisit{0, 4}), HasSubstr("not there"));
  EXPECT_THAT(editRefusal(SetUser{0}), HasSubstr("numbered from 1"));
  EXPECT_THAT(editRefusal(ReplaceSequence{}), HasSubstr("has no visit"));
  EXPECT_THAT(editRefusal(ReplaceSequence{four(), {0, 1}}), HasSubstr("has 2 origins of visits"));
  EXPECT_THAT(editRefusal(ReplaceSequence{four(), {0, 1, 2, 4}}), HasSubstr("visit 4: is not there"));
  EXPECT_THAT(editRefusal(ReplaceSequence{four(), {0, 1, 2, 2}}), HasSubstr("named twice"));
}

TEST(VisitAlignment, FindsTheSameStays) {
  Sequence now = four();
  now.visits[2].startMinute = 1215;                // changed
  now.visits.erase(now.visits.begin());            // removed
  now.visits.push_back(visit(8, 3, 1200, 30, 1));  // new
  EXPECT_THAT(alignVisits(four(), now), ElementsAre(1U, 2U, 3U, std::nullopt));
  EXPECT_THAT(alignVisits(four(), four()), ElementsAre(0U, 1U, 2U, 3U));
  Sequence replaced = four();
  replaced.visits[1].location = 30;
  EXPECT_THAT(alignVisits(four(), replaced), ElementsAre(0U, 1U, 2U, 3U));
  EXPECT_THAT(alignVisits({}, four()), ElementsAre(std::nullopt, std::nullopt, std::nullopt, std::nullopt));
  EXPECT_TRUE(alignVisits(four(), {}).empty());
}

TEST(EditLabels, NamesEditsAsTheyAreShown) {
  const EditLabels text{.place = [](LocationId id) { return id == 5   ? "Home"
                                                            : id == 3 ? "Bakery"
                                                                      : "Office"; },
                        .user = [](UserId id) { return "User " + std::to_string(id); },
                        .offsetMinutes = 0};
  const auto name = [&](const SequenceEdit& edit) { return editName(edit, four(), text); };
  EXPECT_EQ(name(RemoveVisits{{0}}), "Remove Bakery, Tue 11:00");
  EXPECT_EQ(name(ShiftTime{{2}, -60}), "Move Home, Wed 20:00 to 19:00");
  EXPECT_EQ(name(ShiftTime{{2}, 300}), "Move Home, Wed 20:00 to Thu 01:00");
  EXPECT_EQ(name(ShiftTime{{0, 2}, -90}), "Move 2 visits by \u22121.5 h");
  EXPECT_EQ(name(SetStart{{3}, 15}), "Move Office, Thu 10:00 to 00:15");
  EXPECT_EQ(name(SetDay{{3}, 5}), "Move Office, Thu 10:00 to Sun");
  EXPECT_EQ(name(SetDuration{{3}, 240}), "Shorten Office, Thu 10:00 to 4.0 h");
  EXPECT_EQ(name(SetDuration{{0}, 61}), "Lengthen Bakery, Tue 11:00 to 1.0 h");
  EXPECT_EQ(name(ReplaceLocation{{0}, 4}), "Replace Bakery, Tue 11:00 by Office");
  EXPECT_EQ(name(InsertVisit{visit(3, 4, 480, 10, 0)}), "Insert Bakery, Fri 08:00");
  EXPECT_EQ(name(DuplicateVisits{{0}}), "Duplicate Bakery, Tue 11:00");
  EXPECT_EQ(name(DuplicateVisits{{0}, 15}), "Copy Bakery, Tue 11:00 to 11:15");
  EXPECT_EQ(name(MoveVisit{3, 0}), "Put Office, Thu 10:00 before Bakery, Tue 11:00");
  EXPECT_EQ(name(SetUser{7}), "Change User 42 to User 7");
  EXPECT_EQ(name(SetTarget{3}), "Set target to Bakery");
  EXPECT_EQ(name(ShiftTargetDay{1}), "Move the next visit to Sat");
  EXPECT_EQ(name(ShiftTargetDay{-9}), "Move the next visit to Wed");
}

TEST(SequenceEdit, EveryTimeEditOfRealSequencesTurnsBack) {
  SOJOURN_NEEDS_SHARED_DATA(folder);
  const auto dataset =
      readDataset({folder / "geolife", "geolife_eps20_prev7"}, {.wanted = {Split::Test}, .required = {Split::Test}});
  ASSERT_TRUE(dataset) << dataset.error().sentence();
  const SequenceSet& set = *dataset->split(Split::Test);
  std::size_t turned = 0;
  for (std::size_t row = 0; row < set.size(); row += 7) {
    const Sequence recorded = set.sequence(row);
    for (std::size_t i = 0; i < recorded.visits.size(); ++i) {
      for (const int minutes : {-1500, -15, 15, 700, 2900}) {
        const auto there = applyEdit(recorded, ShiftTime{{i}, minutes});
        if (!there) continue;
        ASSERT_TRUE(std::ranges::is_sorted(there->sequence.visits, {}, minuteOfWindow));
        const auto at = std::ranges::find(there->cameFrom, std::optional(i)) - there->cameFrom.begin();
        const auto back = applyEdit(there->sequence, ShiftTime{{static_cast<std::size_t>(at)}, -minutes});
        ASSERT_TRUE(back);
        ASSERT_EQ(back->sequence, recorded) << "row " << row << ", visit " << i << ", " << minutes;
        ++turned;
      }
    }
  }
  EXPECT_GT(turned, 20'000U);
}

}  // namespace
}  // namespace sojourn
