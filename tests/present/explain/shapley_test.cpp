// SPDX-License-Identifier: GPL-3.0-or-later
// Shapley values as a picture: players with sign and sum, and what is said where there are too many.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/present/explanation_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/explain/explain_views.h"

namespace sojourn::present {
namespace {

struct Games {
  FixtureSample sample;
  ExplanationTarget target;
  std::vector<ShapleyExplanation> games;

  explicit Games(const FixtureOptions& options = {.visits = 14})
      : sample(options), target{.location = sample.inspection.best().location} {
    for (const Players players : {Players::Places, Players::Days, Players::Features})
      games.push_back(fakeGame(sample.inspection, target, players));
  }
  [[nodiscard]] ShapleyInput input() const { return {.sample = sample.context(), .target = target, .games = games}; }
  [[nodiscard]] Scene scene(Size size) const { return std::get<Scene>(shapleyContent(input(), lightCanvas(size))); }
};

TEST(ShapleyView, HoldsTogetherAtAllSizes) {
  for (const FixtureOptions& options :
       {FixtureOptions{.visits = 14}, FixtureOptions{.visits = 50, .locations = 60, .distinctPlaces = 23}})
    for (const Size size : {Size{480, 280}, Size{260, 140}, Size{440, 620}, Size{900, 420}, Size{1300, 500}}) {
      SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(options.visits) + " visits");
      const Games made(options);
      const Scene scene = made.scene(size);
      expectInsideContent(scene);
      expectNumbersWhole(scene, measurer);
      expectTextsApart(scene, measurer);
      expectDescribed(scene, "sample 3376, test");
    }
}

TEST(ShapleyView, EveryPlayerHasItsValueItsSideAndItsVisits) {
  const Games made;
  const Scene scene = made.scene({900, 420});
  const std::size_t players =
      std::accumulate(made.games.begin(), made.games.end(), std::size_t{0},
                      [](std::size_t sum, const ShapleyExplanation& game) { return sum + game.names.size(); });
  EXPECT_EQ(scene.table.rows.size(), players + 3 * 4) << "and nobody, sum, all and gap of each game";
  std::size_t less = 0, more = 0;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    less += box.fill == Theme::light().less ? 1 : 0;
    more += box.fill == Theme::light().more ? 1 : 0;
  }
  EXPECT_EQ(less, 3U) << "the last of each game is below zero";
  EXPECT_EQ(more, players - 3);
  std::size_t selecting = 0;
  for (const HitArea& area : scene.hits) {
    if (!area.action) continue;
    EXPECT_TRUE(test::isFor<SelectVisits>(area));
    ++selecting;
  }
  EXPECT_EQ(selecting, made.games[0].names.size() + made.games[1].names.size()) << "a feature has no visits";
  for (const char* text : {"Places", "Days", "Features", "Time of day", "Position from end", "gap below 0.000001"})
    EXPECT_TRUE(says(scene, text)) << text;
}

TEST(ShapleyView, SaysWhatIsDoneWhereThereAreTooMany) {
  const Games made({.visits = 50, .locations = 60, .distinctPlaces = 23});
  ASSERT_GT(made.games[0].names.size(), 10U);
  const Scene scene = made.scene({1300, 700});
  EXPECT_TRUE(says(scene, "too many coalitions for an exact value"));
  EXPECT_TRUE(says(scene, " \u00b1 0.004"));
  EXPECT_EQ(numberIn(scene.table, 0, "standard error"), 0.004);
}

TEST(ShapleyView, ThePlayerWhoseVisitsAreAllChosenIsMarked) {
  Games made;
  ShapleyInput input = made.input();
  const auto& visits = made.games[1].visits[0];
  input.sample.selection.selected.visit = visits.front();
  input.sample.selection.alsoVisits.assign(visits.begin() + 1, visits.end());
  const Scene scene = std::get<Scene>(shapleyContent(input, lightCanvas({900, 420})));
  const auto edges = std::ranges::count_if(shapesOf<BoxShape>(scene), [](const BoxShape& box) {
    return box.fill == Theme::light().accent && box.rect.width == 3;
  });
  EXPECT_GE(edges, 1);
}

TEST(ShapleyView, SaysWhyThereIsNone) {
  const Games made;
  ShapleyInput input = made.input();
  input.games = {};
  EXPECT_TRUE(std::holds_alternative<EmptyState>(shapleyContent(input, lightCanvas({480, 280}))));
  input.stopped = true;
  EXPECT_EQ(std::get<EmptyState>(shapleyContent(input, lightCanvas({480, 280}))).button,
            Action(ExplainCommand::ResumeShapley));
  input.failure = "the model has no network";
  EXPECT_EQ(std::get<EmptyState>(shapleyContent(input, lightCanvas({480, 280}))).detail, input.failure);
}

}  // namespace
}  // namespace sojourn::present
