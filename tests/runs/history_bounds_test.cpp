// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/run_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runs/sample_events.h"

namespace sojourn {
namespace {

using test::sampleStep;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void addStep(RunHistory& history, std::int64_t step, double loss) {
  StepEvent event = sampleStep(step, 1 + (step - 1) / 100);
  event.loss = loss;
  history.addStep(event, 1e9 + static_cast<double>(step));
}

/// The extremes of each stretch of `width` among the steps of a plain list that are not beyond `until`.
struct Extremes {
  double lowest = std::numeric_limits<double>::infinity(), highest = -std::numeric_limits<double>::infinity();
  bool operator==(const Extremes&) const = default;
};
template <class Steps, class Losses>
std::map<std::int64_t, Extremes> extremesOf(const Steps& steps, const Losses& losses, std::int64_t width,
                                            std::int64_t until) {
  std::map<std::int64_t, Extremes> all;
  for (std::size_t i = 0; i < steps.size() && steps[i] <= until; ++i) {
    Extremes& one = all[steps[i] / width];
    one.lowest = std::min(one.lowest, losses[i]);
    one.highest = std::max(one.highest, losses[i]);
  }
  return all;
}

TEST(HistoryBounds, KeepsTheExtremesOfWhatIsOldAndAllThatIsRecent) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(0, 1);
  RunHistory history;
  std::vector<std::int64_t> steps;
  std::vector<double> losses;
  // Thinned whenever there are 1000, as one that follows a run does.
  for (std::int64_t step = 1; step <= 50'000; ++step) {
    const double loss = step == 777 ? 99 : 3 + noise(random);
    steps.push_back(step);
    losses.push_back(loss);
    addStep(history, step, loss);
    if (history.steps.size() > 1000) thinSteps(history, 500);
    ASSERT_LE(history.steps.size(), 1000U);
  }
  thinSteps(history, 500);
  ASSERT_LE(history.steps.size(), 500U);
  EXPECT_GE(history.steps.size(), 250U) << "as many as there is room for";
  const auto [until, width] = history.thinning;
  EXPECT_EQ(until, 50'000 - 125);
  EXPECT_EQ(width & (width - 1), 0) << width;
  EXPECT_EQ(extremesOf(history.steps.step, history.steps.loss, width, until), extremesOf(steps, losses, width, until))
      << "thinning a hundred times leaves what thinning once would have left";
  EXPECT_EQ(std::ranges::max(history.steps.loss), 99) << "the spike is still there";
  EXPECT_TRUE(std::ranges::is_sorted(history.steps.step));
  EXPECT_EQ(history.steps.step.back(), 50'000);
  for (std::size_t i = history.steps.size() - 125; i < history.steps.size(); ++i) {
    const std::int64_t step = history.steps.step[i];
    EXPECT_EQ(step, 50'000 - static_cast<std::int64_t>(history.steps.size()) + 1 + static_cast<std::int64_t>(i));
    EXPECT_EQ(history.steps.loss[i], losses[static_cast<std::size_t>(step) - 1]);
    EXPECT_EQ(history.steps.epoch[i], 1 + (step - 1) / 100) << "rows stay whole";
    EXPECT_EQ(history.steps.wall[i], 1e9 + static_cast<double>(step));
  }
  EXPECT_EQ(history.steps.tokensPerSecond.size(), history.steps.size());
}

TEST(HistoryBounds, LeavesSnapshotsAndShortRunsAlone) {
  RunHistory history;
  for (std::int64_t step = 1; step <= 300; ++step) addStep(history, step, 1.0 / static_cast<double>(step));
  const RunHistory before = history;
  thinSteps(history, 300);
  EXPECT_EQ(history.steps.size(), 300U);
  EXPECT_EQ(history.thinning.until, 0);
  thinSteps(history, 100);
  EXPECT_LT(history.steps.size(), 101U);
  EXPECT_EQ(before.steps.size(), 300U);
  EXPECT_EQ(before.steps.loss[299], 1.0 / 300);
}

TEST(HistoryBounds, ALossThatIsNoNumberIsTheHighest) {
  RunHistory history;
  for (std::int64_t step = 0; step < 400; ++step) addStep(history, step + 1, step == 33 || step == 34 ? nan : 2);
  thinSteps(history, 100);
  const auto notNumbers = std::ranges::count_if(history.steps.loss, [](double loss) { return std::isnan(loss); });
  EXPECT_EQ(notNumbers, 1) << "the first of its stretch";
  RunHistory none;
  for (std::int64_t step = 1; step <= 400; ++step) addStep(none, step, nan);
  thinSteps(none, 100);
  EXPECT_LE(none.steps.size(), 100U);
}

TEST(HistoryBounds, NumbersThatNoTrainerGivesItsStepsStayBounded) {
  for (const std::int64_t far : {std::int64_t{1} << 40, std::int64_t{9'000'000'000'000'000'000}}) {
    RunHistory history;
    addStep(history, 1, 5);
    for (std::int64_t step = 0; step < 1000; ++step) addStep(history, far + step, 2);
    thinSteps(history, 200);
    EXPECT_LE(history.steps.size(), 200U);
    EXPECT_EQ(history.steps.step.front(), 1);
    EXPECT_EQ(history.steps.step.back(), far + 999);
  }
  RunHistory sparse;
  for (int i = 0; i < 60; ++i) addStep(sparse, std::int64_t{1} << i, i);
  for (int i = 0; i < 500; ++i) addStep(sparse, (std::int64_t{1} << 60) + i, i);
  thinSteps(sparse, 100);
  EXPECT_LE(sparse.steps.size(), 100U);
}

TEST(HistoryBounds, ARewindTakesBackWhatWasThinned) {
  RunHistory history;
  for (std::int64_t step = 1; step <= 1000; ++step) addStep(history, step, 1);
  thinSteps(history, 200);
  ASSERT_GT(history.thinning.until, 500);
  history.add({.seq = 1, .wall = 1, .body = RewindEvent{500}});
  EXPECT_EQ(history.thinning.until, 500);
  EXPECT_LE(history.steps.step.back(), 500);
  history.add({.seq = 2, .wall = 1, .body = RewindEvent{0}});
  EXPECT_EQ(history.thinning.until, 0);
  EXPECT_EQ(history.thinning.width, 1);
}

TEST(HistoryBounds, EventsAreBoundedByTheirKindThatTakesMost) {
  RunHistory history;
  for (std::int64_t epoch = 1; epoch <= 50; ++epoch) {
    history.add({.seq = epoch, .wall = 1, .body = test::sampleEval(epoch)});
    history.add({.seq = epoch, .wall = 1, .body = EpochEvent{.epoch = epoch, .trainLoss = 3, .seconds = 1}});
  }
  const std::size_t figures = eventBytes(history);
  boundEvents(history, figures);
  EXPECT_EQ(history.droppedEvents, 0);
  for (int i = 0; i < 1000; ++i)
    history.add({.seq = i, .wall = 1, .body = LogEvent{.level = "info", .text = std::string(1000, 'x')}});
  ASSERT_GT(eventBytes(history), 1'000'000U);
  boundEvents(history, 340'000);
  EXPECT_LE(eventBytes(history), 340'000U);
  EXPECT_EQ(history.epochs.size(), 50U);
  EXPECT_EQ(history.evals.size(), 50U);
  EXPECT_EQ(history.logs.size(), 250U);
  EXPECT_EQ(history.logs.back().seq, 999) << "the latest stay";
  EXPECT_EQ(history.droppedEvents, 750);
  boundEvents(history, 0);
  EXPECT_EQ(eventBytes(history), 0U);
}

}  // namespace
}  // namespace sojourn
