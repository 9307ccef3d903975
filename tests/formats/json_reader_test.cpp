// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as it should be, and texts that are small, well-formed and made to take long.
#include "model/formats/text/json_reader.h"

#include <gmock/gmock.h>

#include "tests/support/growth.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

std::string keys(std::size_t count) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i)
    text += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":" + std::to_string(i);
  return text + "}";
}

std::string fault(std::string_view text, const JsonLimits& limits = {}) {
  const ParsedJson parsed = parseJson(text, limits);
  return parsed.fault ? parsed.fault->what : "was read: " + parsed.value.dump();
}

TEST(JsonReader, ReadsWhatTheLibraryReads) {
  for (const char* text : {R"({"b":1,"a":{"z":[1,-2,3.5,true,false,null,"\u00e9\n"],"":{}},"c":[[],[{}],{"d":[0]}]})",
                           "3", R"("text")", "null", "[]", " {} ", R"([18446744073709551615,-9223372036854775808])"}) {
    const ParsedJson parsed = parseJson(text);
    ASSERT_FALSE(parsed.fault) << text;
    EXPECT_EQ(parsed.value.dump(), nlohmann::ordered_json::parse(text).dump());
  }
  const std::string many = keys(1000);
  EXPECT_EQ(parseJson(many).value.dump(), many) << "the order is kept, and every value is found";
}

TEST(JsonReader, OfRepeatedKeysTheLastCountsOrNoneIsAllowed) {
  EXPECT_EQ(parseJson(R"({"a":1,"b":2,"a":{"c":3}})").value.dump(), R"({"a":{"c":3},"b":2})");
  std::string many = keys(100);
  many.insert(many.size() - 1, R"(,"k7":"again")");
  EXPECT_EQ(parseJson(many).value["k7"], "again");
  EXPECT_EQ(parseJson(many).value.size(), 100U);
  EXPECT_EQ(fault(many, {.repeatedKeys = false}), "has the key k7 twice");
  EXPECT_EQ(fault(R"({"a":{"b":1},"b":1})", {.repeatedKeys = false}), R"(was read: {"a":{"b":1},"b":1})");
}

TEST(JsonReader, SaysWhereTheSyntaxIsWrong) {
  const ParsedJson parsed = parseJson("{\n\"a\": nan}");
  ASSERT_TRUE(parsed.fault);
  EXPECT_EQ(parsed.fault->kind, JsonFault::Kind::Syntax);
  EXPECT_EQ(parsed.fault->what, "is not well-formed JSON");
  EXPECT_THAT(parsed.fault->detail, HasSubstr("line 2, column 7"));
  for (const char* text : {"", "{", "[1,]", "{\"a\":1}}", "\"\xff\"", "1e999", "{\"a\" 1}"})
    EXPECT_EQ(fault(text), "is not well-formed JSON") << text;
  EXPECT_TRUE(parseJson(R"({"a":1)").value.is_null()) << "no half of it is taken for the whole";
}

TEST(JsonReader, BoundsLevelsAndKeys) {
  EXPECT_EQ(fault(std::string(32, '[') + std::string(32, ']')),
            "was read: " + std::string(32, '[') + std::string(32, ']'));
  EXPECT_EQ(fault(std::string(33, '[') + std::string(33, ']')), "is nested more than 32 levels deep");
  EXPECT_EQ(fault(std::string(10'000'000, '[')), "is nested more than 32 levels deep");
  EXPECT_FALSE(parseJson(keys(mostJsonKeys)).fault);
  EXPECT_EQ(fault(keys(mostJsonKeys + 1)), "has more than 10000 keys in one object");
}

/// A parser that searches an object for each new key, or a list for each object in it, takes minutes for these.
TEST(JsonReader, TakesTimeLinearInTheText) {
  EXPECT_TRUE(test::takesLinearTime(40'000, [](std::size_t count) {
    return [text = keys(count)] {
      EXPECT_EQ(fault(text), "has more than 10000 keys in one object");
      EXPECT_FALSE(parseJson(text, {.keys = 1'000'000}).fault);
    };
  }));
  EXPECT_TRUE(test::takesLinearTime(50'000, [](std::size_t count) {
    std::string objects = "[{}";
    for (std::size_t i = 0; i < count; ++i) objects += ",{}";
    return [count, text = objects + "]"] { EXPECT_EQ(parseJson(text).value.size(), count + 1); };
  }));
  EXPECT_TRUE(test::takesLinearTime(4, [](std::size_t count) {
    std::string wide = "[";
    for (std::size_t i = 0; i < count; ++i) wide += keys(mostJsonKeys) + ",";
    return [count, text = wide + "0]"] { EXPECT_EQ(parseJson(text).value.size(), count + 1); };
  }));
}

}  // namespace
}  // namespace sojourn
