// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/csv.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using namespace std::string_literals;

/// All rows with as many fields as the header has, or the error's text.
Rows rowsOf(std::string_view text, std::size_t columns, std::string* error = nullptr) {
  CsvReader reader(text, "t.csv");
  Rows rows;
  const Status header = reader.readHeader();
  if (!header) {
    if (error) *error = header.error().sentence();
    return rows;
  }
  while (true) {
    const Result<bool> more = reader.next();
    if (!more) {
      if (error) *error = more.error().sentence();
      return rows;
    }
    if (!*more) return rows;
    auto& row = rows.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) row.emplace_back(reader.field(c));
  }
}

std::string errorOf(std::string_view text) {
  std::string error;
  (void)rowsOf(text, 1, &error);
  return error;
}

TEST(Csv, ReadsPlainAndQuotedFields) {
  EXPECT_EQ(rowsOf("a,b\n1, x y \n\"2,3\",\"say \"\"hi\"\"\"\n", 2), (Rows{{"1", "x y"}, {"2,3", "say \"hi\""}}));
  EXPECT_EQ(rowsOf("a,b\n\"two\r\nlines\",2", 2), (Rows{{"two\r\nlines", "2"}}));
  EXPECT_EQ(rowsOf("a,b\n\"\",\n1,\n", 2), (Rows{{"1", ""}})) << "a row of empty fields says nothing";
}

TEST(Csv, TakesEveryLineEndAndTheByteOrderMark) {
  const Rows expected{{"1"}, {"2"}};
  EXPECT_EQ(rowsOf("\xef\xbb\xbf"
                   "a\r\n1\r\n\r\n2\r\n",
                   1),
            expected);
  EXPECT_EQ(rowsOf("a\r1\r2", 1), expected);
  EXPECT_EQ(rowsOf("\n\na\n1\n\n\n2\n\n", 1), expected);
}

TEST(Csv, FindsColumnsByNameWhateverTheirCase) {
  CsvReader reader(" Location_ID ,LAT\n", "t.csv");
  ASSERT_TRUE(reader.readHeader());
  EXPECT_EQ(reader.column({"location_id"}), 0U);
  EXPECT_EQ(reader.column({"latitude", "lat"}), 1U);
  EXPECT_EQ(reader.column({"lon"}), std::nullopt);
}

TEST(Csv, ARowMayEndEarlyButNotLate) {
  EXPECT_EQ(rowsOf("a,b,c\n1\n", 3), (Rows{{"1", "", ""}}));
  EXPECT_EQ(errorOf("a,b\n1,2\n1,2,3\n"),
            "t.csv, line 4: has 3 fields, the header has 2: put fields that hold a comma in double quotes");
}

TEST(Csv, TakesALineThatSaysTheSeparator) {
  for (const char* const text : {"sep=;\na;b\n1,5;2;;\n", "\xef\xbb\xbf\"SEP=;\"\r\na;b\r\n1,5;2\r\n"}) {
    CsvReader csv(text, "t.csv");
    ASSERT_TRUE(csv.readHeader().ok());
    ASSERT_EQ(csv.header(), (std::vector<std::string>{"a", "b"}));
    const auto row = csv.next();
    ASSERT_TRUE(row.ok() && *row) << (row ? "" : row.error().sentence());
    EXPECT_EQ(csv.field(0), "1,5");
    EXPECT_EQ(csv.line(), 3U);
  }
  EXPECT_FALSE(separatorSaid("sep=x"));
  EXPECT_FALSE(separatorSaid("separator"));
  EXPECT_EQ(separatorSaid("sep=,,,"), ',');
}

TEST(Csv, AnIdThatPandasMadeANumberIsTheSame) {
  EXPECT_EQ(plainId("12.0"), "12");
  EXPECT_EQ(plainId("-3.00"), "-3");
  for (const char* const other : {"12", "12.", "12.50", "v1.0", ".0", "a.0", "1.0.0", "-", ""})
    EXPECT_EQ(plainId(other), other);
}

TEST(Csv, NamesTheLineOfBrokenQuotes) {
  EXPECT_EQ(errorOf("a\n\"open\nstill\n"),
            "t.csv, line 4: has a quoted field, opened on line 2, that never ends: close it with a double quote");
  EXPECT_EQ(errorOf("a\n\"x\" y\n"),
            "t.csv, line 2: has text after the closing quote of a field: double the quotes inside a quoted field");
  EXPECT_EQ(errorOf("a\nx\"y\n"),
            "t.csv, line 2: has a double quote inside an unquoted field: quote the whole field "
            "and double the quotes inside");
}

TEST(Csv, RefusesWhatIsNoTable) {
  EXPECT_NE(errorOf("").find("is empty"), std::string::npos);
  EXPECT_NE(errorOf("\r\n\n").find("is empty"), std::string::npos);
  EXPECT_NE(errorOf("a\nx\0y\n"s).find("NUL byte"), std::string::npos);
  EXPECT_NE(errorOf("a\n\"x\0y\"\n"s).find("NUL byte"), std::string::npos);
  EXPECT_NE(errorOf("a\n" + std::string(70'000, 'x')).find("too long"), std::string::npos);
  EXPECT_NE(errorOf("a\n\"" + std::string(70'000, 'x') + "\"").find("too long"), std::string::npos);
  EXPECT_NE(errorOf(std::string(300, ',')).find("more than 256 columns"), std::string::npos);
}

TEST(Csv, WritesWhatItReads) {
  EXPECT_EQ(csvField("Elm Street"), "Elm Street");
  for (const std::string value : {"Bakery, Elm Street", "say \"hi\"", "two\nlines", "5 \" pipe"}) {
    EXPECT_EQ(rowsOf("a\n" + csvField(value) + "\n", 1), (Rows{{value}})) << value;
  }
}

TEST(Csv, WritesNoFormulaAndNoControlCharacter) {
  EXPECT_EQ(csvField("=HYPERLINK(\"http://example.org\")"), "\"'=HYPERLINK(\"\"http://example.org\"\")\"");
  for (const std::string text : {"+1+2", "-1-2", "@SUM(A1)", " =1+1", "\uFF1D1+1", "-2 km", "+08:00"}) {
    EXPECT_NE(csvField(text).find('\''), std::string::npos) << text;
    EXPECT_EQ(withoutFormulaGuard("'" + text), text);
    EXPECT_TRUE(tsvField(text).starts_with("'")) << text;
  }
  for (const std::string text : {"-0.5", "+3e-4", "12", "-", "=", "Place 14", "\u22120.5", "'quoted'", "a=b"}) {
    EXPECT_EQ(csvField(text), text);
    EXPECT_EQ(withoutFormulaGuard(text), text);
  }
  EXPECT_EQ(csvField("bell\a, escape\x1b[2J\r"), "\"bell\\x07, escape\\x1b[2J\\x0d\"");
  EXPECT_EQ(csvField("\t=1+1").front(), '\'');
  EXPECT_EQ(tsvField("a\tb\nc"), "a\\x09b\\x0ac");
}

}  // namespace
}  // namespace sojourn
