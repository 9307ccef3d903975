// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/inspection_service.h"

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/waiting.h"

namespace sojourn::session {
namespace {

using test::eventually;
using ::testing::ElementsAre;

Sequence sequenceEndingAt(LocationId location) {
  return {.user = 1, .visits = {{.location = 2}, {.location = location}}, .target = 3};
}

class InspectionServiceTest : public ::testing::Test {
 protected:
  std::vector<std::uint64_t> numbers() {
    const std::lock_guard lock(m_mutex);
    std::vector<std::uint64_t> all;
    for (const auto& answer : m_answers) all.push_back(answer.number);
    return all;
  }
  std::shared_ptr<test::FakeEngine> m_engine = std::make_shared<test::FakeEngine>();
  TaskThreads m_threads{2};
  std::mutex m_mutex;
  std::vector<InspectionService::Answer> m_answers;
  std::unique_ptr<InspectionService> m_service = std::make_unique<InspectionService>(
      [this](InspectionService::Answer answer) {
        const std::lock_guard lock(m_mutex);
        m_answers.push_back(std::move(answer));
      },
      m_threads);
};

TEST_F(InspectionServiceTest, AnswersWithNumberEngineAndTime) {
  const auto number = m_service->request(m_engine, sequenceEndingAt(7));
  ASSERT_TRUE(eventually([&] { return numbers().size() == 1; }));
  EXPECT_EQ(m_answers[0].number, number);
  EXPECT_EQ(m_answers[0].engine, m_engine);
  ASSERT_TRUE(m_answers[0].result.ok());
  EXPECT_EQ((*m_answers[0].result)->best().location, 7);
  EXPECT_GE(m_answers[0].milliseconds, 0);
}

TEST_F(InspectionServiceTest, OnlyTheNewestOfThoseThatWaitIsWorkedOn) {
  m_engine->inspectDoor.shut();
  const auto first = m_service->request(m_engine, sequenceEndingAt(4));
  ASSERT_TRUE(eventually([&] { return m_engine->inspectDoor.arrivals() == 1; }));
  for (LocationId location = 5; location < 10; ++location) m_service->request(m_engine, sequenceEndingAt(location));
  const auto last = m_service->request(m_engine, sequenceEndingAt(11));
  m_engine->inspectDoor.open();
  ASSERT_TRUE(eventually([&] { return numbers().size() == 2; }));
  EXPECT_THAT(numbers(), ElementsAre(first, last));
  EXPECT_EQ(m_engine->inspections, 2);
  EXPECT_EQ((*m_answers[1].result)->best().location, 11);
}

TEST_F(InspectionServiceTest, KeepsTheWayWhileSomethingWaitsOrRuns) {
  m_engine->inspectDoor.shut();
  m_service->request(m_engine, sequenceEndingAt(4));
  ASSERT_TRUE(eventually([&] { return m_engine->inspectDoor.arrivals() == 1; }));
  m_service->request(m_engine, sequenceEndingAt(5));
  std::atomic<bool> passed{false};
  std::thread other([&] {
    m_threads.giveWay(Priority::Pass, CancelToken());
    passed = true;
  });
  ASSERT_TRUE(eventually([&] { return m_threads.givingWay() == 1; }));
  EXPECT_FALSE(passed);
  m_engine->inspectDoor.open();
  EXPECT_TRUE(eventually([&] { return passed.load(); }));
  other.join();
}

TEST_F(InspectionServiceTest, PassesErrorsOn) {
  m_service->request(m_engine, Sequence{.user = 1, .visits = {{.location = 2}}, .target = {}});
  ASSERT_TRUE(eventually([&] { return numbers().size() == 1; }));
  EXPECT_FALSE(m_answers[0].result.ok());
}

TEST_F(InspectionServiceTest, EndsWithARequestWaiting) {
  m_engine->inspectDoor.shut();
  m_service->request(m_engine, sequenceEndingAt(4));
  ASSERT_TRUE(eventually([&] { return m_engine->inspectDoor.arrivals() == 1; }));
  const auto waits = std::make_shared<test::FakeEngine>();
  m_service->request(waits, sequenceEndingAt(5));
  std::thread opener([&] {
    // The end begins by forgetting what waits, and with it the engine that was to be asked.
    EXPECT_TRUE(eventually([&] { return waits.use_count() == 1; }));
    m_engine->inspectDoor.open();
  });
  m_service.reset();
  opener.join();
  EXPECT_EQ(m_engine->inspections, 1);
  EXPECT_EQ(waits->inspections, 0);
  m_threads.giveWay(Priority::Pass, CancelToken());  // nothing holds it any more
}

}  // namespace
}  // namespace sojourn::session
