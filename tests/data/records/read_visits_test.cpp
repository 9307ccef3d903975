// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of visits, staypoints and check-ins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/records/raw_input.h"

namespace sojourn {
namespace {

using test::RawInput;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ReadVisits readTable(InputFormat format, std::string_view text) {
  auto read = RawInput(format, text).visits();
  if (!read) {
    ADD_FAILURE() << read.error().sentence();
    return {};
  }
  return std::move(*read);
}

/// What a row said must not be asked for when the next one has taken its place.
TEST(VisitsTable, ARowThatEndsEarlyAfterOneInQuotesIsCounted) {
  const std::string quoted = "\"a user whose name has no room in a small string\"";
  const auto [records, report] =
      readTable(InputFormat::VisitsCsv, "user,place,start,end\n" + quoted + ",p,10,20\nb,\"q" + std::string(60, 'q') +
                                            "\"\n" + quoted + ",p,30,40\n");
  EXPECT_EQ(records.visits.size(), 2U);
  EXPECT_EQ(report.counts.at("dropped_field_count"), 1);
}

TEST(VisitsTable, SortsUsersPlacesAndVisits) {
  const auto [records, report] = readTable(InputFormat::VisitsCsv,
                                           "user,place,start,end,name\n"
                                           "10,b,100,200,\n9,a,50,60,Alp\n10,10,20,30,\n10,b,10,15,Bar\n10,9,20,25,\n");
  EXPECT_TRUE(records.placesGiven);
  EXPECT_THAT(records.users, ElementsAre("9", "10"));
  std::vector<std::string> ids;
  std::vector<std::string> names;
  for (const RecordedPlace& place : records.places) {
    ids.push_back(place.id);
    names.push_back(place.name);
  }
  EXPECT_THAT(ids, ElementsAre("10", "9", "a", "b"));  // not all are digits
  EXPECT_THAT(names, ElementsAre("", "", "Alp", "Bar"));
  std::vector<EpochMs> ends;
  for (const RecordedVisit& visit : records.visits) ends.push_back(visit.end);
  EXPECT_THAT(ends, ElementsAre(60'000, 15'000, 30'000, 25'000, 200'000));
  EXPECT_EQ(records.visits[0].user, 0U);
  EXPECT_EQ(records.visits[1].place, 3U);
  EXPECT_FALSE(records.visits[0].position);
  EXPECT_EQ(report.counts, (PreparationCounts{{"points", 5}, {"rows", 5}, {"users_read", 2}}));
}

TEST(VisitsTable, DropsByTheFirstReason) {
  const auto [records, report] = readTable(InputFormat::VisitsCsv,
                                           "user,place,start,end,lat,lon\n"
                                           "u,a,1,2,1,1\nu,a,3,4,,\nu,a,5,6,1,1\nu,a,7,8,1,1\nu,a,9,9,1,1\n"
                                           "u,b,1,2,1,1\n"
                                           "u,a,1,2,1,1\nu,,1,,1,1\nu,a,x,,1,1\nu,a,5,4,x,1\nu,a,1,3,x,1\n");
  EXPECT_EQ(records.visits.size(), 6U);
  EXPECT_EQ(report.counts, (PreparationCounts{{"dropped_bad_coordinate", 1},
                                              {"dropped_duplicate", 1},
                                              {"dropped_missing_place", 1},
                                              {"dropped_missing_time", 1},
                                              {"dropped_negative_duration", 1},
                                              {"points", 6},
                                              {"rows", 11},
                                              {"users_read", 1}}));
  EXPECT_TRUE(records.visits.back().position);
}

TEST(VisitsTable, IsOfStaypointsWithoutAColumnOfPlaces) {
  const auto [records, report] = readTable(InputFormat::VisitsCsv,
                                           "user_id,started_at,finished_at,latitude,longitude\n"
                                           "u,1,2,1.5,2\nu,1,2,1.5,2\nu,1,2,1.5,3\nu,1,2,1.5,\n");
  EXPECT_FALSE(records.placesGiven);
  EXPECT_THAT(records.places, IsEmpty());
  ASSERT_EQ(records.visits.size(), 2U);
  EXPECT_EQ(records.visits[1].position->longitude, 3);
  EXPECT_EQ(report.counts.at("dropped_missing_coordinate"), 1);
  EXPECT_EQ(report.counts.at("dropped_duplicate"), 1);
}

TEST(CheckinsTable, TakesTheClockOfTheOffset) {
  const auto [records, report] = readTable(InputFormat::CheckinsCsv,
                                           "user,venue,utc,offset,category\n"
                                           "u,a,60,-240,Caf\xe9\nu,a,120,,\nu,a,180,+60,\nu,a,240,1.5,\n");
  ASSERT_EQ(records.visits.size(), 3U);
  EXPECT_EQ(records.visits[0].offsetMinutes, -240);
  EXPECT_FALSE(records.visits[1].offsetMinutes);
  EXPECT_EQ(records.visits[2].offsetMinutes, 60);
  EXPECT_EQ(records.visits[2].start, records.visits[2].end);
  EXPECT_EQ(records.places.at(0).name, "Caf\xc3\xa9");
  EXPECT_EQ(report.counts.at("dropped_bad_time"), 1);
}

TEST(VisitsTable, IsRefusedWithoutPlacesAndPositions) {
  const auto read = RawInput(InputFormat::VisitsCsv, "user,start,end,lat\nu,1,2,3\n").visits();
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("place (or lat and lon)"));
  RawInput bare(InputFormat::CheckinsCsv, "2\tx\t60\n");
  EXPECT_THAT(bare.visits().error().remedy, HasSubstr("2, x, 60"));
  EXPECT_THAT(bare.visits().error().what, HasSubstr("user, place, time"));
}

}  // namespace
}  // namespace sojourn
