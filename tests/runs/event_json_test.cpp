// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/event_json.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/formats/text/json_fields.h"
#include "tests/runs/sample_events.h"

namespace sojourn {
namespace {

Event readBack(const Event& event) {
  const std::string line = eventLine(event);
  EXPECT_TRUE(line.ends_with("}\n"));
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one event, one line";
  const auto read = parseEventLine(line, "line");
  EXPECT_TRUE(read) << line << (read ? "" : read.error().sentence());
  return read ? *read : Event{};
}

TEST(EventJson, EveryKindReadsBackAsItWas) {
  std::int64_t seq = 7;
  for (const EventBody& body : test::oneOfEachEvent()) {
    const Event read = readBack({.seq = seq, .wall = 1'760'000'000.25, .body = body});
    EXPECT_EQ(read.seq, seq++);
    EXPECT_EQ(read.wall, 1'760'000'000.25);
    EXPECT_EQ(read.body, body);
  }
}

TEST(EventJson, WhatIsUnusualIsWrittenOnlyWhereItIsSo) {
  EvalEvent requested = test::sampleEval(2);
  EXPECT_EQ(eventLine({.body = requested}).find("requested"), std::string::npos);
  requested.requested = true;
  EXPECT_EQ(std::get<EvalEvent>(readBack({.body = requested}).body), requested);

  EXPECT_EQ(eventLine({.body = RewindEvent{9}}).find("last_logged_step"), std::string::npos);
  const RewindEvent behindGap{.step = 9, .lastLoggedStep = 4};
  EXPECT_EQ(std::get<RewindEvent>(readBack({.body = behindGap}).body), behindGap);
}

TEST(EventJson, StepsHaveTheKeysOfTheSpecification) {
  const StepEvent step{.step = 12,
                       .epoch = 1,
                       .loss = 4.5,
                       .learningRate = 1.3e-4,
                       .gradientNorm = 2,
                       .clippedGradientNorm = 0.8,
                       .sequencesPerSecond = 3000.5,
                       .tokensPerSecond = 54'000};
  EXPECT_EQ(
      eventLine({.seq = 3, .wall = 1'760'000'000.125, .body = step}),
      R"({"v":1,"seq":3,"t":"step","wall":1760000000.125000,"step":12,"epoch":1,"loss":4.5,"learning_rate":0.00013,)"
      R"("gradient_norm":2,"clipped_gradient_norm":0.8,"sequences_per_s":3000.5,"tokens_per_s":54000})"
      "\n");
}

TEST(EventJson, NumbersThatAreNoneAreTexts) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::string line = eventLine({.body = StepEvent{.step = 1,
                                                        .epoch = 1,
                                                        .loss = std::numeric_limits<double>::quiet_NaN(),
                                                        .learningRate = infinity,
                                                        .gradientNorm = -infinity}});
  EXPECT_NE(line.find(R"("loss":"NaN","learning_rate":"Infinity","gradient_norm":"-Infinity")"), std::string::npos)
      << line;
  const auto read = parseEventLine(line, "line");
  ASSERT_TRUE(read);
  const auto& step = std::get<StepEvent>(read->body);
  EXPECT_TRUE(std::isnan(step.loss));
  EXPECT_EQ(step.learningRate, infinity);
  EXPECT_EQ(step.gradientNorm, -infinity);
}

TEST(EventJson, FiguresOfAnEmptyGroupAreNull) {
  const auto json = jsonOf(Metrics{});
  EXPECT_EQ(json["n"], 0);
  for (const auto& [key, value] : json.items()) {
    EXPECT_EQ(value.is_null(), key != "n") << key;
  }
}

TEST(EventJson, AnotherProgramsEvaluationMayLackMetrics) {
  const auto read = parseEventLine(R"({"v":1,"seq":3,"t":"eval","wall":5,"epoch":2,"split":"validation",)"
                                   R"("metrics":{"all":{"acc@1":25.5,"n":null},"known":{"n":0}}})",
                                   "line");
  ASSERT_TRUE(read) << read.error().sentence();
  const auto& eval = std::get<EvalEvent>(read->body);
  EXPECT_FALSE(eval.lossPresent);
  EXPECT_TRUE(std::isnan(eval.batchMeanLoss));
  EXPECT_EQ(eval.metrics.all.n, Metrics::unknown);
  EXPECT_EQ(eval.metrics.all.accuracy[0], 25.5);
  EXPECT_TRUE(std::isnan(eval.metrics.all.mrr));
  EXPECT_EQ(eval.metrics.all.correct[0], Metrics::unknown);
  EXPECT_EQ(eval.metrics.known, Metrics{});
  EXPECT_EQ(eval.metrics.unseen, Metrics{});
  EXPECT_FALSE(parseEventLine(R"({"v":1,"seq":3,"t":"eval","wall":5,"epoch":2,"split":"validation",)"
                              R"("metrics":{"all":{"acc@1":"much"}}})",
                              "line"));
}

TEST(EventJson, NamesOfOwnMetricsAreBounded) {
  OwnMetricsEvent many;
  for (int i = 0; i < 65; ++i) many.values.emplace_back("m" + std::to_string(i), i);
  const auto read = parseEventLine(eventLine({.body = many}), "line");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().sentence().find("more than 64 metrics"), std::string::npos);
}

TEST(EventJson, FurtherKeysAndLaterKindsAndVersionsAreNoErrors) {
  const auto more = parseEventLine(R"({"v":1,"seq":1,"t":"rewind","wall":2,"step":5,"more":[{"a":1}]})", "line");
  ASSERT_TRUE(more);
  EXPECT_EQ(std::get<RewindEvent>(more->body).step, 5);
  const auto kind = parseEventLine(R"({"v":1,"seq":1,"t":"dream","wall":2})", "line");
  ASSERT_TRUE(kind);
  EXPECT_EQ(std::get<UnknownEvent>(kind->body), (UnknownEvent{1, "dream"}));
  const auto version = parseEventLine(R"({"v":2,"seq":1,"t":"step","wall":2})", "line");
  ASSERT_TRUE(version);
  EXPECT_EQ(std::get<UnknownEvent>(version->body), (UnknownEvent{2, "step"}));
}

TEST(EventJson, WhatIsNoEventIsRefusedByItsKey) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"v":1,"seq":1,"t":"rewind","wall":2})", "line, key step"},
      {R"({"v":1,"seq":1,"t":"rewind","wall":2,"step":-1})", "line, key step"},
      {R"({"v":1,"seq":1,"t":"rewind","wall":2,"step":1e300})", "line, key step"},
      {R"({"v":1,"seq":1,"t":"rewind","wall":2,"step":99999999999999999999})", "line, key step"},
      {R"({"v":1,"seq":1,"t":"state","wall":2,"state":"asleep","why":""})", "line, key state"},
      {R"({"v":1,"seq":1,"t":"epoch","wall":2,"epoch":1,"train_loss":"nan","seconds":1})", "line, key train_loss"},
      {R"({"v":1,"seq":1,"t":"eval","wall":2,"epoch":1,"split":"test","metrics":{"all":7},"batch_mean_loss":1})",
       "line, key metrics, key all"},
      {R"({"v":1,"seq":1,"t":"control","wall":2,"id":"x","command":"pause","value":null,"answer":"yes","why":""})",
       "line, key answer"},
      {R"({"seq":1,"t":"step","wall":2})", "line, key v"},
      {R"([1,2])", "line"},
      {R"({"v":1,"seq":1,"t":"st)", "line"},
      {"", "line"},
  };
  for (const auto& [text, where] : cases) {
    const auto read = parseEventLine(text, "line");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().where, where) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::BadInput);
  }
}

TEST(EventJson, DepthAndLengthAreBounded) {
  const std::string deep =
      R"({"v":1,"seq":1,"t":"log","wall":2,"x":)" + std::string(40, '[') + std::string(40, ']') + "}";
  const auto tooDeep = parseEventLine(deep, "line");
  ASSERT_FALSE(tooDeep);
  EXPECT_EQ(tooDeep.error().what, "is nested more than 32 levels deep");
  EXPECT_FALSE(parseEventLine(std::string(maxEventLineBytes + 1, ' '), "line"));
}

TEST(EventJson, NoTextMakesALineTooLongOrBreaksIt) {
  const std::string nasty = std::string(50'000, '\x01') + "\n\"\\\xff";
  const std::string line =
      eventLine({.body = ControlEvent{
                     .id = nasty, .command = nasty, .value = 1, .answer = ControlAnswer::Refused, .why = nasty}});
  EXPECT_LE(line.size(), maxEventLineBytes);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_TRUE(parseEventLine(line, "line"));
  const auto invalid = readBack({.body = LogEvent{"info", "a\xff\nb"}});
  EXPECT_EQ(std::get<LogEvent>(invalid.body).text, "a\xef\xbf\xbd\nb");
}

}  // namespace
}  // namespace sojourn
