// SPDX-License-Identifier: GPL-3.0-or-later
// Merging, calendars, rare parts, splits and targets on a handful of rows.
#include "model/data/steps/prepared_visits.h"

#include <gtest/gtest.h>

#include "model/data/io/read_split.h"
#include "model/data/steps/prepared_sequences.h"

namespace sojourn {
namespace {

constexpr EpochMs second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

RecordedVisit row(std::uint32_t user, std::uint32_t place, EpochMs start, EpochMs end) {
  RecordedVisit visit;
  visit.user = user;
  visit.place = place;
  visit.start = start;
  visit.end = end;
  return visit;
}

TEST(PreparedVisits, MergeUpToTheGap) {
  std::vector<RecordedVisit> rows{
      row(0, 1, 0, hour),
      row(0, 1, hour + 60 * second, 2 * hour),                    // joins: a minute later
      row(0, 1, 2 * hour + 61 * second, 3 * hour),                // does not: a second more
      row(0, 1, 2 * hour + 90 * second, 2 * hour + minute * 10),  // joins: inside it; the later end stays
      row(0, 2, 3 * hour, 4 * hour),                              // another place
      row(0, 1, 4 * hour, 5 * hour),                              // the visit before it is elsewhere
      row(1, 1, 5 * hour, 6 * hour),                              // another user
  };
  EXPECT_EQ(mergeVisits(rows, 1), 2);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].end, 2 * hour);
  EXPECT_EQ(rows[1].end, 3 * hour);
}

TEST(PreparedVisits, HaveDaysAndMinutesOfTheirClock) {
  // 1970-01-01 is a Thursday. Eight hours ahead, 17:30 UTC is 01:30 of the next day.
  const std::vector<RecordedVisit> rows{row(3, 0, 15 * hour, 15 * hour + 119 * second),
                                        row(3, 0, 17 * hour + 30 * minute, 20 * hour)};
  const auto calendar = putOnCalendar(rows, TimeZone::fixed(8 * 60));
  ASSERT_EQ(calendar.visits.size(), 2U);
  EXPECT_EQ(calendar.visits[0].day, 0);
  EXPECT_EQ(calendar.visits[0].weekday, 3);
  EXPECT_EQ(calendar.visits[0].minute, 23 * 60);
  EXPECT_EQ(calendar.visits[0].minutes, 1) << "rounded down";
  EXPECT_EQ(calendar.visits[1].day, 1);
  EXPECT_EQ(calendar.visits[1].weekday, 4);
  EXPECT_EQ(calendar.visits[1].minute, 90);
  EXPECT_EQ(calendar.clockReversals, 0);
}

TEST(PreparedVisits, AreInTheOrderOfTheirOwnClocks) {
  std::vector<RecordedVisit> rows{row(0, 0, 12 * hour, 12 * hour), row(0, 1, 12 * hour + minute, 12 * hour + minute)};
  rows[0].offsetMinutes = 60;
  rows[1].offsetMinutes = 0;
  const auto calendar = putOnCalendar(rows, TimeZone::fixed(0));
  EXPECT_EQ(calendar.visits[0].place, 1U);
  EXPECT_EQ(calendar.visits[1].minute, 13 * 60);
  EXPECT_EQ(calendar.clockReversals, 1);
}

PreparedVisit visit(std::uint32_t user, std::uint32_t place, std::int32_t onDay, std::int32_t atMinute = 600) {
  return {.start = onDay * day + atMinute * minute,
          .end = onDay * day + (atMinute + 45) * minute,
          .user = user,
          .place = place,
          .day = onDay,
          .weekday = onDay % 7,
          .minute = atMinute,
          .minutes = 45};
}

TEST(PreparedVisits, RareUsersGoBeforeRarePlaces) {
  std::vector<PreparedVisit> visits{visit(0, 5, 0), visit(0, 5, 1), visit(0, 6, 2), visit(1, 6, 0)};
  const RareParts rare = dropRareParts(visits, 2, 2);
  EXPECT_EQ(rare.users, 1);
  EXPECT_EQ(rare.places, 1) << "place 6 has one visit left";
  ASSERT_EQ(visits.size(), 2U);
  EXPECT_EQ(visits[1].place, 5U);
}

TEST(PreparedSequences, SplitByDaysAndNeedAWindow) {
  // Every day a visit, for 50 days: the last day is 49, train before 29.4, validation before 39.2.
  std::vector<PreparedVisit> visits;
  for (std::int32_t i = 0; i < 50; ++i) visits.push_back(visit(4, 10 + static_cast<std::uint32_t>(i) % 2, i));
  visits.push_back(visit(9, 12, 0));  // a user without targets, whose place counts for nothing
  const PreparedSequences made = makeSequences(visits, 13, {});
  EXPECT_EQ(made.users, std::vector<std::uint32_t>{4});
  EXPECT_EQ(made.places, (std::vector<std::uint32_t>{10, 11}));
  EXPECT_EQ(made.visits, (std::array<std::int64_t, 3>{30, 10, 10}));
  EXPECT_EQ(made.usersWithoutTargets, 1);
  EXPECT_EQ(made.inFirstDays, 3 * 7 + 1);
  EXPECT_EQ(made.shortHistory, 0);
  EXPECT_EQ(made.validTargets, 23 + 3 + 3);
  const SequenceSet& train = made.splits[0];
  ASSERT_EQ(train.size(), 23U);
  const Sequence first = train.sequence(0);
  EXPECT_EQ(first.user, 1);
  EXPECT_EQ(first.target, 3) << "day 7 is at place 11";
  ASSERT_EQ(first.visits.size(), 7U);
  EXPECT_EQ(first.visits[0],
            (Visit{.location = 2, .weekday = 0, .startMinute = 600, .durationMinutes = 45, .daysAgo = 7}));
  EXPECT_EQ(first.visits[6].daysAgo, 1);
}

TEST(PreparedSequences, NeedVisitsBeforeTheTarget) {
  std::vector<PreparedVisit> visits;
  for (const std::int32_t i : {1, 5, 6, 8, 20, 59, 60, 61, 62, 66, 69, 80, 81, 82, 87, 99})
    visits.push_back(visit(0, 0, i));
  // Train ends before 59.4: 1 5 6 8 20 59. Validation: 60 61 62 66 69. Test: 80 81 82 87 99.
  const PreparedSequences made = makeSequences(visits, 1, {});
  EXPECT_EQ(made.shortHistory, 1 + 1 + 1 + 1) << "20 and 59, 69 has 62 and 66, 99 none; 8 has all three";
  EXPECT_EQ(made.validTargets, 1 + 0 + 1);
  EXPECT_EQ(made.usersWithoutTargets, 1);
  EXPECT_TRUE(made.users.empty());
  EXPECT_TRUE(made.splits[0].empty());
}

/// Each of them would hold thousands of visits: their sum is known before any is made.
TEST(PreparedSequences, AreNotMadeWhereNoReaderWouldTakeThem) {
  std::vector<PreparedVisit> visits;
  for (std::int32_t date = 0; date < 60; ++date)
    for (std::int32_t begin = 0; begin < 1000; begin += 2) visits.push_back(visit(0, 0, date, begin));
  const PreparedSequences made = makeSequences(visits, 1, {});
  EXPECT_EQ(made.validTargets, (29 + 5 + 5) * 500);
  EXPECT_GT(made.bytes, datasetMemory);
  for (const SequenceSet& split : made.splits) EXPECT_TRUE(split.empty());
}

TEST(PreparedSequences, UnseenPlacesAndLongDurationsAreCut) {
  std::vector<PreparedVisit> visits;
  for (std::int32_t i = 0; i < 50; ++i) visits.push_back(visit(0, i < 30 ? 0 : 1, i));
  for (PreparedVisit& one : visits) one.minutes = 5000;
  const PreparedSequences made = makeSequences(visits, 2, {});
  const Sequence test = made.splits[2].sequence(0);
  EXPECT_EQ(test.target, unseenLocation);
  EXPECT_EQ(test.visits[0].location, unseenLocation);
  EXPECT_EQ(test.visits[0].durationMinutes, 2879);
}

}  // namespace
}  // namespace sojourn
