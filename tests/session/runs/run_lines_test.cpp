// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

FollowedRunPtr run(const std::string& name, std::int64_t seed, RunState state, double rate = 6.5e-4) {
  auto record = std::make_shared<RunRecord>();
  record->model = "pointer_v45";
  record->created = "2026-01-01T00:00:00Z";
  record->dataset = {"/data", "city", "aeae", {}};
  record->config = {{"seed", seed}, {"training", {{"learning_rate", rate}}}};
  auto followed = std::make_shared<FollowedRun>();
  followed->entry.paths.folder = std::filesystem::path("/runs") / name;
  followed->entry.record = record;
  followed->entry.status = RunStatus{};
  followed->entry.status->state = state;
  return followed;
}

TEST(RunLines, SayHowARunStandsOrWhatIsWrongWithIt) {
  const auto stateOf = [](RunState state) { return lineOf(run("a", 1, state), 0).stateText(); };
  EXPECT_EQ(stateOf(RunState::Starting), "starting");
  EXPECT_EQ(stateOf(RunState::Running), "running");
  EXPECT_EQ(stateOf(RunState::Finished), "finished");
  EXPECT_EQ(stateOf(RunState::Interrupted), "stopped");
  RunLine line = lineOf(run("a", 1, RunState::Running), 0);
  for (const RunHealth wrong : {RunHealth::Diverging, RunHealth::Overfitting, RunHealth::Plateau}) {
    line.health.health = wrong;
    EXPECT_EQ(line.stateText(), healthLabel(wrong)) << "in place of running";
  }
  line = lineOf(run("a", 1, RunState::Finished), 0);
  line.digest.verdict = RunVerdict::Diverged;
  EXPECT_EQ(line.stateText(), "finished: diverged");
}

TEST(RunLines, StandInTheOrderInWhichRunsWantAttention) {
  const auto keyOf = [](RunState state) {
    return runCell(lineOf(run("a", 1, state), 0), RunText::State).key.number.value();
  };
  EXPECT_LT(keyOf(RunState::Failed), keyOf(RunState::Running));
  EXPECT_LT(keyOf(RunState::Running), keyOf(RunState::Starting)) << "of one health";
  EXPECT_LT(keyOf(RunState::Starting), keyOf(RunState::Paused));
  EXPECT_LT(keyOf(RunState::Paused), keyOf(RunState::Finished));
}

TEST(RunLines, SayInWordsWhatARunIs) {
  const FollowedRunPtr reference = run("reference", 1, RunState::Finished);
  RunLine line = lineOf(run("B<1>", 7, RunState::Finished, 0.02), 0);
  line.differs = "lr 0.02";
  const auto cell = [&](RunText text) { return runCell(line, text); };
  const auto hint = [&](RunText text) { return runHint(line, text, reference); };
  EXPECT_EQ(cell(RunText::Name).text, "B<1>");
  EXPECT_EQ(cell(RunText::Name).key.text, "b<1>") << "sorted without regard to case";
  EXPECT_EQ(hint(RunText::Name), "/runs/B<1>\non city");
  EXPECT_EQ(cell(RunText::Model).text, "pointer_v45");
  EXPECT_EQ(cell(RunText::Dataset).text, "city");
  EXPECT_EQ(cell(RunText::Seed).text, "7");
  EXPECT_EQ(cell(RunText::Seed).key.number, 7);
  EXPECT_EQ(cell(RunText::Differs).text, "lr 0.02");
  EXPECT_EQ(hint(RunText::Differs), "Against reference: lr 0.02");
  EXPECT_EQ(epochText(line), "\u2013") << "none yet, and no plan";
  line.digest.epoch = 12;
  EXPECT_EQ(epochText(line), "12");
  line.digest.epochs = 60;
  EXPECT_EQ(epochText(line), "12 / 60");
  line.isReference = true;
  EXPECT_EQ(cell(RunText::Differs).text, "reference of the comparison");
  line.isReference = false;
  line.differs.clear();
  EXPECT_EQ(cell(RunText::Differs).text, "\u2013");
  EXPECT_FALSE(cell(RunText::Differs).key.text) << "nothing stands last in both directions";
}

TEST(RunLines, OfSeedsHaveMeansOnceAllTestFiguresAreShown) {
  std::vector<FollowedRunPtr> runs{run("v45-s1", 1, RunState::Finished), run("v45-s2", 2, RunState::Finished)};
  std::vector<RunLine> lines;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto tested = std::make_shared<FollowedRun>(*runs[i]);
    auto results = std::make_shared<RunResults>();
    results->test.emplace();
    results->test->metrics.all.n = 10;
    results->test->metrics.all.accuracy[0] = 40.0 + static_cast<double>(i);
    tested->entry.results = results;
    lines.push_back(lineOf(tested, 0));
    runs[i] = tested;
  }
  const std::vector<const RunLine*> all{&lines[0], &lines[1]};
  const auto seeds = [&] { return seedLineOf(groupsBySeed(runs).at(0), all, nullptr); };
  lines[0].revealed = true;
  EXPECT_TRUE(seeds().hasTest);
  EXPECT_FALSE(seeds().revealed);
  EXPECT_EQ(hiddenTest(seeds()), "hidden");
  EXPECT_EQ(seeds().spread(RunFigure::TestAccuracy).n, 0U);
  lines[1].revealed = true;
  EXPECT_EQ(hiddenTest(seeds()), "");
  EXPECT_EQ(seeds().spread(RunFigure::TestAccuracy).n, 2U);
  EXPECT_DOUBLE_EQ(seeds().spread(RunFigure::TestAccuracy).mean, 40.5);
  EXPECT_EQ(seedCell(seeds(), RunText::Name).text, "v45");
  EXPECT_THAT(seedHint(seeds(), RunText::Name), HasSubstr("2 seeds"));
  EXPECT_FALSE(hasMean(RunFigure::Epoch));
}

}  // namespace
}  // namespace sojourn::session
