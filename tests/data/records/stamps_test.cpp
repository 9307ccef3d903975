// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of time, and time zones.
#include "model/data/records/stamps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/records/time_zone.h"

namespace sojourn {
namespace {

constexpr std::int64_t minuteMs = 60'000;
constexpr std::int64_t noon = 1'333'476'009'000;  // 2012-04-03 18:00:09 UTC

/// Whose offset is in the text.
std::optional<std::int64_t> instantIn(std::string_view text) {
  const auto stamp = parseStamp(text);
  if (!stamp || stamp->local) return std::nullopt;
  return stamp->ms;
}

TEST(Stamps, ReadIsoTextsWithOffsets) {
  EXPECT_EQ(instantIn("2012-04-03T18:00:09Z"), noon);
  EXPECT_EQ(instantIn("2012-04-03 18:00:09+00:00"), noon);
  EXPECT_EQ(instantIn("2012-04-03 20:00:09+02:00"), noon);
  EXPECT_EQ(instantIn("2012-04-03 20:00:09+0200"), noon);
  EXPECT_EQ(instantIn("2012-04-03 20:00:09+02"), noon);
  EXPECT_EQ(instantIn("2012-04-03T14:30:09-03:30"), noon);
  EXPECT_EQ(instantIn("2012/04/03T18:00Z"), noon - 9000);
}

TEST(Stamps, CutOffWhatIsFinerThanAMillisecond) {
  EXPECT_EQ(instantIn("2012-04-03T18:00:09.250Z"), noon + 250);
  EXPECT_EQ(instantIn("2012-04-03T18:00:09.2Z"), noon + 200);
  EXPECT_EQ(instantIn("2012-04-03T18:00:09,9999999Z"), noon + 999);
}

TEST(Stamps, AreLocalWithoutAnOffset) {
  for (const std::string_view text : {"2012-04-03 18:00:09", "2012/04/03 18:00:09", "2012-04-03T18:00:09.000"}) {
    const auto stamp = parseStamp(text);
    ASSERT_TRUE(stamp) << text;
    EXPECT_TRUE(stamp->local) << text;
    EXPECT_EQ(stamp->ms, noon) << text;
  }
  EXPECT_TRUE(parseStamp("2012-04-03,18:00:09", ',')->local);
  EXPECT_FALSE(parseStamp("2012-04-03,18:00:09"));
}

TEST(Stamps, ReadTextsInWords) {
  EXPECT_EQ(instantIn("Tue Apr 03 18:00:09 +0000 2012"), noon);
  EXPECT_EQ(instantIn("Tue Apr 03 14:00:09 -0400 2012"), noon);
  EXPECT_FALSE(parseStamp("Tue Abr 03 18:00:09 +0000 2012"));
  EXPECT_FALSE(parseStamp("ueT Apr 03 18:00:09 +0000 2012"));
  EXPECT_FALSE(parseStamp("Tue Apr 31 18:00:09 +0000 2012"));
}

TEST(Stamps, TellTheUnitOfUnixNumbersByTheirSize) {
  EXPECT_EQ(instantIn("1333476009"), noon);
  EXPECT_EQ(instantIn("1333476009.25"), noon + 250);
  EXPECT_EQ(instantIn("1333476009000"), noon);
  EXPECT_EQ(instantIn("1333476009000999"), noon);
  EXPECT_EQ(instantIn("1333476009000999999"), noon);
  EXPECT_EQ(instantIn("99999999999"), 99'999'999'999'000);
  EXPECT_EQ(instantIn("100000000000"), 100'000'000'000);
  EXPECT_EQ(instantIn("99999999999999"), 99'999'999'999'999);
  EXPECT_EQ(instantIn("100000000000000"), 100'000'000'000);
  EXPECT_EQ(instantIn("0"), 0);
  EXPECT_EQ(instantIn("-1"), -1000);
  EXPECT_FALSE(isTimeInRange(*instantIn("999999999999999999999999")));
}

TEST(Stamps, AreNothingForOtherTexts) {
  for (const std::string_view text : {"",
                                      "yesterday",
                                      "2012-04-03",
                                      "2012-04-03T",
                                      "2012-04-03T18",
                                      "2012-04-03T18:0",
                                      "2012-13-03T18:00",
                                      "1e9",
                                      "2012-02-30T18:00",
                                      "2012-04-03T24:00",
                                      "2012-04-03T18:60",
                                      "2012-04-03T18:00:60",
                                      "2012-04-03T18:00:09.",
                                      "2012-04/03T18:00",
                                      "2012-04-03T18:00:09+2",
                                      "2012-04-03T18:00.5",
                                      "12.",
                                      "-",
                                      "+5",
                                      "2012-04-03T18:00:09+24:00",
                                      "03.04.2012 18:00:09"}) {
    EXPECT_FALSE(parseStamp(text)) << text;
  }
}

/// As spreadsheets and people write it.
std::optional<std::int64_t> localIn(std::string_view text, DateOrder order = DateOrder::Automatic) {
  const auto stamp = parseStamp(text, 'T', order);
  if (!stamp || !stamp->local) return std::nullopt;
  return stamp->ms;
}

TEST(Stamps, ReadWhatSpreadsheetsWrite) {
  constexpr std::int64_t nine = 1'614'675'930'000;  // 2021-03-02 09:05:30
  for (const std::string_view text :
       {"2021-03-02 9:05:30", "2021/3/2 9:05:30", "2021.3.2 9:05:30", "2021-3-2T9:05:30", "2021-03-02  09:05:30",
        "2021/3/2, 9:05:30 AM", "2021-03-02 09:05:30 a.m.", "2 Mar 2021 9:05:30", "02-March-2021 09:05:30",
        "Mar 2, 2021, 9:05:30 AM", "mar 02 2021 9:05:30am"}) {
    EXPECT_EQ(localIn(text), nine) << text;
  }
  EXPECT_EQ(localIn("2021-03-02 9:05"), nine - 30'000);
  EXPECT_EQ(localIn("2021-03-02 9:05:30.25"), nine + 250);
  constexpr std::int64_t half = 12 * 60 * minuteMs;
  EXPECT_EQ(localIn("2021/3/2 9:05:30 PM"), nine + half);
  EXPECT_EQ(localIn("2021/3/2 12:05 AM"), nine - 30'000 - 9 * 60 * minuteMs);
  EXPECT_EQ(localIn("2021/3/2 12:05 PM"), nine - 30'000 + 3 * 60 * minuteMs);
  for (const std::string_view text :
       {"2021/3/2 13:05 PM", "2021/3/2 0:05 AM", "2021/3/2 9:5", "2021/3/2 9", "2021/13/2 9:05", "2021-3/2 9:05",
        "2 Foo 2021 9:05", "2021-03-02 9:05 XM", "20210/3/2 9:05"}) {
    EXPECT_FALSE(parseStamp(text)) << text;
  }
}

TEST(Stamps, ReadZonesBehindASpace) {
  for (const std::string_view text :
       {"2012-04-03 18:00:09 Z", "2012-04-03 18:00:09 UTC", "2012-04-03 18:00:09 GMT", "2012-04-03 20:00:09 +0200",
        "2012-04-03 20:00:09 UTC+2", "2012-04-03 20:00:09 GMT+02:00", "2012-4-3 2:00:09 PM -0400",
        "2012-04-03T20:00:09+02:00[Europe/Vienna]"}) {
    EXPECT_EQ(instantIn(text), noon) << text;
  }
  const auto letters = parseStamp("2012-04-03 20:00:09 CEST");
  ASSERT_TRUE(letters);
  EXPECT_EQ(letters->zone, "CEST");
  EXPECT_TRUE(letters->local);
}

TEST(Stamps, TakeDaysAndMonthsInTheirOrderOnly) {
  constexpr std::int64_t april = 1'617'440'730'000;  // 2021-04-03 09:05:30
  constexpr std::int64_t march = 1'614'848'730'000;  // 2021-03-04 09:05:30
  for (const std::string_view text : {"3/4/2021 9:05:30", "03.04.2021 09:05:30", "3-4-21 9:05:30 AM"}) {
    EXPECT_FALSE(parseStamp(text)) << text;
    EXPECT_EQ(localIn(text, DateOrder::DayFirst), april) << text;
    EXPECT_EQ(localIn(text, DateOrder::MonthFirst), march) << text;
    EXPECT_TRUE(possibleOrders(text).decides) << text;
  }
  EXPECT_EQ(localIn("21/3/4 9:05:30", DateOrder::YearFirst), march);
  EXPECT_FALSE(localIn("3/4/2021 9:05:30", DateOrder::YearFirst));
  EXPECT_FALSE(localIn("13/13/2021 9:05", DateOrder::DayFirst));
  EXPECT_EQ(localIn("2021-03-04 09:05:30", DateOrder::DayFirst), march) << "the year says it";
  const PossibleOrders second = possibleOrders("13/04/2021 9:05");
  EXPECT_TRUE(second.dayFirst);
  EXPECT_FALSE(second.monthFirst);
  EXPECT_FALSE(second.yearFirst);
  EXPECT_FALSE(possibleOrders("2021-03-04 09:05").decides);
  EXPECT_FALSE(possibleOrders("4 Mar 2021 09:05").decides);
  EXPECT_FALSE(possibleOrders("1614848730").decides);
}

TEST(Stamps, TakeExcelsDaysWhereTheyAreAskedFor) {
  EXPECT_EQ(localIn("44257.3788194444", DateOrder::ExcelDays), 1'614'675'930'000);
  EXPECT_EQ(localIn("44257,5", DateOrder::ExcelDays), 1'614'686'400'000);
  EXPECT_EQ(localIn("25569", DateOrder::ExcelDays), 0);
  EXPECT_FALSE(parseStamp("2021-03-02 09:05:30", 'T', DateOrder::ExcelDays));
  EXPECT_FALSE(parseStamp("1e300", 'T', DateOrder::ExcelDays));
  EXPECT_TRUE(mayBeExcelDays("44257.37"));
  EXPECT_FALSE(mayBeExcelDays("1614675930"));
  EXPECT_FALSE(mayBeExcelDays("60"));
}

TEST(TimeZones, TellTwoEqualClockTimesByTheLettersBehindThem) {
  const TimeZone vienna = *TimeZone::find("Europe/Vienna");
  const std::int64_t half = parseStamp("2021-10-31 02:30:00")->ms;
  ASSERT_TRUE(vienna.instantOf(half, "CEST"));
  EXPECT_EQ(vienna.instantOf(half, "CEST")->epochMs, *instantIn("2021-10-31T00:30:00Z"));
  EXPECT_EQ(vienna.instantOf(half, "CET")->epochMs, *instantIn("2021-10-31T01:30:00Z"));
  EXPECT_FALSE(vienna.instantOf(half, "EST"));
  EXPECT_FALSE(vienna.instantOf(parseStamp("2021-07-01 12:00:00")->ms, "CET"));
  EXPECT_FALSE(TimeZone::find("UTC")->instantOf(half, "CET"));
}

TEST(Stamps, AreInRangeFrom1970To2099) {
  EXPECT_TRUE(isTimeInRange(0));
  EXPECT_FALSE(isTimeInRange(-1));
  EXPECT_TRUE(isTimeInRange(*instantIn("2099-12-31T23:59:59.999Z")));
  EXPECT_FALSE(isTimeInRange(*instantIn("2100-01-01T00:00:00Z")));
}

std::int64_t localMs(std::string_view text) {
  return parseStamp(text)->ms;
}

TEST(TimeZones, ReadTheClockOnBothSidesOfAChange) {
  const TimeZone zurich = *TimeZone::find("Europe/Zurich");
  const std::int64_t change = *instantIn("2021-03-28T01:00:00Z");  // a Sunday
  const ClockTime before = zurich.clockAt(change - 1);
  const ClockTime after = zurich.clockAt(change);
  EXPECT_EQ(before.minute, 119);
  EXPECT_EQ(after.minute, 180);
  EXPECT_EQ(before.weekday, 6);
  EXPECT_EQ(before.day, 18714);
  EXPECT_EQ(zurich.clockAt(*instantIn("2021-03-28T22:00:00Z")).weekday, 0);
  EXPECT_EQ(zurich.clockAt(0).minute, 60);
}

TEST(TimeZones, GiveTheEarlierOfTwoInstants) {
  const TimeZone zurich = *TimeZone::find("Europe/Zurich");
  const auto twice = zurich.instantOf(localMs("2021-10-31 02:30:00.500"));
  EXPECT_EQ(twice.reading, TimeZone::Reading::Ambiguous);
  EXPECT_EQ(twice.epochMs, *instantIn("2021-10-31T00:30:00.500Z"));
  const auto once = zurich.instantOf(localMs("2021-10-31 03:00:00"));
  EXPECT_EQ(once.reading, TimeZone::Reading::Unique);
  EXPECT_EQ(once.epochMs, *instantIn("2021-10-31T02:00:00Z"));
}

TEST(TimeZones, GiveTheChangeForAClockTimeThatItSkipped) {
  const auto skipped = TimeZone::find("Europe/Zurich")->instantOf(localMs("2021-03-28 02:30:00"));
  EXPECT_EQ(skipped.reading, TimeZone::Reading::Nonexistent);
  EXPECT_EQ(skipped.epochMs, *instantIn("2021-03-28T01:00:00Z"));
}

TEST(TimeZones, CanBeFixedOffsets) {
  const TimeZone east = *TimeZone::find("+08:00");
  EXPECT_EQ(east.clockAt(0).minute, 480);
  EXPECT_EQ(east.clockAt(0).weekday, 3);
  EXPECT_EQ(TimeZone::fixed(-30).clockAt(0).day, -1);
  EXPECT_EQ(TimeZone::fixed(-30).clockAt(0).minute, 1410);
  EXPECT_EQ(TimeZone::fixed(-30).clockAt(0).weekday, 2);
  EXPECT_EQ(east.instantOf(480 * minuteMs).epochMs, 0);
  EXPECT_EQ(TimeZone::find("UTC")->instantOf(7).epochMs, 7);
  for (const char* ofTheMachine : {"localtime", "posixrules", "Factory"})
    EXPECT_FALSE(TimeZone::find(ofTheMachine)) << ofTheMachine;
}

TEST(TimeZones, ThatAreUnknownNameSimilarOnes) {
  const auto zuerich = TimeZone::find("Europe/Zuerich");
  ASSERT_FALSE(zuerich);
  EXPECT_EQ(zuerich.error().kind, ErrorKind::BadUsage);
  EXPECT_THAT(zuerich.error().remedy, testing::HasSubstr("Europe/Zurich"));
  EXPECT_THAT(TimeZone::find("shanghai").error().remedy, testing::HasSubstr("Asia/Shanghai"));
  for (const char* name : {"", "../../../etc/passwd", "+25:00", "+8"}) {
    const auto none = TimeZone::find(name);
    ASSERT_FALSE(none) << name;
    EXPECT_EQ(none.error().kind, ErrorKind::BadUsage) << name;
  }
}

}  // namespace
}  // namespace sojourn
