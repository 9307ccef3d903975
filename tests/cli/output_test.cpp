// SPDX-License-Identifier: GPL-3.0-or-later
// The form of JSON and of tables.
#include "views/text/output.h"

#include <limits>

#include <gtest/gtest.h>

#include "views/text/json_metrics.h"
#include "views/text/table.h"

namespace sojourn::cli {
namespace {

TEST(CliOutput, JsonIsBrokenIntoReadableLines) {
  const text::Json json{
      {"a", 1}, {"list", {1, 2.5}}, {"rows", {{{"x", 1}}, {{"x", 2}}}}, {"empty", text::Json::object()}};
  EXPECT_EQ(
      text::prettyJson(json),
      "{\n  \"a\": 1,\n  \"list\": [1,2.5],\n  \"rows\": [\n    {\"x\":1},\n    {\"x\":2}\n  ],\n  \"empty\": {}\n}\n");
}

TEST(CliOutput, TextFromFilesCannotSteerATerminal) {
  const text::Json json{{"evil", "\x1b[2J\xe2\x80\xae\xff"}};
  for (const char c : text::prettyJson(json)) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)) << static_cast<int>(c);
  text::Table table({"name"});
  table.add({"\x1b[31mred"});
  EXPECT_EQ(table.text(), "name\n\\x1b[31mred\n");
}

TEST(CliOutput, NumbersThatAreNotFiniteAreNull) {
  EXPECT_TRUE(text::number(std::numeric_limits<float>::quiet_NaN()).is_null());
  EXPECT_TRUE(text::number(-std::numeric_limits<double>::infinity()).is_null());
  EXPECT_EQ(text::number(0.1F).dump(), "0.1");
  EXPECT_EQ(text::fixed(std::numeric_limits<double>::quiet_NaN(), 2), "–");
}

TEST(CliOutput, AnEmptyGroupIsZeroAndNull) {
  const text::Json json = text::toJson(MetricsByTarget{});
  EXPECT_EQ(json["unseen"]["n"], 0);
  for (const char* key : {"correct@1", "acc@10", "mrr", "ndcg@10", "f1", "loss", "cross_entropy"}) {
    ASSERT_TRUE(json["unseen"].contains(key)) << key;
    EXPECT_TRUE(json["unseen"][key].is_null()) << key;
  }
}

TEST(CliOutput, ColumnsAreAlignedByCharacters) {
  text::Table table({"a", "b"});
  table.add({"é", "1"});
  table.add({"longer", "22"});
  EXPECT_EQ(table.text(), "a        b\né        1\nlonger  22\n");
}

}  // namespace
}  // namespace sojourn::cli
