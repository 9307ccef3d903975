// SPDX-License-Identifier: GPL-3.0-or-later
// Sequence files: what is read, and a sentence of its own for everything that is not.
#include "model/data/io/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sojourn {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Form = nlohmann::json;

Form good() {
  return Form::parse(R"({"schema":"sojourn.sequence/1","user":3,"target":14,"visits":[
    {"location":14,"weekday":0,"start_minute":480,"duration_minutes":75.5,"days_ago":2},
    {"location":1,"weekday":6,"start_minute":1439,"duration_minutes":0,"days_ago":0}]})");
}

std::string jsonRefusal(const std::string& text) {
  const auto sequence = parseSequence(text, "s.json");
  return sequence ? "accepted" : sequence.error().sentence();
}

TEST(SequenceFile, ReadsWhatItShould) {
  const auto sequence = parseSequence(good().dump(), "s.json");
  ASSERT_TRUE(sequence) << sequence.error().sentence();
  EXPECT_EQ(
      *sequence,
      (Sequence{.user = 3,
                .visits = {{.location = 14, .weekday = 0, .startMinute = 480, .durationMinutes = 75.5, .daysAgo = 2},
                           {.location = 1, .weekday = 6, .startMinute = 1439, .durationMinutes = 0, .daysAgo = 0}},
                .target = 14}));
  Form open = good();
  open.erase("target");
  EXPECT_FALSE(parseSequence(open.dump(), "s.json")->target);
  open["target"] = nullptr;
  EXPECT_FALSE(parseSequence(open.dump(), "s.json")->target);
}

TEST(SequenceFile, NamesTheVisitAndTheKey) {
  Form bad = good();
  bad["visits"][1]["weekday"] = 7;
  EXPECT_EQ(jsonRefusal(bad.dump()), "s.json, visit 1, weekday: is 7: it must be a whole number from 0 to 6");
  bad = good();
  bad["visits"][0]["start_minute"] = 1440;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("visit 0, start_minute: is 1440"));
  bad = good();
  bad["visits"][0]["location"] = -1;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("visit 0, location: is -1"));
  bad["visits"][0]["location"] = 1.5;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("is 1.5"));
  bad["visits"][0]["location"] = 1e300;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("is 1e+300"));
  bad["visits"][0]["location"] = "home";
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("is \"home\""));
  bad = good();
  bad["visits"][0]["duration_minutes"] = -0.5;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("duration_minutes"));
  bad = good();
  bad["visits"][1].erase("days_ago");
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("visit 1: has no key days_ago"));
  bad = good();
  bad["visits"][1]["day_ago"] = 1;
  EXPECT_THAT(jsonRefusal(bad.dump()), AllOf(HasSubstr("unknown key day_ago"), HasSubstr("days_ago")));
  bad = good();
  bad["usr"] = 1;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("unknown key usr"));
  bad = good();
  bad["schema"] = "sojourn.sequence/2";
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("is not sojourn.sequence/1"));
  bad = good();
  bad["visits"] = Form::array();
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("at least one visit"));
  bad["visits"] = 3;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("at least one visit"));
  bad = good();
  bad["visits"][0] = 5;
  EXPECT_THAT(jsonRefusal(bad.dump()), HasSubstr("visit 0: is not an object"));
}

TEST(SequenceFile, IsBounded) {
  EXPECT_THAT(jsonRefusal(""), HasSubstr("is not JSON"));
  EXPECT_THAT(jsonRefusal("[1, 2"), HasSubstr("is not JSON"));
  EXPECT_THAT(jsonRefusal("[]"), HasSubstr("is not an object"));
  EXPECT_THAT(jsonRefusal(std::string(1'000'000, '[')), HasSubstr("nested too deep"));
  EXPECT_THAT(jsonRefusal("\xff\xfe"), HasSubstr("is not JSON"));
  EXPECT_THAT(jsonRefusal(R"({"user":1,"user":2})"), HasSubstr("the key user twice"));
  std::string many = R"({"schema":"sojourn.sequence/1","user":3,"visits":[1)";
  for (int i = 0; i < 100'000; ++i) many += ",1";
  EXPECT_THAT(jsonRefusal(many + "]}"), HasSubstr("holds 100001 visits"));
}

}  // namespace
}  // namespace sojourn
