// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr LocationId home = 5, office = 6, club = 7;

/// One stay, as the last visit of a window.
void stay(SequenceSet& set, LocationId location, int weekday, int startMinute, double minutes, UserId user = 1) {
  set.append(
      {.user = user,
       .visits = {{.location = club, .weekday = 0, .startMinute = 0, .durationMinutes = 2880, .daysAgo = 7},
                  {.location = location, .weekday = weekday, .startMinute = startMinute, .durationMinutes = minutes}},
       .target = home});
}

/// Five days of a week: nights at home from 22:00 for ten hours, work from 9:00 for eight.
SequenceSet week(int shiftMinutes = 0) {
  SequenceSet set;
  for (int day = 0; day < 5; ++day) {
    const int night = 22 * 60 + shiftMinutes;
    const int morning = 9 * 60 + shiftMinutes;
    const auto wrap = [](int minute) { return (minute % 1440 + 1440) % 1440; };
    const auto dayOf = [&](int minute) { return (day + (minute < 0 ? 6 : minute / 1440)) % 7; };
    stay(set, office, dayOf(morning), wrap(morning), 480);
    stay(set, home, dayOf(night), wrap(night), 600);
  }
  stay(set, club, 5, 9 * 60, 480);
  return set;
}

TEST(HomeAndWork, TellsHowFarItIsAndCanBeCancelled) {
  SequenceSet set;
  for (int i = 0; i < 10'000; ++i) stay(set, home, i % 7, 0, 360);
  std::vector<std::size_t> done;
  CancelToken cancel;
  const Progress progress = [&](std::size_t rows, std::size_t total) {
    EXPECT_EQ(total, 10'000U);
    done.push_back(rows);
  };
  EXPECT_THAT(proposeHomeAndWork(set, 0, {}, progress, cancel), SizeIs(1));
  EXPECT_THAT(done, ::testing::ElementsAre(4096U, 8192U));
  cancel.cancel();
  EXPECT_THAT(proposeHomeAndWork(set, 0, {}, progress, cancel), IsEmpty());
}

TEST(HomeAndWork, NightsMakeAHomeAndWeekdaysAPlaceOfWork) {
  const auto proposals = proposeHomeAndWork(week(), 0);
  ASSERT_THAT(proposals, SizeIs(2));
  EXPECT_EQ(proposals[0].role, PlaceRole::Home);
  EXPECT_EQ(proposals[0].location, home);
  EXPECT_EQ(proposals[0].user, 1);
  EXPECT_EQ(proposals[0].stays, 5U);
  EXPECT_DOUBLE_EQ(proposals[0].hours, 30);
  EXPECT_DOUBLE_EQ(proposals[0].share, 1);
  EXPECT_EQ(proposals[1].role, PlaceRole::Work);
  EXPECT_EQ(proposals[1].location, office);
  EXPECT_DOUBLE_EQ(proposals[1].hours, 40) << "a Saturday in the club is no work, nor are other visits of a window";
  EXPECT_EQ(proposals[0].reason(), "5 stays, 30 h, 100 % of the recorded time between 00:00 and 06:00");
}

TEST(HomeAndWork, TimesAreReadInTheChosenZone) {
  const SequenceSet recordedInUtc = week(-8 * 60);
  EXPECT_NE(proposeHomeAndWork(recordedInUtc, 0).front().location, home);
  const auto proposals = proposeHomeAndWork(recordedInUtc, 8 * 60);
  ASSERT_THAT(proposals, SizeIs(2));
  EXPECT_EQ(proposals[0].location, home);
  EXPECT_EQ(proposals[1].location, office);
}

TEST(HomeAndWork, LittleEvidenceProposesNothing) {
  SequenceSet set;
  stay(set, home, 0, 22 * 60, 600);
  EXPECT_THAT(proposeHomeAndWork(set, 0), IsEmpty()) << "six hours are one night";
  SequenceSet unseen;
  for (int day = 0; day < 7; ++day) stay(unseen, unseenLocation, day, 0, 360);
  EXPECT_THAT(proposeHomeAndWork(unseen, 0), IsEmpty());
  SequenceSet absurd;
  stay(absurd, home, 0, 0, 1e300);
  EXPECT_LE(proposeHomeAndWork(absurd, 0).at(0).hours, 7 * 6.0);
}

}  // namespace
}  // namespace sojourn
