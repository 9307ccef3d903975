// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/job.h"

#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

TEST(Job, TellsRateAndRest) {
  Job job;
  job.done = 250;
  job.total = 1000;
  job.seconds = 0.5;
  EXPECT_DOUBLE_EQ(job.fraction(), 0.25);
  EXPECT_DOUBLE_EQ(job.ratePerSecond(), 500);
  EXPECT_DOUBLE_EQ(job.secondsLeft().value(), 1.5);
}

TEST(Job, SaysNothingItDoesNotKnow) {
  Job job;
  job.seconds = 3;
  EXPECT_EQ(job.fraction(), 0);
  EXPECT_FALSE(job.secondsLeft()) << "no total";
  job.total = 10;
  EXPECT_FALSE(job.secondsLeft()) << "nothing done";
  job.done = 5;
  job.seconds = 0.1;
  EXPECT_FALSE(job.secondsLeft()) << "too early for a rate";
}

}  // namespace
}  // namespace sojourn::session
