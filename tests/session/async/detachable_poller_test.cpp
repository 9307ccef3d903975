// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/detachable_poller.h"

#include <atomic>
#include <future>
#include <mutex>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/waiting.h"

namespace sojourn::session {
namespace {

using namespace std::chrono_literals;
using Clock = DetachablePoller::Clock;
using test::eventually;
using test::longestWait;
using ::testing::ElementsAre;

/// What a thread does, in its order. Shared, as the thread may outlive the test's end of it.
struct Done {
  std::mutex mutex;
  std::vector<int> numbers;
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();

  DetachablePoller::Task number(const std::shared_ptr<Done>& self, int number) {
    return [self, number] {
      const std::lock_guard lock(self->mutex);
      self->numbers.push_back(number);
    };
  }
  std::vector<int> soFar() {
    const std::lock_guard lock(mutex);
    return numbers;
  }
  DetachablePoller::Task wait() {
    return [opened = open] { opened.wait(); };
  }
};

TEST(DetachablePoller, DoesItsTasksInTheirOrderAndLooksAfterThem) {
  auto done = std::make_shared<Done>();
  const auto look = done->number(done, 0);
  DetachablePoller thread(
      [look] {
        look();
        return false;
      },
      1h);
  thread.post(done->number(done, 1), true);
  thread.post(done->number(done, 2), false);
  thread.post(done->wait(), false);
  thread.setWatched(true);
  thread.post(done->number(done, 3), true);
  done->gate.set_value();
  ASSERT_TRUE(eventually([&] { return done->soFar().size() >= 4; }));
  std::this_thread::sleep_for(20ms);
  thread.end();
  ASSERT_TRUE(thread.awaitEnd(Clock::now() + longestWait));
  EXPECT_THAT(done->soFar(), ElementsAre(1, 2, 3, 0));
}

TEST(DetachablePoller, AtTheEndItDoesWhatItOwesAndForgetsTheRest) {
  auto done = std::make_shared<Done>();
  DetachablePoller thread;
  thread.post(done->wait(), false);
  ASSERT_TRUE(eventually([&] { return thread.busyFor() > 0s; }));
  EXPECT_FALSE(thread.hasRequiredTask());
  thread.post(done->number(done, 1), false);
  EXPECT_FALSE(thread.hasRequiredTask());
  thread.post(done->number(done, 2), true);
  EXPECT_TRUE(thread.hasRequiredTask());
  thread.end();
  EXPECT_FALSE(thread.awaitEnd(Clock::now() + 10ms)) << "it hangs";
  done->gate.set_value();
  EXPECT_TRUE(thread.awaitEnd(Clock::now() + longestWait));
  EXPECT_THAT(done->soFar(), ElementsAre(2));
  EXPECT_EQ(thread.busyFor().count(), 0);
  EXPECT_TRUE(thread.awaitEnd(Clock::now())) << "it has been joined";
}

TEST(DetachablePoller, OneThatHangsIsLetGoAndWhatItHeldGoesWithIt) {
  auto done = std::make_shared<Done>();
  {
    DetachablePoller thread([done] {
      done->open.wait();
      return true;
    });
    thread.setWatched(true);
    ASSERT_TRUE(eventually([&] { return thread.busyFor() > 0s; }));
    thread.post(done->number(done, 7), true);
    thread.end();
    EXPECT_FALSE(thread.awaitEnd(Clock::now())) << "it hangs";
  }  // a wait for what hangs would never end
  EXPECT_GT(done.use_count(), 1);
  done->gate.set_value();
  EXPECT_TRUE(eventually([&] { return done.use_count() == 1; })) << "it went on after its end";
  EXPECT_THAT(done->soFar(), ElementsAre(7)) << "what it owed is done though nobody waits for it any more";
}

TEST(DetachablePoller, ThreadsWithTheSameIntervalLookTogether) {
  const Clock::time_point beat{std::chrono::hours(7)};
  for (const auto interval : {200ms, 1000ms}) {
    for (const auto into : {0ms, 1ms, 150ms, 199ms})
      EXPECT_EQ(DetachablePoller::nextBeat(beat + into, interval), beat + interval) << into.count();
    EXPECT_EQ(DetachablePoller::nextBeat(beat - 1ns, interval), beat);
  }
  EXPECT_GT(DetachablePoller::nextBeat(beat, 0ms), beat) << "never at once for ever";
}

TEST(DetachablePoller, LooksAgainAtEveryBeatWhileItIsWatched) {
  const auto looks = std::make_shared<std::atomic<int>>(0);
  DetachablePoller thread(
      [looks] {
        ++*looks;
        return false;
      },
      1ms);
  thread.setWatched(true);
  EXPECT_TRUE(eventually([&] { return *looks >= 3; }));
}

}  // namespace
}  // namespace sojourn::session
