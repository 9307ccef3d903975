// SPDX-License-Identifier: GPL-3.0-or-later
// However much waits, two threads do it: the sample first, and what takes long gives way at its stops.
#include "views/session/async/task_threads.h"

#include <atomic>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/waiting.h"
#include "views/session/async/worker.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::eventually;

class TaskThreadsTest : public ::testing::Test {
 protected:
  /// A task that notes its letter and its thread.
  TaskThreads::Task note(char letter) {
    return [this, letter] {
      const std::lock_guard lock(m_mutex);
      m_order += letter;
      m_ids.insert(std::this_thread::get_id());
    };
  }
  /// One that waits at the door first, and then at a stop.
  TaskThreads::Task longTask(Door& door, Priority priority, char letter) {
    return [this, &door, priority, letter] {
      door.pass();
      m_threads.giveWay(priority, m_cancel);
      note(letter)();
    };
  }
  std::string order() {
    const std::lock_guard lock(m_mutex);
    return m_order;
  }

  std::mutex m_mutex;
  std::string m_order;
  std::set<std::thread::id> m_ids;
  CancelToken m_cancel;
  TaskThreads m_threads{2};
};

TEST_F(TaskThreadsTest, TwoThreadsDoTheWorkOfManyWorkers) {
  std::list<Worker> workers;
  for (int i = 0; i < 20; ++i) workers.emplace_back(m_threads).post(note('a'), static_cast<Priority>(i % 4));
  ASSERT_TRUE(eventually([&] { return order().size() == 20; }));
  EXPECT_LE(m_ids.size(), 2U);
}

TEST_F(TaskThreadsTest, WhatIsMoreUrgentGoesFirstAndRunsWithinWhatTakesLong) {
  Door door(false);
  Worker pass(m_threads), question(m_threads), evaluation(m_threads), asked(m_threads), inspection(m_threads);
  pass.post(longTask(door, Priority::Pass, 'P'), Priority::Pass);
  question.post(longTask(door, Priority::Question, 'Q'), Priority::Question);
  ASSERT_TRUE(eventually([&] { return door.arrivals() == 2; })) << "both threads are busy";
  evaluation.post(note('e'), Priority::Evaluation);
  asked.post(note('q'), Priority::Question);
  inspection.post(note('i'), Priority::Inspection);
  door.open();
  ASSERT_TRUE(eventually([&] { return order().size() == 5; }));
  const std::string done = order();
  EXPECT_LT(done.find('i'), done.find('Q')) << done;
  EXPECT_LT(done.find('e'), done.find('P')) << done << ": what was asked for goes before what was not";
}

TEST_F(TaskThreadsTest, AThreadStaysFreeForTheSampleWhileOneWorksOverMany) {
  Door door(false);
  Worker first(m_threads), second(m_threads), question(m_threads);
  first.post(longTask(door, Priority::Evaluation, 'E'), Priority::Evaluation);
  ASSERT_TRUE(eventually([&] { return door.arrivals() == 1; }));
  second.post(note('e'), Priority::Evaluation);
  question.post(note('q'), Priority::Question);
  ASSERT_TRUE(eventually([&] { return order() == "q"; }));
  door.open();
  ASSERT_TRUE(eventually([&] { return order() == "qEe"; })) << order();
}

TEST_F(TaskThreadsTest, ACancelledTaskWaitsForNobody) {
  Door door(false);
  Worker pass(m_threads);
  const TaskThreads::Urgent urgent(m_threads);
  pass.post(longTask(door, Priority::Pass, 'P'), Priority::Pass);
  door.open();
  ASSERT_TRUE(eventually([&] { return m_threads.givingWay() == 1; }));
  EXPECT_EQ(order(), "");
  m_cancel.cancel();
  m_threads.notify();
  EXPECT_TRUE(eventually([&] { return order() == "P"; }));
}

}  // namespace
}  // namespace sojourn::session
