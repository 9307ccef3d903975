// SPDX-License-Identifier: GPL-3.0-or-later
// The profile beside the workspace: follows the filter, waits for predictions, can be stopped; and terms of the filter.
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "views/session/dataset/other_model_profile.h"
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
    m_studio.engine = [](const std::filesystem::path& path, const EngineOptions&) {
      const auto engine = std::make_shared<test::FakeEngine>(12, 4, path.filename().string());
      engine->m_description.fingerprint = path.filename().string();  // what the cache knows a model by
      return Result<EnginePtr>(engine);
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
  m_studio->samples().setFilterText("index:0..9");
  EXPECT_TRUE(m_study->outdated());
  ASSERT_TRUE(measured(10));
  m_study->setWatched(false);
  m_studio->samples().setFilterText("");
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

TEST_F(DatasetStudyTest, ClearingTheFilterComputesNothing) {
  m_study->setWatched(true);
  ASSERT_TRUE(measured(40));
  m_studio->samples().setFilterText("index:0..9");
  ASSERT_TRUE(measured(10));
  const int computed = m_profiles;
  m_studio->samples().setFilterText("");
  ASSERT_TRUE(measured(40));
  m_studio->samples().setFilterText("index:0..9");
  ASSERT_TRUE(measured(10));
  EXPECT_EQ(m_profiles, computed);
}

TEST_F(DatasetStudyTest, AnotherModelIsLoadedAndReadOnceForEachFilter) {
  OtherModelProfile other(m_studio.workspace(), *m_study);
  other.setWatched(true);
  EXPECT_FALSE(other.awaiting()) << "nothing is chosen";
  std::atomic<int> loads{0};
  auto open = std::exchange(m_studio.engine, {});
  m_studio.engine = [&](const std::filesystem::path& file, const EngineOptions& options) {
    ++loads;
    return open(file, options);
  };
  const auto read = [&](std::size_t samples) {
    return m_studio.until([&] {
      const OtherModelAnswer* now = other.current();
      return other.settled() && now && now->profile && now->profile->samplesOfHeads == samples;
    });
  };
  other.choose("/nowhere/other.pt");
  ASSERT_TRUE(read(40));
  EXPECT_EQ(loads, 1);
  m_studio->samples().setFilterText("index:0..9");
  EXPECT_TRUE(other.outdated());
  ASSERT_TRUE(read(10));
  const int computed = m_profiles;
  m_studio->samples().setFilterText("");
  ASSERT_TRUE(read(40));
  EXPECT_EQ(m_profiles, computed) << "kept for that filter";
  EXPECT_EQ(loads, 1);
  other.choose("");
  EXPECT_EQ(other.current(), nullptr);
  m_studio.engine = std::move(open);
}

TEST_F(DatasetStudyTest, AnotherModelThatCannotBeLoadedSaysWhy) {
  OtherModelProfile other(m_studio.workspace(), *m_study);
  other.setWatched(true);
  m_studio.engine = [](const std::filesystem::path& file, const EngineOptions&) -> Result<EnginePtr> {
    return Error{ErrorKind::BadInput, file.string(), "is no checkpoint", "choose another file"};
  };
  other.choose("/nowhere/broken.pt");
  ASSERT_TRUE(m_studio.until([&] { return other.error().has_value(); }));
  EXPECT_EQ(other.error()->what, "is no checkpoint");
  other.choose("");
  EXPECT_FALSE(other.error().has_value());
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
