// SPDX-License-Identifier: GPL-3.0-or-later
// The study that is open: followed on the disk, evaluated once a run, queued and stopped.
#include "views/session/ablation/live_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/queue/run_queue.h"
#include "tests/session/ablation/fake_study.h"
#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;
using ::testing::HasSubstr;

class LiveStudyTest : public ::testing::Test {
 protected:
  LiveStudyTest() {
    m_studio.engine = [this](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
      ++loads;
      if (path.string().find("no_gate-2") != std::string::npos)
        return Error{ErrorKind::BadInput, path.string(), "is cut off", "copy it again"};
      return EnginePtr(std::make_shared<FakeEngine>());
    };
    m_studio.openAll();
    loads = 0;
    for (const std::int64_t seed : {1, 2, 3})
      for (const char* variant : {"full_model", "no_gate", "no_pointer"}) write(variant, seed);
    m_study = std::make_unique<LiveStudy>(m_studio.workspace());
  }
  ~LiveStudyTest() override { m_study.reset(); }

  void write(const std::string& variant, std::int64_t seed, RunState state = RunState::Finished) {
    test::writeStudyRun(folder.path(), variant, seed, *m_studio.workspace().dataset(), state);
  }
  [[nodiscard]] bool settled() {
    return m_studio.until([this] { return m_study->settled(); });
  }
  const StudiedVariant& variant(const char* name) {
    return *std::ranges::find(m_study->study()->variants, name, &StudiedVariant::name);
  }

  test::TempFolder folder;
  std::atomic<int> loads{0};
  Studio m_studio;
  std::unique_ptr<LiveStudy> m_study;
};

TEST_F(LiveStudyTest, EvaluatesEachRunOnceAndAFailureLeavesTheOthers) {
  m_study->open(folder.path());
  EXPECT_EQ(loads, 0) << "nobody looks";
  m_study->setWatched(true);
  ASSERT_TRUE(settled());
  EXPECT_EQ(loads, 9);
  EXPECT_EQ(m_study->study()->n, 40U);
  EXPECT_EQ(variant("no_gate").runs[1].state, "unreadable");
  EXPECT_THAT(variant("no_gate").runs[1].reason, HasSubstr("cut off"));
  EXPECT_EQ(variant("no_gate").seeds, 2U);
  EXPECT_EQ(variant("no_pointer").seeds, 3U);
  EXPECT_DOUBLE_EQ(variant("no_pointer").difference.value, 0) << "all engines answer alike";
  // Another metric, and another look: nothing is evaluated again.
  m_study->setMetric({StudyFigure::Accuracy5, StudyTargets::Known});
  ASSERT_TRUE(settled());
  EXPECT_LT(m_study->study()->n, 40U);
  m_study->setWatched(false);
  m_study->setWatched(true);
  ASSERT_TRUE(settled());
  EXPECT_EQ(loads, 9);
}

TEST_F(LiveStudyTest, FollowsRunsThatEndAndRunsThatAreDeleted) {
  m_study->open(folder.path());
  m_study->setWatched(true);
  ASSERT_TRUE(settled());
  write("no_user_emb", 1);
  ASSERT_TRUE(m_studio.until([this] { return m_study->study()->variants.size() == 4 && m_study->settled(); }));
  EXPECT_TRUE(variant("no_user_emb").runs[0].value);
  std::filesystem::remove_all(folder / "no_pointer-3");
  ASSERT_TRUE(m_studio.until([this] { return variant("no_pointer").runs[2].state == "missing"; }));
  EXPECT_TRUE(variant("no_pointer").runs[0].value) << "the others stay";
}

TEST_F(LiveStudyTest, SaysWhatIsWrongWithAFolderOrADataset) {
  const test::TempFolder empty;
  m_study->setWatched(true);
  m_study->open(empty.path());
  ASSERT_TRUE(m_studio.until([this] { return m_study->folderError().has_value(); }));
  EXPECT_THAT(m_study->folderError()->what, HasSubstr("full model"));
  EXPECT_EQ(m_study->study(), nullptr);

  Dataset other = *m_studio.workspace().dataset();
  other.fingerprint = "another";
  const test::TempFolder elsewhere;
  test::writeStudyRun(elsewhere.path(), "full_model", 1, other);
  m_study->open(elsewhere.path());
  ASSERT_TRUE(m_studio.until([this] { return m_study->state() != nullptr; }));
  ASSERT_TRUE(m_study->datasetError());
  EXPECT_THAT(m_study->datasetError()->what, HasSubstr("another dataset"));
  EXPECT_EQ(m_study->study()->n, 0U) << "states without figures";
  EXPECT_EQ(loads, 0);
}

TEST_F(LiveStudyTest, QueuesSeedsAndLayersAndTakesThemBack) {
  m_study->open(folder.path());
  m_study->setWatched(true);
  ASSERT_TRUE(settled());
  const RunQueue queue(folder.path());
  m_study->addSeeds({4});
  ASSERT_TRUE(m_studio.until([&] { return queue.waiting().size() == 3; }));
  ASSERT_TRUE(m_studio.until([this] { return m_study->state()->plan.seeds.size() == 4; }));
  m_study->addLayers({3});
  ASSERT_TRUE(m_studio.until([&] { return queue.waiting().size() == 7; }));
  ASSERT_TRUE(m_studio.until([this] { return m_study->state()->study.variants.size() == 4 && !m_study->busy(); }));
  m_study->stop();
  ASSERT_TRUE(m_studio.until([&] { return queue.waiting().empty() && !m_study->busy(); }));
  ASSERT_TRUE(m_studio.until([this] { return variant("layers_3").runs[0].state == "missing"; }))
      << "what was taken back stays part of the study";
  m_study->start();
  EXPECT_TRUE(m_studio.until([&] { return queue.waiting().size() == 7; }));
}

TEST_F(LiveStudyTest, IsKeptAndRestored) {
  m_study->open(folder.path());
  m_study->setMetric({StudyFigure::ReciprocalRank, StudyTargets::Unseen});
  const ChosenStudy kept = m_study->chosen();
  LiveStudy other(m_studio.workspace());
  EXPECT_EQ(other.chosen(), ChosenStudy());
  other.restore(kept);
  EXPECT_EQ(other.folder(), m_study->folder());
  EXPECT_EQ(other.metric(), m_study->metric());
  other.restore({});
  EXPECT_TRUE(other.folder().empty());
}

}  // namespace
}  // namespace sojourn::session
