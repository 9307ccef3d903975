// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/data/io/metadata_and_labels.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct PlacesRead {
  PlaceNames places;
  std::vector<Problem> problems;
};

PlacesRead placesFrom(std::string_view text, KnownIds known = {}) {
  const test::TempFolder folder;
  EXPECT_TRUE(writeFileAtomically(folder / "t_locations.csv", text));
  PlacesRead read;
  read.places = readPlaces(folder / "t_locations.csv", known, read.problems);
  return read;
}

TEST(LabelFiles, ReadsPlacesInAnyColumnOrder) {
  const auto [places, problems] = placesFrom(
      "name,lon,LAT,location_id,raw_location_id,extra\n"
      "\"Bakery, Elm Street\",-6.5,47.25,2,70,x\n"
      ",,,3,,\n");
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_EQ(places.name(2), "Bakery, Elm Street");
  ASSERT_TRUE(places.coordinates(2));
  EXPECT_EQ(places.coordinates(2)->latitude, 47.25);
  EXPECT_EQ(places.coordinates(2)->longitude, -6.5);
  EXPECT_EQ(places.rawId(2), 70);
  EXPECT_EQ(places.name(3), "Place 3");
  EXPECT_EQ(places.coordinates(3), std::nullopt);
}

TEST(LabelFiles, LeavesOutBadRowsAndSaysSoOnce) {
  const auto [places, problems] =
      placesFrom("location_id,lat,lon\nx,1,2\n2,91,0\n3,nan,0\n4,1,2\n4,3,4\n9,1,2\n-1,0,0\n5,1,inf\n",
                 {.locations = 9, .users = 0});
  EXPECT_THAT(places.allCoordinates(), SizeIs(1));
  EXPECT_EQ(places.coordinates(4)->latitude, 1);
  ASSERT_THAT(problems, SizeIs(4));
  std::string all;
  for (const Problem& problem : problems) all += problem.where + ": " + problem.what + "\n";
  EXPECT_THAT(all, HasSubstr("line 3: 3 rows, the first of them, whose lat or lon is not a coordinate in degrees"));
  EXPECT_THAT(all, HasSubstr("line 6: 1 row for a place that an earlier row describes"));
  EXPECT_THAT(all, HasSubstr("line 7: 1 row for places that the dataset does not have"));
  EXPECT_THAT(all, HasSubstr("line 2: 2 rows, the first of them, whose location_id is not a number from 0"));
}

TEST(LabelFiles, NamesAreFitForDisplay) {
  const auto [places, problems] = placesFrom("location_id,name\n2,\x1b[31mred\xff\n3," + std::string(1000, 'n') + "\n");
  EXPECT_EQ(places.name(2), "\\x1b[31mred\\xff");
  EXPECT_LE(places.name(3).size(), 210U);
}

TEST(LabelFiles, ABrokenTableIsAProblemAndNoError) {
  EXPECT_THAT(placesFrom("id,lat\n2,3\n").problems, SizeIs(1));
  EXPECT_THAT(placesFrom("").problems, SizeIs(1));
  const auto [places, problems] = placesFrom("location_id,name\n2,Mill\n3,\"open\n");
  EXPECT_EQ(places.name(2), "Mill") << "what came before is used";
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_THAT(problems[0].what, HasSubstr("never ends"));
  std::vector<Problem> absent;
  (void)readPlaces("/nonexistent/a_locations.csv", {}, absent);
  EXPECT_THAT(absent, SizeIs(1));
}

TEST(LabelFiles, ReadsUserNames) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "u.csv", "user_id,geolife_user,name\n3,020,Ann\n1,000,\n900000000,1,Far\n"));
  std::vector<Problem> problems;
  EXPECT_THAT(readUserNames(folder / "u.csv", {}, problems), ElementsAre("", "", "", "Ann"));
  ASSERT_THAT(problems, SizeIs(1)) << "a huge id must not make a huge table";
  EXPECT_THAT(problems[0].what, HasSubstr("users that the dataset does not have"));
}

TEST(LabelFiles, AHugeUserIdMakesNoHugeTableEvenWhereTheDatasetHasIt) {
  std::vector<Problem> problems;
  const KnownIds known{.locations = 2147483647, .users = 2147483647};
  EXPECT_THAT(userNamesFromCsv("user_id,name\n2147483646,Far\n", "u.csv", known, problems), IsEmpty());
  EXPECT_THAT(problems, SizeIs(1));
  EXPECT_EQ(placesFromCsv("location_id,name\n2147483646,Far\n", "p.csv", known, problems).name(2147483646), "Far");
}

TEST(LabelFiles, WritesWhatItReads) {
  PlaceNames places;
  places.setName(2, "Bakery, \"Elm\" Street");
  places.setCoordinates(2, {47.1234567, -6.5});
  places.setRawId(2, 5);
  places.setName(4, "Mill");
  places.setCoordinates(3, {0, 0});
  const auto [read, problems] = placesFrom(placesAsCsv(places));
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_EQ(read.names(), places.names());
  EXPECT_EQ(read.coordinates(2)->latitude, 47.1234567);
  EXPECT_EQ(read.rawId(2), 5);
  EXPECT_EQ(read.rawId(3), std::nullopt);
  EXPECT_TRUE(read.coordinates(3));
  EXPECT_FALSE(read.coordinates(4));
  EXPECT_EQ(usersAsCsv({"", "Ann", "", "B, C"}), "user_id,name\n1,Ann\n3,\"B, C\"\n");
  EXPECT_EQ(usersAsCsv({"", ""}), "");
}

TEST(LabelFiles, ANameThatLooksLikeAFormulaComesBack) {
  PlaceNames places;
  places.setName(7, "=Home");
  const std::string text = placesAsCsv(places);
  EXPECT_NE(text.find("'=Home"), std::string::npos) << text;
  EXPECT_EQ(placesFrom(text).places.name(7), "=Home");
}

TEST(LabelFilesParity, ReadsTheGeolifeTables) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  std::vector<Problem> problems;
  const PlaceNames places =
      readPlaces(data / "geolife" / "geolife_eps20_locations.csv", {.locations = 1187, .users = 46}, problems);
  EXPECT_THAT(readUserNames(data / "geolife" / "geolife_users.csv", {.locations = 1187, .users = 46}, problems),
              IsEmpty());
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_EQ(places.allCoordinates().size(), 1185U);
  EXPECT_DOUBLE_EQ(places.coordinates(2)->latitude, 39.9838052);
  EXPECT_DOUBLE_EQ(places.coordinates(2)->longitude, 116.2991356);
  EXPECT_EQ(places.name(2), "Place 2");
}

}  // namespace
}  // namespace sojourn
