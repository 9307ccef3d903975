// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/background_pass.h"

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/waiting.h"

namespace sojourn::session {
namespace {

using test::eventually;

class BackgroundPassTest : public ::testing::Test {
 protected:
  std::size_t ends() {
    const std::lock_guard lock(m_mutex);
    return m_ends.size();
  }
  std::size_t rowsOf(std::uint64_t number) {
    const std::lock_guard lock(m_mutex);
    std::size_t rows = 0;
    for (const auto& block : m_blocks) rows += block.number == number ? block.outcomes.size() : 0;
    return rows;
  }

  std::shared_ptr<test::FakeEngine> m_engine = std::make_shared<test::FakeEngine>();
  std::shared_ptr<const Dataset> m_dataset = test::fakeDataset({.sequences = 5000});
  TaskThreads m_threads{2};
  std::mutex m_mutex;
  std::vector<BackgroundPass::Block> m_blocks;
  std::vector<BackgroundPass::End> m_ends;
  BackgroundPass m_pass{[this](BackgroundPass::Block block) {
                          const std::lock_guard lock(m_mutex);
                          m_blocks.push_back(std::move(block));
                        },
                        [this](BackgroundPass::End end) {
                          const std::lock_guard lock(m_mutex);
                          m_ends.push_back(std::move(end));
                        },
                        m_threads};
};

TEST_F(BackgroundPassTest, ReachesEveryRowOnceInOrder) {
  const auto number = m_pass.start(m_engine, m_dataset, Split::Test, 100);
  ASSERT_TRUE(eventually([&] { return ends() == 1; }));
  EXPECT_TRUE(m_ends[0].status.ok());
  EXPECT_EQ(m_ends[0].number, number);
  std::size_t next = 100;
  for (const auto& block : m_blocks) {
    EXPECT_EQ(block.first, next);
    for (std::size_t i = 0; i < block.outcomes.size(); ++i) {
      ASSERT_EQ(block.outcomes[i].rank, 1 + static_cast<std::int32_t>((next + i) % 7));
    }
    next += block.outcomes.size();
  }
  EXPECT_EQ(next, 5000U);
}

TEST_F(BackgroundPassTest, SlicesStayShort) {
  m_engine->secondsPerRow = 0.0001;  // 150 rows fill a slice
  // A machine that wakes the engine late has it look slower: never faster, and not in every pass.
  for (std::size_t pass = 1; pass <= 10 && m_engine->largestSlice < 30; ++pass) {
    m_pass.start(m_engine, m_dataset, Split::Test);
    ASSERT_TRUE(eventually([&] { return ends() == pass; }));
  }
  EXPECT_LE(m_engine->largestSlice, 200U);
  EXPECT_GE(m_engine->largestSlice, 30U) << "and not needlessly so";
}

TEST_F(BackgroundPassTest, GivesWayToUrgentWork) {
  m_engine->secondsPerRow = 0.01;  // a slice is reported at once
  m_engine->evaluateDoor.shut();
  const auto number = m_pass.start(m_engine, m_dataset, Split::Test);
  ASSERT_TRUE(eventually([&] { return m_engine->evaluateDoor.arrivals() == 1; }));
  {
    const TaskThreads::Urgent urgent(m_threads);
    m_engine->evaluateDoor.open();
    ASSERT_TRUE(eventually([&] { return rowsOf(number) > 0; })) << "the slice that was under way";
    ASSERT_TRUE(eventually([&] { return m_threads.givingWay() == 1; }));
    EXPECT_EQ(m_engine->evaluateDoor.arrivals(), 1);
    m_engine->secondsPerRow = 0;
  }
  EXPECT_TRUE(eventually([&] { return ends() == 1; }));
  EXPECT_EQ(rowsOf(number), 5000U);
}

TEST_F(BackgroundPassTest, CancelsAlsoWhileItGivesWay) {
  const TaskThreads::Urgent urgent(m_threads);
  m_pass.start(m_engine, m_dataset, Split::Test);
  ASSERT_TRUE(eventually([&] { return m_threads.givingWay() == 1; }));
  m_pass.cancel();
  ASSERT_TRUE(eventually([&] { return ends() == 1; }));
  EXPECT_EQ(m_ends[0].status.error().kind, ErrorKind::Cancelled);
}

TEST_F(BackgroundPassTest, ANewOneReplacesTheOld) {
  m_engine->evaluateDoor.shut();
  const auto first = m_pass.start(m_engine, m_dataset, Split::Test);
  ASSERT_TRUE(eventually([&] { return m_engine->evaluateDoor.arrivals() == 1; }));
  const auto second = m_pass.start(m_engine, m_dataset, Split::Train);
  m_engine->evaluateDoor.open();
  ASSERT_TRUE(eventually([&] { return ends() == 2; }));
  EXPECT_EQ(m_ends[0].number, first);
  EXPECT_FALSE(m_ends[0].status.ok());
  EXPECT_EQ(m_ends[1].number, second);
  EXPECT_TRUE(m_ends[1].status.ok());
  EXPECT_EQ(rowsOf(second), 5000U);
}

TEST_F(BackgroundPassTest, EndsWithTheEnginesError) {
  m_engine->failAtRow = 1000;
  m_pass.start(m_engine, m_dataset, Split::Test);
  ASSERT_TRUE(eventually([&] { return ends() == 1; }));
  EXPECT_EQ(m_ends[0].status.error().where, "test, record 7");
}

}  // namespace
}  // namespace sojourn::session
