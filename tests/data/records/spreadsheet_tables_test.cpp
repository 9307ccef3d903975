// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as spreadsheets, pandas and old programs write them, and what is said where rows are dropped.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "model/data/records/row_checks.h"
#include "tests/data/records/raw_input.h"

namespace sojourn {
namespace {

using test::AllFixes;
using test::RawInput;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::string_view head = "user,lat,lon,time\n";

AllFixes read(const std::string& text, DateOrder dates = DateOrder::Automatic, const std::string& zone = "UTC") {
  RawInput input(InputFormat::PointsCsv, text);
  input.settings.dates = dates;
  input.settings.stampsIn = zone;
  return input.fixes();
}

/// The times of the only user; empty with the error shown.
std::vector<EpochMs> timesOf(const AllFixes& all) {
  if (all.error || all.users.size() != 1) {
    ADD_FAILURE() << (all.error ? all.error->sentence() : "not one user");
    return {};
  }
  std::vector<EpochMs> times;
  for (const Fix& fix : all.users[0].fixes) times.push_back(fix.time);
  return times;
}

std::string table(const std::vector<std::string>& times) {
  std::string text(head);
  for (const std::string& time : times) text += "a,47,15," + time + "\n";
  return text;
}

constexpr EpochMs morning = 1'614'848'700'000;  // 2021-03-04 09:05

TEST(SpreadsheetTables, ALineThatSaysTheDelimiterIsNoRow) {
  const auto rowsOf = [](const std::string& text) { return read(text).counts.at("points"); };
  EXPECT_EQ(rowsOf("sep=;\r\nuser;lat;lon;time\r\na;47,5;15;60\r\n"), 1);
  EXPECT_EQ(rowsOf("\xef\xbb\xbf\"sep=;\"\nuser;lat;lon;time\na;47,5;15;60\n"), 1);
  EXPECT_EQ(rowsOf("SEP=,,,\nuser,lat,lon,time\na,47,15,60\n"), 1);
  EXPECT_EQ(rowsOf("sep=|\nuser|lat|lon|time|a,b,c,d,e\na|47|15|60|x\n"), 1) << "it wins over a guess";
}

TEST(SpreadsheetTables, OldLineEndsTrailingDelimitersAndQuotedCommas) {
  EXPECT_EQ(read("user,lat,lon,time\ra,47,15,60\ra,47,15,120\r").counts.at("points"), 2);
  EXPECT_EQ(read("user,lat,lon,time\na,47,15,60,\na,47,15,120,\n").counts.at("points"), 2);
  EXPECT_EQ(read("user,lat,lon,time,\na,47,15,60\na,47,15,120\n").counts.at("points"), 2);
  const AllFixes quoted = read("user,lat,lon,time\na,\"47,0707\",\"15,5\",60\n");
  ASSERT_EQ(timesOf(quoted).size(), 1U);
  EXPECT_EQ(quoted.users[0].fixes[0].latitude, 47.0707);
  EXPECT_EQ(read("user,lat,lon,time\na,47,15,60,x\na,47,15,60\na,47,15,90\n").counts.at("dropped_field_count"), 1);
}

TEST(SpreadsheetTables, TheOrderOfDatesIsFoundFromAllRows) {
  const AllFixes day = read(table({"4/3/2021 9:05", "13/3/2021 9:05"}));
  EXPECT_EQ(timesOf(day)[0], morning);
  ASSERT_EQ(day.problems.size(), 1U);
  EXPECT_EQ(day.problems[0].severity, Severity::Notice);
  EXPECT_THAT(day.problems[0].what, AllOf(HasSubstr("day first"), HasSubstr("line 3 (\"13/3/2021 9:05\")")));
  EXPECT_EQ(timesOf(read(table({"3/4/2021 9:05", "3/14/2021 9:05"})))[0], morning);
  // What decides may come late.
  std::vector<std::string> many(5000, "3/4/2021 9:05");
  many.emplace_back("3/14/2021 9:05");
  RawInput input(InputFormat::PointsCsv, table(many));
  input.settings.dropDuplicates = false;
  EXPECT_EQ(timesOf(input.fixes())[0], morning);
}

TEST(SpreadsheetTables, AnOrderThatNothingDecidesIsAskedFor) {
  const Error open = read(table({"3/4/2021 9:05", "4/4/2021 9:05"})).error.value_or(Error{});
  EXPECT_THAT(open.where, HasSubstr("line 2"));
  EXPECT_THAT(open.what, AllOf(HasSubstr("\"3/4/2021 9:05\""), HasSubstr("day first, month first")));
  EXPECT_EQ(open.remedy, "say which it is: --dates dmy, --dates mdy");
  EXPECT_EQ(timesOf(read(table({"4/3/2021 9:05"}), DateOrder::DayFirst))[0], morning);
  EXPECT_EQ(timesOf(read(table({"3/4/2021 9:05"}), DateOrder::MonthFirst))[0], morning);
  const Error both = read(table({"13/4/2021 9:05", "4/13/2021 9:05"})).error.value_or(Error{});
  EXPECT_THAT(both.what, AllOf(HasSubstr("not all of one order"), HasSubstr("line 3"), HasSubstr("line 2")));
  const Error excel = read(table({"44259.3784722222"})).error.value_or(Error{});
  EXPECT_THAT(excel.remedy, HasSubstr("--dates excel"));
  EXPECT_EQ(timesOf(read(table({"44259.3784722222"}), DateOrder::ExcelDays))[0], morning);
}

TEST(SpreadsheetTables, LettersOfAClockNeedItsZone) {
  const std::string text = table({"2021-03-04 10:05 CET", "2021-03-04 10:06 +0100"});
  EXPECT_EQ(timesOf(read(text, DateOrder::Automatic, "Europe/Vienna"))[0], morning);
  EXPECT_EQ(read(text).counts.at("dropped_bad_time"), 1);
}

TEST(SpreadsheetTables, IdsThatPandasMadeFloatsAreTheSame) {
  const AllFixes mixed = read("user,lat,lon,time\n10.0,47,15,60\n9,47,15,60\n10,47,15,120\n9.0,47,15,120\n");
  ASSERT_EQ(mixed.users.size(), 2U);
  EXPECT_EQ(mixed.users[0].user, "9") << "in the order of numbers";
  EXPECT_EQ(mixed.users[1].user, "10");
  EXPECT_EQ(mixed.users[1].fixes.size(), 2U);
}

TEST(SpreadsheetTables, RoundedIdsAreRefused) {
  const Error rounded = read("user,lat,lon,time\n7,47,15,60\n8.64691E+14,47,15,60\n").error.value_or(Error{});
  EXPECT_THAT(rounded.where, HasSubstr("line 3"));
  EXPECT_THAT(rounded.what, AllOf(HasSubstr("8.64691E+14"), HasSubstr("last digits are lost")));
  for (const char* id : {"4e5", "1E10", "5e-x", "e+14", "864691000000000"}) EXPECT_FALSE(isRoundedId(id)) << id;
  for (const char* id : {"8.64691E+14", "8,64691E+14", "1e+20", "2.5e9"}) EXPECT_TRUE(isRoundedId(id)) << id;
}

TEST(SpreadsheetTables, TwoColumnsOfOneNameAreRefused) {
  const Error twice = read("user,lat,lon,time,note,time\na,47,15,60,x,90\n").error.value_or(Error{});
  EXPECT_EQ(twice.what, "has two columns called \"time\", number 4 and number 6");
  EXPECT_EQ(read("user,lat,lon,time,note,note\na,47,15,60,x,y\n").counts.at("points"), 1) << "none that is read";
}

TEST(DroppedRows, HoursThatAreLostAsAWholeAreNamed) {
  std::string text(head);
  for (int hour = 0; hour < 24; ++hour)
    text += "a,47,15," + std::string(hour < 10 ? "noon " : "2021-03-04 ") + std::to_string(hour) + ":20:36\n" +
            "b,47,15,2021-03-04 " + std::to_string(hour) + ":20:36\n";
  const AllFixes all = read(text);
  ASSERT_EQ(all.problems.size(), 2U);
  EXPECT_EQ(all.problems[0].severity, Severity::Warning);
  EXPECT_THAT(all.problems[0].where, HasSubstr("line 2"));
  EXPECT_EQ(all.problems[0].what,
            "all rows before 10:00 of user a are dropped (bad_time 10), the first for \"noon 0:20:36\"");
  EXPECT_THAT(all.problems[0].remedy, HasSubstr("2021-03-02 09:05:30"));
  EXPECT_THAT(all.problems[1].what, AllOf(HasSubstr("10 of 48 (bad_time 10)"), HasSubstr("line 2: bad_time")));
}

TEST(DroppedRows, UsersThatAreLostAreNamedAndAFewBadRowsAreNot) {
  std::string text(head);
  for (int i = 0; i < 1000; ++i) text += "a,47,15," + std::to_string(1'000'000'000 + 3600 * i) + "\n";
  EXPECT_TRUE(read(text + "a,47,15,never\n").problems.empty()) << "a thousandth, and no hour";
  const AllFixes lost = read(text + "b,400,15,60\nb,,15,60\n");
  ASSERT_EQ(lost.problems.size(), 1U);
  EXPECT_EQ(lost.problems[0].what,
            "all rows of user b are dropped (missing_coordinate 1, coordinate_out_of_range 1), the first for \"400\"");
  EXPECT_EQ(lost.users.size(), 1U);
}

TEST(DroppedRows, FixesAfterTheFileWasWrittenAreCounted) {
  RawInput input(InputFormat::PointsCsv, table({"2021-03-04 09:05", "2021-03-05 09:00", "2021-03-06 09:05"}));
  const timespec written{.tv_sec = morning / 1000, .tv_nsec = 0};
  const timespec both[2] = {written, written};  // NOLINT(modernize-avoid-c-arrays): as the system call takes it
  ASSERT_EQ(::utimensat(AT_FDCWD, input.settings.input.c_str(), both, 0), 0);
  const AllFixes all = input.fixes();
  EXPECT_EQ(all.counts.at("in_future"), 1);
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_THAT(all.problems[0].what, HasSubstr("1 rows are more than a day later than the file"));
}

}  // namespace
}  // namespace sojourn
