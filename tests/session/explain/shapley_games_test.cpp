// SPDX-License-Identifier: GPL-3.0-or-later
// Shapley values beside the workspace: only while it is shown, the newest question wins, they can be stopped.
#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "views/session/explain/explanations.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::Studio;

class ShapleyGamesTest : public ::testing::Test {
 protected:
  ShapleyGamesTest() {
    m_studio.explainer.shapley = [this](const Engine&, const Sequence&, const ExplanationTarget& target,
                                        Players players, const CancelToken& cancel,
                                        const Progress& progress) -> Result<ShapleyExplanation> {
      ++m_asked;
      while (!m_door.isOpen() && !cancel.cancelled()) {
        progress(1, 64);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      if (m_fails) throw std::bad_alloc();
      return ShapleyExplanation{.players = players,
                                .names = {"1"},
                                .visits = {{0}},
                                .result = {.values = {static_cast<double>(target.location)}}};
    };
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_games = std::make_unique<ShapleyGames>(m_studio.workspace(), *m_explanations);
  }
  ~ShapleyGamesTest() override {
    m_door.open();
    m_games.reset();
    m_explanations.reset();
  }
  [[nodiscard]] bool answered() {
    return m_studio.until([&] {
      return m_games->settled() && m_games->answer() &&
             m_games->answer()->question.inspection == m_studio->inspection();
    });
  }
  [[nodiscard]] bool showRow(std::size_t row) {
    m_studio->setRow(row);
    return m_studio.until([&] { return !m_studio->inspectionOutdated(); });
  }

  Door m_door;
  std::atomic<int> m_asked{0};
  std::atomic<bool> m_fails{false};
  Studio m_studio;
  std::unique_ptr<Explanations> m_explanations;
  std::unique_ptr<ShapleyGames> m_games;
};

TEST_F(ShapleyGamesTest, PlaysThreeGamesAndOnlyWhereSomebodyLooks) {
  ASSERT_TRUE(showRow(3));
  EXPECT_EQ(m_asked, 0);
  m_games->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_games->answer()->games.size(), 3U);
  EXPECT_EQ(m_games->answer()->question.sampleText, "sample 3, test");
  m_games->setWatched(false);
  ASSERT_TRUE(showRow(4));
  EXPECT_EQ(m_asked, 3);
  m_games->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_asked, 6);
  EXPECT_TRUE(m_studio->jobs().all().empty());
}

TEST_F(ShapleyGamesTest, FollowsTheQuestionButNotTheBaseline) {
  m_games->setWatched(true);
  ASSERT_TRUE(answered());
  m_explanations->choose({.of = ExplanationChoice::Of::Location, .location = 5});
  ASSERT_TRUE(m_studio.until([&] { return m_games->settled() && m_games->answer()->question.target.location == 5; }));
  EXPECT_EQ(m_games->answer()->games[0].result.values[0], 5);
  const int before = m_asked;
  m_explanations->choose({.of = ExplanationChoice::Of::Location,
                          .location = 5,
                          .baseline = Baseline::Padding,
                          .removal = Removal::Removed});
  EXPECT_FALSE(m_games->outdated()) << "neither changes them";
  EXPECT_EQ(m_asked, before);
}

TEST_F(ShapleyGamesTest, AnAnswerOfAnotherSampleOrQuestionIsOutdatedAtOnce) {
  m_games->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_games->outdated());
  m_studio->setRow(9);
  EXPECT_TRUE(m_games->outdated()) << "before the new inspection is there";
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_games->outdated());
  m_explanations->choose({.against = ExplanationChoice::Against::Location, .againstLocation = 7});
  EXPECT_TRUE(m_games->outdated());
  ASSERT_TRUE(m_studio.until([&] { return !m_games->outdated(); }));
  EXPECT_EQ(m_games->answer()->question.target.ratherThan, 7);
}

TEST_F(ShapleyGamesTest, TheNewestSampleWinsAndOneCanBeStopped) {
  m_door.shut();
  m_games->setWatched(true);
  for (const std::size_t row : {5U, 9U, 12U}) ASSERT_TRUE(showRow(row));
  ASSERT_TRUE(m_studio.until([&] { return m_studio->jobs().all().size() == 1; }));
  EXPECT_EQ(m_studio->jobs().all().front().title, "Shapley values of sample 12, test");
  m_studio->jobs().cancel(m_studio->jobs().all().front().id);
  EXPECT_TRUE(m_games->stopped());
  EXPECT_TRUE(m_games->settled());
  EXPECT_TRUE(m_studio->jobs().all().empty());
  m_door.open();
  m_games->resume();
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_games->stopped());
}

TEST_F(ShapleyGamesTest, SurvivesWhatIsThrown) {
  m_fails = true;
  m_games->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_games->settled(); }));
  ASSERT_TRUE(m_games->error().has_value());
  EXPECT_NE(m_games->error()->sentence().find("the Shapley values"), std::string::npos) << m_games->error()->sentence();
}

}  // namespace
}  // namespace sojourn::session
