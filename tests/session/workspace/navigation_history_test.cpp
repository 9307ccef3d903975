// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/navigation_history.h"

#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

NavigationPlace sample(std::size_t index, Split split = Split::Test, const char* data = "/data/town") {
  return {.front = "inspect",
          .demo = false,
          .data = data,
          .split = split,
          .index = index,
          .checkpoint = "/a.pt",
          .heads = {}};
}

TEST(NavigationHistory, GoesBackToAnotherSplitAndForwardAgain) {
  NavigationHistory history;
  history.record(sample(7));
  EXPECT_FALSE(history.canGoBack());
  history.record(sample(1200, Split::Train));
  ASSERT_NE(history.at(-1), nullptr);
  EXPECT_EQ(*history.at(-1), sample(7));
  history.move(-1);
  history.record(sample(7));  // it is on screen: nothing new
  EXPECT_FALSE(history.canGoBack());
  ASSERT_NE(history.at(1), nullptr);
  EXPECT_EQ(history.at(1)->split, Split::Train);
  EXPECT_EQ(history.at(1)->index, 1200U);
}

TEST(NavigationHistory, AnotherPlaceEndsForward) {
  NavigationHistory history;
  history.record(sample(1));
  history.record(sample(50));
  history.move(-1);
  history.record(sample(99));
  EXPECT_FALSE(history.canGoForward());
  EXPECT_EQ(history.at(-1)->index, 1U);
}

TEST(NavigationHistory, BackReturnsToWhereSteppingBegan) {
  NavigationHistory history;
  history.record(sample(10));
  for (std::size_t index = 11; index < 20; ++index) history.record(sample(index), true);
  EXPECT_EQ(history.at(0)->index, 19U);
  EXPECT_EQ(history.at(-1)->index, 10U);
  EXPECT_EQ(history.at(-2), nullptr);
}

TEST(NavigationHistory, BackTakesAFilterBackThatAClickHasSet) {
  NavigationHistory history;
  history.record(sample(3));
  NavigationPlace filtered = sample(3);
  filtered.filter = "user:2";
  history.record(filtered, false, true);
  ASSERT_TRUE(history.canGoBack());
  EXPECT_EQ(history.at(-1)->filter, "");
  filtered.filter = "user:2 wrong";
  history.record(filtered);
  EXPECT_EQ(history.at(0)->filter, "user:2 wrong") << "typing on changes the place where it is";
  EXPECT_EQ(history.at(-1)->filter, "");
  EXPECT_EQ(history.at(-2), nullptr);
}

TEST(NavigationHistory, AnotherCheckpointIsTheSamePlaceAndIsKept) {
  NavigationHistory history;
  history.record(sample(3));
  NavigationPlace followed = sample(3);
  followed.checkpoint = "/b.pt";
  history.record(followed);
  EXPECT_FALSE(history.canGoBack());
  EXPECT_EQ(history.at(0)->checkpoint, "/b.pt");
}

TEST(NavigationHistory, TheEmptyWindowIsNoPlaceToReturnTo) {
  NavigationHistory history;
  history.record(
      {.front = "inspect", .demo = false, .data = {}, .split = Split::Test, .index = 0, .checkpoint = {}, .heads = {}});
  history.record(sample(3));
  EXPECT_FALSE(history.canGoBack());
}

TEST(NavigationHistory, ForgetsTheOldestPlaces) {
  NavigationHistory history;
  for (std::size_t index = 0; index < 2 * NavigationHistory::mostPlaces; ++index) history.record(sample(2 * index));
  int back = 0;
  while (history.canGoBack()) history.move(-1), ++back;
  EXPECT_EQ(back, static_cast<int>(NavigationHistory::mostPlaces) - 1);
}

}  // namespace
}  // namespace sojourn::session
