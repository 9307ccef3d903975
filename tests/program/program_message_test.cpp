// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the protocol: arrays in both forms, errors, and what is refused.
#include "model/program/program_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ProgramMessage readMessage(std::string_view line) {
  auto message = readProgramMessage(line);
  EXPECT_TRUE(message) << message.error().sentence();
  return message ? std::move(*message) : ProgramMessage();
}
std::string refusedLine(std::string_view line) {
  const auto message = readProgramMessage(line);
  EXPECT_FALSE(message) << line;
  return message ? std::string() : message.error().what;
}

TEST(ProgramMessage, ReadsNestedLists) {
  const ProgramMessage message =
      readMessage(R"({"id":7,"result":{"output":[[0.5,1],[-2e-3,3]],"name":"x","flat":[1,2,3]}})");
  EXPECT_EQ(message.id, 7);
  EXPECT_THAT(message.arrays.at("output").shape, ElementsAre(2, 2));
  EXPECT_THAT(message.arrays.at("output").values, ElementsAre(0.5F, 1.0F, -2e-3F, 3.0F));
  EXPECT_THAT(message.arrays.at("flat").shape, ElementsAre(3));
  EXPECT_EQ(message.result.at("name"), "x");
}

TEST(ProgramMessage, ReadsBase64OfEachType) {
  // 1 and -2 as float32, float64, int32 and int64.
  const ProgramMessage message = readMessage(
      R"({"id":1,"result":{)"
      R"("a":{"dtype":"float32","shape":[2],"base64":"AACAPwAAAMA="},)"
      R"("b":{"dtype":"float64","shape":[2,1],"base64":"AAAAAAAA8D8AAAAAAAAAwA=="},)"
      R"("c":{"dtype":"int32","shape":[1,2],"base64":"AQAAAP7///8="},)"
      R"("d":{"dtype":"int64","shape":[2],"base64":"AQAAAAAAAAD+/////////w=="}}})");
  for (const char* const name : {"a", "b", "c", "d"})
    EXPECT_THAT(message.arrays.at(name).values, ElementsAre(1.0F, -2.0F)) << name;
  EXPECT_THAT(message.arrays.at("c").shape, ElementsAre(1, 2));
}

TEST(ProgramMessage, ReadsTablesAndErrors) {
  const ProgramMessage tables = readMessage(
      R"({"id":2,"result":{"tables":[{"name":"in","of":"location","values":[[1],[2]]},)"
      R"({"name":"out","of":"user","values":{"dtype":"float32","shape":[1,1],"base64":"AACAPw=="}}]}})");
  EXPECT_THAT(tables.arrays.at("tables/0/values").values, ElementsAre(1.0F, 2.0F));
  EXPECT_THAT(tables.arrays.at("tables/1/values").values, ElementsAre(1.0F));
  EXPECT_EQ(tables.result.at("tables").at(1).at("of"), "user");
  const ProgramMessage error = readMessage(R"({"id":3,"error":{"message":"no such user","sample":4}})");
  EXPECT_EQ(error.error, "no such user");
  EXPECT_EQ(error.sample, 4);
  EXPECT_EQ(readMessage(R"({"id":3,"error":{}})").error, "an error without words");
}

TEST(ProgramMessage, RefusesWhatIsNoAnswer) {
  EXPECT_THAT(refusedLine("epoch 1: loss 0.3"), HasSubstr("no JSON, at byte"));
  EXPECT_THAT(refusedLine(""), HasSubstr("no JSON"));
  EXPECT_THAT(refusedLine("[1,2]"), HasSubstr("no object"));
  EXPECT_THAT(refusedLine("7"), HasSubstr("no object"));
  EXPECT_THAT(refusedLine("{}"), HasSubstr("without an id"));
  EXPECT_THAT(refusedLine(R"({"id":"a","result":{}})"), HasSubstr("without an id"));
  EXPECT_THAT(refusedLine(R"({"id":1})"), HasSubstr("neither a result"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[[NaN]]}})"), HasSubstr("NaN"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[[1,2],[3]]}})"), HasSubstr("unequal length"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[[1],2]}})"), HasSubstr("unequal depth"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[1,[2]]}})"), HasSubstr("unequal depth"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[1,"2"]}})"), HasSubstr("something else"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[{}]}})"), HasSubstr("something else"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"output":[[[[[[[[[1]]]]]]]]]}})"), HasSubstr("too deep"));
  EXPECT_THAT(refusedLine(R"({"id":1,"result":{"a":{"b":{"c":{"d":{"e":{"f":{"g":{}}}}}}}}})"), HasSubstr("too deep"));
  const auto encoded = [](const std::string& array) { return R"({"id":1,"result":{"output":)" + array + "}}"; };
  EXPECT_THAT(refusedLine(encoded(R"({"dtype":"float16","shape":[1],"base64":"AACAPw=="})")), HasSubstr("float16"));
  EXPECT_THAT(refusedLine(encoded(R"({"dtype":"float32","shape":[2],"base64":"AACAPw=="})")), HasSubstr("4 bytes"));
  EXPECT_THAT(refusedLine(encoded(R"({"dtype":"float32","shape":[1],"base64":"AAC!Pw=="})")), HasSubstr("not base64"));
  EXPECT_THAT(refusedLine(encoded(R"({"dtype":"float32","shape":[1],"base64":"A"})")), HasSubstr("not base64"));
  EXPECT_THAT(refusedLine(encoded(R"({"dtype":"float32","shape":[-1],"base64":""})")), HasSubstr("shape"));
  EXPECT_THAT(refusedLine(encoded(R"({"dtype":"float32","shape":[100000000,100000000],"base64":""})")),
              HasSubstr("too large"));
  EXPECT_THAT(refusedLine(encoded(R"({"shape":[1],"base64":"AACAPw=="})")), HasSubstr("not an array"));
  std::string many = R"({"id":1,"result":{)";
  for (int i = 0; i < 2000; ++i) many += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
  EXPECT_THAT(refusedLine(many + "}}"), HasSubstr("more members"));
}

TEST(ProgramMessage, AsksWithPaddedRows) {
  const Sequence one{.user = 3, .visits = {{.location = 5, .weekday = 1, .startMinute = 60, .durationMinutes = 30.5}}, .target = {}};
  const Sequence two{.user = 4, .visits = {{.location = 6}, {.location = 7, .daysAgo = 2}}, .target = {}};
  const std::vector<const Sequence*> sequences{&one, &two};
  const std::vector<VisitMask> masked{{true}, {false, true}};
  const auto asked = parseJson(predictRequest(9, sequences, masked, {.attention = true}));
  ASSERT_FALSE(asked.fault);
  const auto& params = asked.value.at("params");
  EXPECT_EQ(asked.value.at("id"), 9);
  EXPECT_EQ(params.at("user").dump(), "[3,4]");
  EXPECT_EQ(params.at("length").dump(), "[1,2]");
  EXPECT_EQ(params.at("location").dump(), "[[5,0],[6,7]]");
  EXPECT_EQ(params.at("duration_minutes").dump(), "[[30.5,0],[0,0]]");
  EXPECT_EQ(params.at("days_ago").dump(), "[[0,0],[0,2]]");
  EXPECT_EQ(params.at("mask").dump(), "[[1,0],[0,1]]");
  EXPECT_EQ(params.at("want").dump(), R"(["attention"])");
  EXPECT_TRUE(parseJson(predictRequest(1, sequences, {}, {})).value.at("params").at("mask").is_null());
}

}  // namespace
}  // namespace sojourn
