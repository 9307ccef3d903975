// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that are missing from a log that was cut short before its run was resumed.
#include <gtest/gtest.h>

#include "model/runs/log/run_history.h"
#include "tests/runs/sample_events.h"

namespace sojourn {
namespace {

class StepGaps : public ::testing::Test {
 protected:
  void add(const EventBody& body) {
    history.add({.seq = m_seq, .wall = 100 + static_cast<double>(m_seq), .body = body});
    ++m_seq;
  }
  void addSteps(std::int64_t first, std::int64_t last) {
    for (std::int64_t step = first; step <= last; ++step) add(test::sampleStep(step, 1));
  }

  RunHistory history;

 private:
  std::int64_t m_seq = 0;
};

TEST_F(StepGaps, AWholeLogHasNone) {
  addSteps(1, 5);
  add(RewindEvent{4});
  addSteps(5, 8);
  EXPECT_TRUE(stepGaps(history).empty());
}

TEST_F(StepGaps, AResumeBehindTheLogsEndIsOne) {
  addSteps(1, 3);
  add(RewindEvent{.step = 6, .lastLoggedStep = 3});
  EXPECT_EQ(history.lastStep(), 6);
  add(LogEvent{.level = "info", .text = "resumed"});
  EXPECT_EQ(history.logs.back().afterStep, 6) << "behind the gap";
  addSteps(7, 9);
  EXPECT_EQ(stepGaps(history), (std::vector<StepGap>{{.after = 3, .until = 6, .wall = 103}}));
  EXPECT_EQ(history.steps.size(), 6U);
}

TEST_F(StepGaps, WhatIsTrainedAgainIsNotMissing) {
  addSteps(1, 3);
  add(RewindEvent{.step = 6, .lastLoggedStep = 3});
  addSteps(7, 9);
  add(RewindEvent{5});
  EXPECT_EQ(stepGaps(history), (std::vector<StepGap>{{.after = 3, .until = 5, .wall = 103}}));
  add(RewindEvent{2});
  EXPECT_TRUE(stepGaps(history).empty());
}

TEST_F(StepGaps, AStretchThatHoldsNothingLeavesTheLastStep) {
  history.append(RunHistory::fromTheMiddle());
  EXPECT_EQ(history.lastStep(), 0);
}

TEST_F(StepGaps, OfALogThatIsEmpty) {
  add(RewindEvent{.step = 6, .lastLoggedStep = 0});
  EXPECT_EQ(stepGaps(history), (std::vector<StepGap>{{.after = 0, .until = 6, .wall = 100}}));
}

}  // namespace
}  // namespace sojourn
