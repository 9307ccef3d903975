// SPDX-License-Identifier: GPL-3.0-or-later
// The profile beside the workspace: follows the filter, waits for predictions, can be stopped; and terms of the filter.
#include "views/session/dataset/dataset_study.h"

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::Studio;

class DatasetStudyTest : public ::testing::Test {
 protected:
  DatasetStudyTest() {
    m_studio.modelProfile = [this](const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                   const CancelToken& cancel, const Progress& progress) -> Result<ModelProfile> {
      ++m_profiles;
      while (!m_door.isOpen() && !cancel.cancelled()) progress(1, rows.size());
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      if (m_fails) return Error{ErrorKind::Failed, "model.pt", "is out of memory", "close other programs"};
      ModelProfile profile;
      profile.samplesOfHeads = rows.size();
      return profile;
    };
    m_studio.openAll();
    m_study = std::make_unique<DatasetStudy>(m_studio.workspace());
  }
  ~DatasetStudyTest() override {
    m_door.open();
    m_study.reset();
  }
  [[nodiscard]] bool measured(std::size_t samples) {
    return m_studio.until([&] {
      return m_study->settled() && m_study->answer() && m_study->answer()->facts->n == samples &&
             m_study->answer()->model;
    });
  }

  Studio m_studio;
  Door m_door;
  std::atomic<int> m_profiles{0};
  std::atomic<bool> m_fails{false};
  std::unique_ptr<DatasetStudy> m_study;
};

TEST_F(DatasetStudyTest, FollowsTheFilterAndOnlyWhereSomebodyLooks) {
  EXPECT_EQ(m_study->answer(), nullptr);
  m_study->setWatched(true);
  ASSERT_TRUE(measured(40));
  EXPECT_EQ(m_study->answer()->model->samplesOfHeads, 40U);
  EXPECT_TRUE(m_study->answer()->evaluated);
  ASSERT_NE(m_study->answer()->splits[static_cast<std::size_t>(Split::Test)], nullptr);
  EXPECT_EQ(m_study->answer()->splits[static_cast<std::size_t>(Split::Test)]->n, 40U);
  m_studio->setFilterText("index:0..9");
  EXPECT_TRUE(m_study->outdated());
  ASSERT_TRUE(measured(10));
  m_study->setWatched(false);
  m_studio->setFilterText("");
  EXPECT_FALSE(m_study->awaiting());
  EXPECT_EQ(m_study->answer()->facts->n, 10U);
}

TEST_F(DatasetStudyTest, FactsComeBeforeTheModelIsRead) {
  m_door.shut();
  m_study->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_study->answer() != nullptr; }));
  EXPECT_EQ(m_study->answer()->facts->n, 40U);
  EXPECT_EQ(m_study->answer()->model, nullptr);
  EXPECT_TRUE(m_study->awaiting());
  m_study->cancel();
  EXPECT_TRUE(m_study->stopped());
  EXPECT_EQ(m_study->answer()->facts->n, 40U) << "what was counted stays";
  m_door.open();
  m_study->resume();
  EXPECT_TRUE(measured(40));
}

TEST_F(DatasetStudyTest, AFailureIsTold) {
  m_fails = true;
  m_study->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_study->error().has_value(); }));
  EXPECT_EQ(m_study->error()->what, "is out of memory");
}

TEST(FilterTerms, AreAddedReplacedAndTakenAway) {
  EXPECT_EQ(withFilterTerms("", "len:5"), "len:5");
  EXPECT_EQ(withFilterTerms("wrong", "len:5"), "wrong len:5");
  EXPECT_EQ(withFilterTerms("wrong len:5", "len:7"), "wrong len:7");
  EXPECT_EQ(withFilterTerms("wrong len:5", "len:5"), "wrong") << "a second click takes it away";
  EXPECT_EQ(withFilterTerms("wrong", "right"), "right");
  EXPECT_EQ(withFilterTerms("len>2 A:right", "A:right B:wrong"), "len>2 A:right B:wrong");
  EXPECT_EQ(withFilterTerms("A:right B:wrong len>2", "A:right"), "len>2 A:right") << "another cell";
  EXPECT_EQ(withFilterTerms("A:right B:wrong", "A:right B:wrong"), "");
  EXPECT_EQ(withFilterTerms("A:right B:wrong", "B:0.5..0.6"), "B:0.5..0.6");
  EXPECT_EQ(withFilterTerms("hour:3", "hour:4 weekday:mon"), "hour:4 weekday:mon");
  EXPECT_EQ(withFilterTerms("user:1 hour:4 weekday:mon", "hour:4 weekday:mon"), "user:1");
  EXPECT_EQ(withFilterTerms("target:\"Elm Street\"", "length:4"), "target:\"Elm Street\" length:4");
}

}  // namespace
}  // namespace sojourn::session
