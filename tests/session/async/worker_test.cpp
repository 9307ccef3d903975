// SPDX-License-Identifier: GPL-3.0-or-later
// A worker does its tasks in their order, or only the newest of those that wait.
#include "views/session/async/worker.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/waiting.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::eventually;

/// The numbers of the tasks that were done.
class TaskLog {
 public:
  Worker::Task number(int number) {
    return [this, number] {
      const std::lock_guard lock(m_mutex);
      m_done.push_back(number);
    };
  }
  std::vector<int> done() {
    const std::lock_guard lock(m_mutex);
    return m_done;
  }

 private:
  std::mutex m_mutex;
  std::vector<int> m_done;
};

TEST(Worker, DoesItsTasksInTheirOrder) {
  TaskLog log;
  Worker worker;
  for (const int task : {1, 2, 3}) worker.post(log.number(task));
  ASSERT_TRUE(eventually([&] { return log.done().size() == 3; }));
  EXPECT_EQ(log.done(), (std::vector{1, 2, 3}));
}

TEST(Worker, ANewerTaskReplacesThoseThatWaitAndWhatTheyHold) {
  TaskLog log;
  Door door(false);
  Worker worker;
  worker.post([&] { door.pass(); });
  ASSERT_TRUE(eventually([&] { return door.arrivals() == 1; }));
  const auto held = std::make_shared<int>(1);
  worker.post([&log, held] { log.number(1)(); });
  worker.replace([&log, held] { log.number(2)(); });
  worker.replace(log.number(3));
  EXPECT_EQ(held.use_count(), 1);
  door.open();
  ASSERT_TRUE(eventually([&] { return !log.done().empty(); }));
  EXPECT_EQ(log.done(), std::vector{3});
}

TEST(Worker, ATaskBeginsAfterItsQuietAndNotWhereItWasForgotten) {
  TaskLog log;
  Worker worker;
  worker.replace(log.number(1), std::chrono::milliseconds(40));
  worker.clear();
  const auto began = std::chrono::steady_clock::now();
  worker.replace(log.number(2), std::chrono::milliseconds(20));
  ASSERT_TRUE(eventually([&] { return !log.done().empty(); }));
  EXPECT_GE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(20));
  EXPECT_EQ(log.done(), std::vector{2});
}

TEST(Worker, EndsWithoutWaitingForWhatHasNotBegun) {
  bool ran = false;
  {
    Worker worker;
    worker.replace([&] { ran = true; }, std::chrono::hours(1));
  }  // a wait would last an hour
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace sojourn::session
