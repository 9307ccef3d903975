// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "views/session/follow/source_follower.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(StepBudgets, WhereThereIsRoomNobodyIsHeldBack) {
  EXPECT_THAT(stepBudgets({}, 100), IsEmpty());
  EXPECT_THAT(stepBudgets({{}, {}}, 100), ElementsAre(100, 100));
  EXPECT_THAT(stepBudgets({{64}, {32, std::nullopt}}, 100), ElementsAre(100, 100));
  // A run of a million steps in one folder and twenty of 50,000 in another.
  const std::size_t most = std::size_t{1} << 21U;
  const auto shares = stepBudgets({{1'000'000}, AskedSteps(20, 50'000)}, most);
  EXPECT_GE(shares[0], 1'000'000U);
  EXPECT_GE(shares[1], 1'000'000U);
}

TEST(StepBudgets, TheLongestGiveWayWhicheverSourceTheyAreIn) {
  // 8 and 16 are whole, 76 are left for two.
  EXPECT_THAT(stepBudgets({{8, 512}, {16}, {1024}}, 100), ElementsAre(8 + 38, 16, 38));
  EXPECT_THAT(stepBudgets({{512}, {std::nullopt, 16}, {}}, 100), ElementsAre(84, 84 + 16, 0));
}

TEST(StepBudgets, StayTheSameWhileRunsGrowALittle) {
  const auto of = [](std::size_t steps) { return stepBudgets({{steps}, {1'000'000}}, 500'000); };
  EXPECT_EQ(of(131'073), of(147'456));
  EXPECT_NE(of(131'073), of(147'457));
}

}  // namespace
}  // namespace sojourn::session
