// SPDX-License-Identifier: GPL-3.0-or-later
// Each way to end without a sequence names its setting and a value that would do; and the disk has to have room.
#include "model/data/prepare/empty_dataset.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/prepare/output_folder.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

/// Stays of one user, `minutes` long, each `degrees` north of the one before.
Preparation withStays(int count, double minutes, double degrees) {
  Preparation made;
  made.settings.input.input = "walks.gpx";
  for (int i = 0; i < count; ++i) {
    PreparedStaypoint row;
    row.stay.start = i * 86'400'000LL;
    row.stay.end = row.stay.start + static_cast<EpochMs>(minutes * 60'000);
    row.stay.centre = {47 + degrees * i, 8};
    row.active = minutes > made.settings.activity;
    made.staypoints.push_back(row);
  }
  return made;
}

/// A visit a day.
Preparation withVisits(int days) {
  Preparation made;
  made.settings.input.input = "diary.csv";
  for (int day = 0; day < days; ++day) {
    PreparedVisit visit;
    visit.day = day;
    made.visits.push_back(visit);
  }
  return made;
}

TEST(EmptyDataset, NoStay) {
  EXPECT_THAT(refusalOfEmpty(withStays(0, 0, 0), {}).what,
              HasSubstr("no fixes lie within --dist 200 metres for --time 30 minutes"));
}

TEST(EmptyDataset, NoStayIsLongEnough) {
  const Error error = refusalOfEmpty(withStays(3, 20.5, 0), {});
  EXPECT_EQ(error.what, "no stay is long enough: the longest takes 20 minutes, and --activity 25 asks for more");
  EXPECT_EQ(error.remedy, "set --activity 19 or less");
}

TEST(EmptyDataset, NoPlaceHasTwoVisits) {
  // 0.001 degrees are 111 metres.
  const Error error = refusalOfEmpty(withStays(3, 40, 0.001), {});
  EXPECT_EQ(error.where, "walks.gpx");
  EXPECT_THAT(error.what, HasSubstr("no place has two visits: no 2 stays lie within --eps 20 metres of each other"));
  EXPECT_EQ(error.remedy, "set --eps 160 or --min-samples 1");
  EXPECT_EQ(refusalOfEmpty(withStays(3, 40, 1), {}).remedy, "set --min-samples 1")
      << "further apart than any place is wide";
}

TEST(EmptyDataset, EveryUserWasFilteredOut) {
  Preparation made = withStays(3, 40, 0);
  made.settings.minDays = 60;
  Error error = refusalOfEmpty(made, {.longestRecord = 21});
  EXPECT_EQ(error.what,
            "every user was filtered out: the longest record takes 21 days, and --min-days 60 asks for more");
  EXPECT_EQ(error.remedy, "set --min-days 21 or less");
  made.settings.minDays = 0;
  made.settings.minUserVisits = 10;
  error = refusalOfEmpty(made, {.longestRecord = 21, .mostVisitsOfUser = 8, .mostVisitsOfPlace = 0});
  EXPECT_THAT(error.what, HasSubstr("every user was filtered out: the one with the most visits has 8"));
  EXPECT_EQ(error.remedy, "set --min-user-visits 8 or less");
  made.settings.minUserVisits = 1;
  made.settings.minPlaceVisits = 10;
  error = refusalOfEmpty(made, {.longestRecord = 21, .mostVisitsOfUser = 8, .mostVisitsOfPlace = 4});
  EXPECT_THAT(error.what, HasSubstr("every place was filtered out"));
  EXPECT_EQ(error.remedy, "set --min-place-visits 4 or less");
}

TEST(EmptyDataset, NoTargetInAllSplits) {
  // Days 0 to 20: validation has the days 12 to 15, so that a window of 3 days is the widest with a day beyond it.
  Error error = refusalOfEmpty(withVisits(21), {});
  EXPECT_THAT(error.what, HasSubstr("no user has a target in all three splits"));
  EXPECT_THAT(error.what, HasSubstr("the longest record spans 21 days"));
  EXPECT_THAT(error.remedy, HasSubstr("set --window 3;"));
  Preparation few = withVisits(21);
  few.settings.window = 2;
  EXPECT_THAT(refusalOfEmpty(few, {}).remedy, HasSubstr("set --min-visits 2;"));
  EXPECT_THAT(refusalOfEmpty(withVisits(2), {}).remedy, HasSubstr("longer records are needed"));
}

TEST(OutputFolder, ChecksTheRoomOnItsDisk) {
  const test::TempFolder folder;
  PrepareSettings settings;
  settings.out = folder / "out";
  const auto out = OutputFolder::open(settings);
  ASSERT_TRUE(out.ok());
  EXPECT_TRUE(out->checkRoom(1).ok());
  const auto space = std::filesystem::space(folder.path());
  const Status full = out->checkRoom(space.capacity);
  ASSERT_FALSE(full.ok());
  EXPECT_THAT(full.error().what, HasSubstr("lies on a disk with"));
}

}  // namespace
}  // namespace sojourn
