// SPDX-License-Identifier: GPL-3.0-or-later
// What a report is of: lists of samples as they are typed, the choice that is kept, and where it may be written.
#include "views/session/report/report_choice.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

TEST(ReportChoice, ListsAndRangesOfSamples) {
  const auto rows = parseSampleList(" 12, 3 ,5-7,5", 20);
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(*rows, (std::vector<std::size_t>{12, 3, 5, 6, 7}));
}

TEST(ReportChoice, WhatIsWrongInAListIsNamed) {
  for (const char* text : {"", " ", "a", "1,,2", "7-5", "-3", "1-", "99999999999999999999"}) {
    const auto rows = parseSampleList(text, 20);
    ASSERT_FALSE(rows.ok()) << text;
    EXPECT_EQ(rows.error().kind, ErrorKind::BadUsage) << text;
    EXPECT_FALSE(rows.error().remedy.empty());
  }
  const auto beyond = parseSampleList("3, 20", 20);
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().kind, ErrorKind::BadInput);
  EXPECT_NE(beyond.error().sentence().find("\"20\""), std::string::npos);
  EXPECT_FALSE(parseSampleList("0-200", 1000).ok()) << "201 samples";
  EXPECT_TRUE(parseSampleList("0-199", 1000).ok());
  EXPECT_FALSE(parseSampleList("0-18446744073709551615", 1000).ok());
}

TEST(ReportChoice, IsKeptAndReadBack) {
  ReportChoice choice{.title = "A \"title\"",
                      .author = "Anna",
                      .notes = "two\nlines",
                      .samples = ReportSamples::Noted,
                      .listed = "1,2",
                      .count = 7,
                      .edited = true,
                      .scenarios = true,
                      .views = {"visits", "gate"},
                      .html = false,
                      .pdf = true,
                      .dark = true,
                      .tables = false,
                      .pdfTables = true,
                      .letter = true};
  EXPECT_EQ(parseReportChoice(formatReportChoice(choice)), choice);
}

TEST(ReportChoice, WhatCannotBeReadIsAsByDefault) {
  for (const char* text : {"", "nonsense", "[]", "{\"samples\":\"most\",\"count\":-1,\"views\":5,\"html\":\"yes\"}"})
    EXPECT_EQ(parseReportChoice(text), ReportChoice()) << text;
  EXPECT_EQ(parseReportChoice("{\"count\":100000}").count, mostReportSamples);
}

TEST(ReportChoice, AnImpossibleFileIsRefusedBeforeTheWork) {
  const test::TempFolder folder;
  EXPECT_TRUE(checkReportFile(folder / "r.html").ok());
  EXPECT_TRUE(checkReportFile(folder / "r.PDF").ok());
  EXPECT_TRUE(isPdfReport("x/r.PDF"));
  EXPECT_EQ(checkReportFile(folder / "r.txt").error().kind, ErrorKind::BadUsage);
  EXPECT_EQ(checkReportFile(folder / "nowhere/r.html").error().kind, ErrorKind::Failed);
  std::ofstream(folder / "file") << "x";
  EXPECT_FALSE(checkReportFile(folder / "file/r.html").ok());
  std::filesystem::create_directory(folder / "dir.pdf");
  EXPECT_FALSE(checkReportFile(folder / "dir.pdf").ok());
}

}  // namespace
}  // namespace sojourn::session
