// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_groups.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

struct Made {
  const char* name;
  std::int64_t seed;
  RunState state = RunState::Finished;
  double rate = 6.5e-4;
  bool steered = false;
  const char* created = "2026-01-01T00:00:00Z";
};

FollowedRunPtr run(const Made& made) {
  auto record = std::make_shared<RunRecord>();
  record->model = "pointer_v45";
  record->created = made.created;
  record->dataset = {"/data", "geolife", "aeae", {}};
  record->config = {{"seed", made.seed}, {"training", {{"learning_rate", made.rate}}}};
  auto followed = std::make_shared<FollowedRun>();
  followed->entry.paths.folder = std::filesystem::path("/runs") / made.name;
  followed->entry.record = record;
  followed->entry.status = RunStatus{};
  followed->entry.status->state = made.state;
  followed->entry.notes.steered = made.steered;
  return followed;
}

TEST(RunGroups, SeedsOfOneConfigurationBelongTogether) {
  const std::vector<FollowedRunPtr> runs{run({"v45-s1", 1}), run({"v45-hot-s1", 1, RunState::Finished, 0.02}),
                                         run({"v45-s2", 2}), run({"v45-hot-s2", 2, RunState::Finished, 0.02}),
                                         run({"lone", 3, RunState::Finished, 1e-4})};
  const auto groups = groupsBySeed(runs);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].members, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(groups[0].counted, groups[0].members);
  EXPECT_EQ(groups[1].members, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(groupTitle(groups[0], runs), "v45");
  EXPECT_EQ(groupTitle(groups[1], runs), "v45-hot");
  EXPECT_EQ(seedText(groups[0]), "2 seeds");
}

TEST(RunGroups, SteeredAndUnfinishedRunsAndASeedAgainStayOutOfTheMeans) {
  const std::vector<FollowedRunPtr> runs{run({"again", 1, RunState::Finished, 6.5e-4, false, "2026-02-01T00:00:00Z"}),
                                         run({"s1", 1}),
                                         run({"s2", 2, RunState::Finished, 6.5e-4, true}),
                                         run({"s3", 3, RunState::Running}),
                                         run({"s4", 4, RunState::Interrupted, 6.5e-4, true}),
                                         run({"s5", 5})};
  const auto groups = groupsBySeed(runs);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].members.size(), 6U);
  EXPECT_EQ(groups[0].counted, (std::vector<std::size_t>{1, 5})) << "of a seed the first that was made";
  EXPECT_EQ(groups[0].steered, 2U);
  EXPECT_EQ(groups[0].unfinished, 1U);
  EXPECT_EQ(groups[0].repeated, 1U);
  EXPECT_EQ(seedText(groups[0]), "2 of 6 runs, 2 steered, 1 not finished, 1 with a repeated seed");
  EXPECT_EQ(groupTitle(groups[0], runs), "pointer_v45") << "the names have nothing in common";
  // (48.0 + 47.0) / 2 and |48 - 47| / sqrt(2); the others' figures do not matter.
  const Spread spread = spreadOver(groups[0], [](std::size_t i) {
    return std::optional(i == 1 ? 48.0 : i == 5 ? 47.0 : 99.0);
  });
  EXPECT_EQ(spread.n, 2U);
  EXPECT_DOUBLE_EQ(spread.mean, 47.5);
  EXPECT_DOUBLE_EQ(*spread.deviation, std::sqrt(0.5));
}

TEST(RunGroups, ARunIsSteeredAsItsLogSays) {
  auto outline = std::make_shared<RunHistory>();
  ControlEvent event{
      .id = "a", .command = "set_learning_rate", .value = 1e-3, .answer = ControlAnswer::Refused, .why = ""};
  outline->add({.seq = 0, .wall = 1, .body = event});
  auto followed = std::make_shared<FollowedRun>(*run({"s1", 1}));
  followed->outline = outline;
  EXPECT_FALSE(isSteered(*followed)) << "the trainer refused";
  event.answer = ControlAnswer::Done;
  outline->add({.seq = 1, .wall = 2, .body = event});
  EXPECT_TRUE(isSteered(*followed));
}

TEST(RunGroups, WithoutARecordOrASeedThereIsNoGroup) {
  auto broken = std::make_shared<FollowedRun>();
  broken->entry.paths.folder = "/runs/broken";
  auto record = std::make_shared<RunRecord>();
  record->model = "pointer_v45";
  auto imported = std::make_shared<FollowedRun>();
  imported->entry.record = record;
  EXPECT_TRUE(groupsBySeed(std::vector<FollowedRunPtr>{broken, broken, imported, imported}).empty());
  EXPECT_TRUE(groupsBySeed({}).empty());
}

TEST(RunRows, AbsentFiguresAreLastInBothDirections) {
  const SortKey low{.number = 1}, high{.number = 2}, none, infinite{.number = INFINITY};
  EXPECT_LT(compareKeys(low, high, false), 0);
  EXPECT_GT(compareKeys(low, high, true), 0);
  for (const bool descending : {false, true}) {
    EXPECT_LT(compareKeys(low, none, descending), 0);
    EXPECT_GT(compareKeys(infinite, low, descending), 0);
    EXPECT_EQ(compareKeys(infinite, none, descending), 0);
    EXPECT_EQ(compareKeys(low, low, descending), 0);
    EXPECT_GT(compareKeys(none, {.text = "a"}, descending), 0);
  }
  EXPECT_LT(compareKeys({.text = "a"}, {.text = "b"}, false), 0);
  EXPECT_GT(compareKeys({.text = "a"}, {.text = "b"}, true), 0);
  EXPECT_LT(compareKeys({.text = ""}, {.text = "a"}, false), 0) << "an empty text is one";
}

TEST(RunRows, SeedsStandBelowTheirGroupUnlessItIsFolded) {
  const std::vector<FollowedRunPtr> runs{run({"s1", 1}), run({"alone", 1, RunState::Finished, 0.1}), run({"s2", 2}),
                                         run({"s3", 3})};
  const auto groups = groupsBySeed(runs);
  ASSERT_EQ(groups.size(), 1U);
  const auto rows = [&](const std::function<bool(int)>& accepts, const std::set<std::string>& folded = {}) {
    std::vector<int> shown;
    // The latest first, the group after all that has no group.
    const auto before = [](const RunRow& a, const RunRow& b) { return a.run > b.run; };
    for (const RunRow& row : arrangedRows(runs.size(), groups, accepts, before, folded)) {
      EXPECT_EQ(row.member(), row.run >= 0 && row.run != 1);
      shown.push_back(row.run);
    }
    return shown;
  };
  const auto all = [](int) { return true; };
  EXPECT_EQ(rows(all), (std::vector<int>{1, -1, 3, 2, 0}));
  EXPECT_EQ(rows(all, {groups[0].key}), (std::vector<int>{1, -1}));
  EXPECT_EQ(rows([](int one) { return one == 2; }), (std::vector<int>{-1, 2}));
  EXPECT_EQ(rows([](int one) { return one == 1; }), (std::vector<int>{1})) << "no group without a run of it";
}

}  // namespace
}  // namespace sojourn::session
