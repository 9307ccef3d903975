// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/replay/learning.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>

#include "tests/present/present_fixtures.h"
#include "tests/runs/fake_probes.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn::monitor {
namespace {

using ::testing::HasSubstr;

class LearningRuns : public ::testing::Test {
 protected:
  LearningRuns() {
    test::FakeRunOptions options;
    options.epochs = 3;
    options.stepsPerEpoch = 5;
    m_run = std::make_unique<test::FakeRun>(m_folder / "run", options);
    for (std::int64_t epoch = 0; epoch <= 3; ++epoch) {
      test::writeFakeProbes(m_run->paths().folder, epoch);
      m_run->append(ProbeEvent{.epoch = epoch, .file = m_run->paths().inEvents(m_run->paths().probe(epoch))});
    }
  }
  void follow() {
    session::RunFollower follower(m_folder / "run");
    while (follower.poll().more) {
    }
    m_learning.setWatched(true);
    m_learning.follow(follower.runs().at(0));
    EXPECT_TRUE(test::eventually([this] { return !m_learning.update() && m_learning.replay().settled(); }));
    m_learning.update();
  }
  [[nodiscard]] present::ViewContent content(LearningPart part) const {
    return m_learning.content(part, {.size = {500, 400}, .theme = present::Theme::darkTheme(), .text = m_text});
  }

  test::TempFolder m_folder;
  std::unique_ptr<test::FakeRun> m_run;
  present::EvenMeasurer m_text;
  Learning m_learning{{}, {}};
};

TEST_F(LearningRuns, EveryPartShowsTheEpochs) {
  EXPECT_TRUE(std::holds_alternative<present::EmptyState>(content(LearningPart::Pointer)));
  follow();
  ASSERT_EQ(m_learning.epochs().size(), 4U);
  for (const LearningPart part : {LearningPart::Probes, LearningPart::Pointer, LearningPart::Maps, LearningPart::Top,
                                  LearningPart::Gate, LearningPart::Bias}) {
    const present::ViewContent made = content(part);
    ASSERT_TRUE(std::holds_alternative<present::Scene>(made)) << static_cast<int>(part);
    EXPECT_FALSE(std::get<present::Scene>(made).shapes.empty());
  }
  EXPECT_THAT(m_learning.caption(), HasSubstr("A is epoch 0"));
}

TEST_F(LearningRuns, TheSameRunASecondLaterIsNothingToDraw) {
  follow();
  EXPECT_FALSE(m_learning.update());
  m_learning.follow(std::make_shared<const session::FollowedRun>(*m_learning.replay().run()));
  EXPECT_FALSE(m_learning.update());
  m_learning.act(present::SetEpoch{0});
  EXPECT_TRUE(m_learning.update());
}

TEST_F(LearningRuns, ActionsOfThePicturesAreCarriedOut) {
  follow();
  m_learning.act(present::SetEpoch{1});
  EXPECT_EQ(m_learning.replay().b(), 1U);
  m_learning.act(present::SetEpoch{999});
  EXPECT_EQ(m_learning.replay().b(), 3U) << "clamped to what is there";
  m_learning.act(present::SetProbe{2});
  EXPECT_EQ(m_learning.replay().probe(), 2U);
  m_learning.act(present::EnlargeHead{HeadRef{.layer = 1, .head = 3}});
  m_learning.act(present::EnlargeHead{});
}

TEST_F(LearningRuns, ABrokenSnapshotIsSaidAndTheOthersAreShown) {
  std::filesystem::resize_file(m_run->paths().probe(2), 40);
  follow();
  ASSERT_EQ(m_learning.epochs().size(), 4U);
  EXPECT_TRUE(m_learning.epochs()[2].problem);
  EXPECT_NE(m_learning.epochs()[1].file, nullptr);
  EXPECT_TRUE(std::holds_alternative<present::Scene>(content(LearningPart::Pointer)));
}

}  // namespace
}  // namespace sojourn::monitor
