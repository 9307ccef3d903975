// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of fixes: dialects, columns, what is dropped and in which order.
#include <cmath>
#include <cstring>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/records/packed_fixes.h"
#include "tests/data/records/raw_input.h"

namespace sojourn {
namespace {

using test::RawInput;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

/// The one fix of a table with this text.
Fix onlyFix(std::string_view text) {
  const auto read = RawInput(InputFormat::PointsCsv, text).fixes();
  EXPECT_FALSE(read.error) << text << read.error->sentence();
  if (read.users.size() != 1 || read.users[0].fixes.size() != 1) {
    ADD_FAILURE() << "not one fix: " << text;
    return {};
  }
  return read.users[0].fixes[0];
}

TEST(PointsTable, GuessesTheDelimiter) {
  for (const char* text :
       {"user\tlat\tlon\ttime\nu\t1.5\t-2.25\t60\n", "user;lat;lon;time\nu;1.5;-2.25;60\n",
        "user,lat,lon,time\nu,1.5,-2.25,60\n", "user|lat|lon|time\nu|1.5|-2.25|60\n",
        "\"a,b,c,d,e\"|user|lat|lon|time\nx|u|1.5|-2.25|60\n", "user,lat,lon,time,a|b|c|d\nu,1.5,-2.25,60,\n"}) {
    const Fix fix = onlyFix(text);
    EXPECT_EQ(fix.latitude, 1.5) << text;
    EXPECT_EQ(fix.longitude, -2.25) << text;
    EXPECT_EQ(fix.time, 60'000) << text;
  }
}

TEST(PointsTable, ReadsMarksLineEndsQuotesAndBlankLines) {
  EXPECT_EQ(onlyFix("\xef\xbb\xbfUSER,Lat,LON,Time\r\nu,1,2,60\r\n").latitude, 1);
  EXPECT_EQ(onlyFix("user,lat,lon,time\n\n   \nu,1,2,60").latitude, 1);
  EXPECT_EQ(onlyFix("user,lat,lon,time,note\nu,1,2,60,\"a \"\"b\"\", c\r\nd\"\n").latitude, 1);
  EXPECT_EQ(onlyFix("user,lat,lon,time,note\nu,1,2,60,5\" screen\n").latitude, 1);
  EXPECT_EQ(onlyFix("user,lat,lon,time\n u , +1 ,2, 1970-01-01T00:01:00Z \n").time, 60'000);
}

TEST(PointsTable, ReadsDecimalCommasWhereTheDelimiterIsAnother) {
  EXPECT_EQ(onlyFix("user;lat;lon;time\nu;46,949992;-7,5;60").latitude, 46.949992);
  EXPECT_EQ(onlyFix("user;lat;lon;time\nu;46.949992;7;60").latitude, 46.949992);
  EXPECT_EQ(onlyFix("user;lat;lon;time\nu;46,94999212345678901;7;60").latitude, 46.94999212345678901);
  EXPECT_EQ(onlyFix("user;lat;lon;time\nu;1,5e1;7;60").latitude, 15);
}

TEST(PointsTable, ReadsNumbersAsTheirNearestDouble) {
  for (const char* number :
       {"39.983525632", "0.1", "-89.999999999999", "1e-7", "00001.50", "12.345678901234567", ".5"}) {
    EXPECT_EQ(onlyFix(std::string("user,lat,lon,time\nu,") + number + ",2,60").latitude, std::stod(number)) << number;
  }
}

TEST(PointsTable, TakesTheFirstNameThatIsThere) {
  const auto read = RawInput(InputFormat::PointsCsv, "uid,device,y,lat,x,utc,time\na,b,1,2,3,60,120\n").fixes();
  ASSERT_EQ(read.users.size(), 1U);
  EXPECT_EQ(read.users[0].user, "a");
  EXPECT_EQ(read.users[0].fixes[0].latitude, 2);
  EXPECT_EQ(read.users[0].fixes[0].time, 120'000);
}

TEST(PointsTable, TakesTheColumnsThatTheUserNames) {
  RawInput named(InputFormat::PointsCsv, "Who,lat,lon,time,When\na,1,2,60,120\n");
  named.settings.columns = {{"user", "Who"}, {"time", "when"}};
  EXPECT_EQ(named.fixes().users.at(0).fixes.at(0).time, 120'000);
  RawInput numbered(InputFormat::PointsCsv, "a,1,2,60\n");
  numbered.settings.columns = {{"user", "1"}, {"lat", "2"}, {"lon", "3"}, {"time", "4"}};
  numbered.settings.header = false;
  EXPECT_EQ(numbered.fixes().users.at(0).fixes.at(0).time, 60'000);
}

TEST(PointsTable, DropsAndCountsByTheFirstReason) {
  const auto read = RawInput(InputFormat::PointsCsv,
                             "user,time,lat,lon\n"
                             "u,60,1,2\nu,61,1,2\nu,62,1,2\nu,63,1,2\nu,64,1,2\nu,65,1,2\nu,66,1,2\nu,67,1,2\n"
                             "u,68,1,2\nu,69,1,2\nu,70,1,2\nu,71,1,2\n"
                             "u,60,1\n"                       // field_count
                             ",,x,500\n"                      // missing_user
                             "u,NaN,x,500\n"                  // missing_time
                             "u,never,x,500\n"                // bad_time
                             "u,2100-01-01T00:00Z,x,500\n"    // time_out_of_range
                             "u,60,x,none\n"                  // missing_coordinate
                             "u,60,x,500\nu,60,inf,2\n"       // bad_coordinate
                             "u,60,90.1,2\nu,60,90,-180.1\n"  // coordinate_out_of_range
                             "u,60,1.0,2\n")                  // duplicate
                        .fixes();
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_THAT(
      read.counts,
      UnorderedElementsAre(Pair("rows", 23), Pair("points", 12), Pair("users_read", 1), Pair("dropped_field_count", 1),
                           Pair("dropped_missing_user", 1), Pair("dropped_missing_time", 1),
                           Pair("dropped_bad_time", 1), Pair("dropped_time_out_of_range", 1),
                           Pair("dropped_missing_coordinate", 1), Pair("dropped_bad_coordinate", 2),
                           Pair("dropped_coordinate_out_of_range", 2), Pair("dropped_duplicate", 1)));
}

TEST(PointsTable, SortsByTimeAndKeepsTheOrderOfReading) {
  const RawInput input(InputFormat::PointsCsv,
                       "user,time,lat,lon\nu,30,1,1\nu,10,2,2\nv,5,0,0\nu,30,1,1\nu,30,3,3\nu,20,4,4\nu,30,2,2\n");
  const auto read = input.fixes();
  ASSERT_EQ(read.users.size(), 2U);
  std::vector<double> latitudes;
  for (const Fix& fix : read.users[0].fixes) latitudes.push_back(fix.latitude);
  EXPECT_THAT(latitudes, ElementsAre(2, 4, 1, 3, 2));
  EXPECT_EQ(read.counts.at("out_of_order"), 2);
  EXPECT_EQ(read.counts.at("dropped_duplicate"), 1);
}

TEST(PointsTable, KeepsDuplicatesWhereTheyAreAskedFor) {
  RawInput input(InputFormat::PointsCsv, "user,time,lat,lon\nu,30,1,1\nu,30,1,1\n");
  input.settings.dropDuplicates = false;
  EXPECT_EQ(input.fixes().users.at(0).fixes.size(), 2U);
}

std::vector<std::string> usersOf(std::string_view ids) {
  std::string text = "user,time,lat,lon\n";
  for (const char id : ids) text += id == ' ' ? ",30,1,1\n" : std::string(1, id);
  std::vector<std::string> users;
  for (const UserFixes& user : RawInput(InputFormat::PointsCsv, text).fixes().users) users.push_back(user.user);
  return users;
}

TEST(PointsTable, SortsUsersByValueWhereAllAreDigits) {
  EXPECT_THAT(usersOf("10 9 2 99999999999999999999999 007 "),
              ElementsAre("2", "007", "9", "10", "99999999999999999999999"));
  EXPECT_THAT(usersOf("10 9 2 x "), ElementsAre("10", "2", "9", "x"));
}

TEST(PointsTable, ReadsLatin1WhereTextIsNoUtf8) {
  EXPECT_THAT(usersOf("Zo\xeb Zo\xc3\xab Al "), ElementsAre("Al", "Zo\xc3\xab"));
}

TEST(PointsTable, ReadsStampsInTheZoneOfTheClock) {
  RawInput input(InputFormat::PointsCsv,
                 "user,time,lat,lon\nu,2021-10-31 02:30:00,1,1\nu,2021-03-28 02:30:00,1,1\nu,2021-03-28T02:30Z,1,1\n");
  input.settings.stampsIn = "Europe/Zurich";
  const auto read = input.fixes();
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.counts.at("time_ambiguous"), 1);
  EXPECT_EQ(read.counts.at("time_nonexistent"), 1);
  EXPECT_EQ(read.users.at(0).fixes.at(0).time, 1'616'893'200'000);
  EXPECT_EQ(read.users.at(0).fixes.at(2).time, 1'635'640'200'000);
}

TEST(PointsTable, SkipsUsersThatAreNotWantedAndPassesErrorsOn) {
  const RawInput input(InputFormat::PointsCsv, "user,time,lat,lon\nu,30,1,1\nv,30,1,1\n");
  std::vector<std::string> users;
  const auto counts = readFixes(
      input.settings,
      [&](UserFixes&& user) -> Status {
        users.push_back(user.user);
        return {};
      },
      [](const std::string& user) { return user == "v"; });
  ASSERT_TRUE(counts);
  EXPECT_THAT(users, ElementsAre("v"));
  EXPECT_EQ(counts->counts.at("points"), 2);
  const auto failed = readFixes(input.settings, [](UserFixes&&) -> Status {
    return Error{ErrorKind::Failed, "here", "no room", ""};
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().what, "no room");
}

TEST(PointsTable, ReportsBytesAndCanBeCancelled) {
  std::string text = "user,time,lat,lon\n";
  for (int i = 0; i < 100'000; ++i) text += "u," + std::to_string(i) + ",1,1\n";
  const RawInput input(InputFormat::PointsCsv, text);
  const auto ignore = [](UserFixes&&) -> Status { return {}; };
  std::size_t last = 0;
  std::size_t calls = 0;
  ASSERT_TRUE(readFixes(input.settings, ignore, {}, [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, text.size());
    EXPECT_GT(done, last);
    last = done;
    ++calls;
  }));
  EXPECT_EQ(last, text.size());
  EXPECT_GT(calls, 3U);
  const CancelToken cancel;
  const auto stopped = readFixes(
      input.settings, ignore, {}, [&](std::size_t, std::size_t) { cancel.cancel(); }, cancel);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

/// The error of a table of fixes with this text.
Error errorOf(std::string_view text, const std::map<std::string, std::string>& columns = {}, bool header = true) {
  RawInput input(InputFormat::PointsCsv, text);
  input.settings.columns = columns;
  input.settings.header = header;
  const auto read = input.fixes();
  if (!read.error) ADD_FAILURE() << "no error";
  return read.error.value_or(Error{});
}

TEST(PointsTable, RefusesATableWithoutTheColumns) {
  const Error none = errorOf("Device,Speed,When,Lng,Lat\nx,0,60,1,1\n");
  EXPECT_EQ(none.kind, ErrorKind::BadInput);
  EXPECT_THAT(none.what, HasSubstr("no column for time"));
  EXPECT_THAT(none.remedy, HasSubstr("Device, Speed, When, Lng, Lat"));
  const Error wrong = errorOf("user,lat,lon,time\nx,0,60,1,1\n", {{"time", "when"}});
  EXPECT_THAT(wrong.what, HasSubstr("no column \"when\" for time"));
  EXPECT_THAT(wrong.remedy, HasSubstr("user, lat, lon, time"));
  const Error beyond = errorOf("x,0,60,1\n", {{"time", "5"}}, false);
  EXPECT_THAT(beyond.remedy, AllOf(HasSubstr("1 to 4"), HasSubstr("x, 0, 60, 1")));
  const Error unknown = errorOf("user,lat,lon,time\nx,0,60,1\n", {{"place", "user"}});
  EXPECT_EQ(unknown.kind, ErrorKind::BadUsage);
  EXPECT_THAT(unknown.remedy, HasSubstr("user, lat, lon, time"));
}

TEST(PointsTable, RefusesWhatIsNoTable) {
  EXPECT_THAT(errorOf("").what, HasSubstr("empty"));
  EXPECT_THAT(errorOf("\n\n").what, HasSubstr("empty"));
  EXPECT_THAT(errorOf(std::string_view("\xff\xfeu\0s\0", 6)).what, HasSubstr("UTF-16"));
  EXPECT_THAT(errorOf(std::string_view("u\0s\0e\0", 6)).what, HasSubstr("UTF-16"));
  const Error open = errorOf("user,lat,lon,time\nx,0,60,1\nx,0,60,\"1\n\n\n");
  EXPECT_THAT(open.what, HasSubstr("never ends"));
  EXPECT_THAT(open.where, HasSubstr("line 3"));
}

TEST(PointsTable, RefusesALongLine) {
  const std::string head = "user,lat,lon,time\nx,0,60,1\n";
  const std::size_t longest = 1U << 20U;
  const Error line = errorOf(head + std::string(longest + 1, 'x') + "\nx,0,60,1\n");
  EXPECT_THAT(line.what, HasSubstr("1 MiB"));
  EXPECT_THAT(line.where, HasSubstr("line 3"));
  std::string quoted = head + "\"";
  for (std::size_t i = 0; i < longest / 8 + 2; ++i) quoted += "1234567\n";
  EXPECT_THAT(errorOf(quoted).what, HasSubstr("1 MiB"));
  const auto fits = RawInput(InputFormat::PointsCsv, head + std::string(longest, 'x') + "\nx,0,60,2\n").fixes();
  EXPECT_FALSE(fits.error) << fits.error->sentence();
}

TEST(PointsTable, RefusesAnInputOfWhichOverHalfIsBad) {
  const std::string bad = "user,lat,lon,time\nx,0,0,60\nx,0,0,never\nx,0,0,never\n";
  const Error error = errorOf(bad);
  EXPECT_THAT(error.what, AllOf(HasSubstr("2 of 3"), HasSubstr("bad_time 2")));
  EXPECT_THAT(error.where, HasSubstr("line 3"));
  EXPECT_THAT(error.remedy, HasSubstr("--accept-bad"));
  RawInput accepted(InputFormat::PointsCsv, bad);
  accepted.settings.acceptBad = true;
  EXPECT_FALSE(accepted.fixes().error);
  EXPECT_FALSE(RawInput(InputFormat::PointsCsv, "user,lat,lon,time\nx,0,0,60\nx,0,0,never\n").fixes().error);
}

TEST(PointsTable, RefusesAMissingFileAndAFolder) {
  InputSettings settings;
  settings.input = "/nowhere/points.csv";
  EXPECT_THAT(test::readAllFixes(settings).error->where, HasSubstr("/nowhere/points.csv"));
  settings.input = std::filesystem::temp_directory_path();
  EXPECT_EQ(test::readAllFixes(settings).error->kind, ErrorKind::BadInput);
}

/// What is packed comes back to the bit, whatever the numbers and the order of users.
TEST(PackedFixes, ComeBackExactly) {
  std::mt19937_64 random(7);
  std::vector<std::pair<std::uint32_t, Fix>> rows;
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    Fix fix;
    fix.time = i % 100 == 0 ? static_cast<EpochMs>(random() % 4'102'444'800'000) : 1'600'000'000'000 + i * 5000LL;
    fix.latitude = static_cast<double>(static_cast<std::int64_t>(random() % 180'000'000) - 90'000'000) / 1e6;
    fix.longitude = i % 7 == 0 ? std::sin(i) * 180 : static_cast<double>(i % 1000) / 1e7;
    rows.emplace_back(i < 20'000 ? i % 3 : 3 + i / 100, fix);
  }
  rows.push_back({~0U, {.time = 0, .latitude = -0.0, .longitude = 180}});
  PackedFixes packed;
  for (const auto& [user, fix] : rows) packed.add(user, fix);
  ASSERT_EQ(packed.size(), rows.size());
  std::size_t at = 0;
  packed.forEach([](std::uint32_t, std::uint32_t) { return true; },
                 [&](std::uint32_t user, const Fix& fix) {
                   const auto& [wanted, before] = rows[at++];
                   ASSERT_EQ(user, wanted);
                   ASSERT_EQ(fix.time, before.time);
                   ASSERT_EQ(std::memcmp(&fix.latitude, &before.latitude, sizeof fix.latitude), 0) << before.latitude;
                   ASSERT_EQ(std::memcmp(&fix.longitude, &before.longitude, sizeof fix.longitude), 0);
                 });
  EXPECT_EQ(at, rows.size());
  // Blocks without a wanted user are passed over.
  std::size_t seen = 0, ofOne = 0;
  packed.forEach([](std::uint32_t least, std::uint32_t most) { return least <= 250 && most >= 250; },
                 [&](std::uint32_t user, const Fix&) { ++seen, ofOne += user == 250 ? 1 : 0; });
  EXPECT_EQ(ofOne, 100U);
  EXPECT_LT(seen, rows.size() / 4);
}

}  // namespace
}  // namespace sojourn
