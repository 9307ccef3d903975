// SPDX-License-Identifier: GPL-3.0-or-later
// The quick parser against the careful one.
#include "model/runs/log/event_json.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "tests/runs/sample_events.h"

namespace sojourn {
namespace {

std::string lineOf(const StepEvent& step, double wall = 1'760'000'000.5) {
  std::string line = eventLine({.seq = 9, .wall = wall, .body = step});
  line.pop_back();
  return line;
}

void expectEqual(const StepLine& quick, const Event& careful) {
  EXPECT_EQ(quick.seq, careful.seq);
  EXPECT_EQ(quick.wall, careful.wall);
  // By the written form, in which NaN equals NaN.
  EXPECT_EQ(lineOf(quick.step), lineOf(std::get<StepEvent>(careful.body)));
}

TEST(StepLine, ReadsWhatTheWriterWrites) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    StepEvent step = test::sampleStep(i + 1, i / 58 + 1);
    step.loss = std::bit_cast<double>(random());
    step.gradientNorm = std::ldexp(1.0, static_cast<int>(random() % 200) - 100);
    if (i % 10 == 0) step.loss = std::numeric_limits<double>::quiet_NaN();
    if (i % 10 == 1) step.gradientNorm = std::numeric_limits<double>::infinity();
    if (i % 10 == 2) step.learningRate = -std::numeric_limits<double>::infinity();
    const std::string line = lineOf(step);
    const auto quick = parseStepLine(line);
    ASSERT_TRUE(quick) << line;
    EXPECT_EQ(lineOf(quick->step), line) << "to the last bit";
  }
}

TEST(StepLine, NeverReadsWhatTheCarefulParserRefusesOrReadsOtherwise) {
  const std::string line = lineOf(test::sampleStep(120, 3));
  std::mt19937 random(2);
  constexpr std::string_view alphabet = "0123456789.-+eE\",:{}NaInfity ";
  int accepted = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string damaged = line;
    for (auto n = 1 + random() % 2; n > 0; --n) {
      const std::size_t at = random() % damaged.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0:
          damaged[at] = c;
          break;
        case 1:
          damaged.insert(at, 1, c);
          break;
        default:
          damaged.erase(at, 1);
      }
    }
    const auto quick = parseStepLine(damaged);
    if (!quick) continue;
    ++accepted;
    const auto careful = parseEventLine(damaged, "line");
    ASSERT_TRUE(careful) << damaged;
    expectEqual(*quick, *careful);
  }
  EXPECT_GT(accepted, 1000) << "too few to prove anything";
}

TEST(StepLine, LeavesOtherFormsToTheCarefulParser) {
  const std::string line = lineOf(test::sampleStep(120, 3));
  EXPECT_FALSE(parseStepLine(line + " "));
  EXPECT_FALSE(parseStepLine(""));
  EXPECT_FALSE(parseStepLine(line.substr(0, line.size() - 1) + R"(,"more":1})"));
  for (const char* number : {"01", "1.", "1.e5", ".5", "+1", "inf", "nan", "0x10", "-", "\"nan\"", "\"NaN", "1e999"}) {
    std::string other = line;
    const auto at = other.find("0.8");
    other.replace(at, 3, number);
    EXPECT_FALSE(parseStepLine(other)) << number;
  }
}

}  // namespace
}  // namespace sojourn
