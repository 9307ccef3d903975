// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/inbox.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace sojourn {
namespace {

TEST(Inbox, WakesOncePerDrain) {
  int wakes = 0;
  Inbox<int> inbox([&] { ++wakes; });
  inbox.push(1);
  inbox.push(2);
  EXPECT_EQ(wakes, 1);
  EXPECT_EQ(inbox.drain(), (std::vector<int>{1, 2}));
  EXPECT_TRUE(inbox.drain().empty());
  inbox.push(3);
  EXPECT_EQ(wakes, 2);
}

TEST(Inbox, LosesNothingBetweenThreads) {
  std::atomic<int> wakes{0};
  Inbox<int> inbox([&] { ++wakes; });
  constexpr int each = 10'000;
  std::vector<std::thread> producers;
  for (int p = 0; p < 3; ++p) {
    producers.emplace_back([&] {
      for (int i = 0; i < each; ++i) inbox.push(i);
    });
  }
  std::size_t got = 0;
  while (got < 3U * each) got += inbox.drain().size();
  for (std::thread& producer : producers) producer.join();
  EXPECT_EQ(got, 3U * each);
  EXPECT_GE(wakes.load(), 1);
}

}  // namespace
}  // namespace sojourn
