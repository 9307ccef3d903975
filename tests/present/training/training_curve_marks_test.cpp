// SPDX-License-Identifier: GPL-3.0-or-later
// Inside the panels of the Training curves view: lines, marks, the cursor, and what the mouse reads.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/present/scene_checks.h"
#include "tests/present/training/training_runs.h"
#include "views/present/runs/run_colors.h"
#include "views/present/training/training_curves_data.h"

namespace sojourn::present {
namespace {

class TrainingCurveMarks : public TrainingCurves {};

TEST_F(TrainingCurveMarks, TheMouseReadsExactValues) {
  make(1);
  const CurveOptions options{.shown = {CurveMetric::ValidationLoss}};
  const Scene scene = sceneOf(runs, options);
  for (std::int64_t epoch = 1; epoch <= 8; ++epoch) {
    const auto from = static_cast<double>(epoch - 4);
    const std::vector<HitArea> hits =
        hitsSaying(scene, "Validation loss, v45-s0: epoch " + std::to_string(epoch) + ", step " +
                              (epoch * 58 >= 1000 ? "" : std::to_string(epoch * 58) + ": "));
    ASSERT_EQ(hits.size(), 1U) << epoch;
    EXPECT_EQ(std::stod(hits[0].value), 2.945 + 0.01 * from * from);
    EXPECT_EQ(hits[0].action, Action(SetCursor{static_cast<double>(epoch)}));
  }
}

TEST_F(TrainingCurveMarks, EveryRunOwnsTheHeightsNearItsLine) {
  make(2);
  runs[1].title = "other";
  const Scene scene = sceneOf(runs, {.shown = {CurveMetric::LearningRate}, .enlarged = CurveMetric::LearningRate});
  // The line of the run with the higher rate is above; the upper half of the frame is its own.
  const std::vector<HitArea> high = hitsSaying(scene, "Learning rate, other: epoch 6"),
                             low = hitsSaying(scene, "Learning rate, v45-s0: epoch 6");
  ASSERT_FALSE(high.empty());
  ASSERT_FALSE(low.empty());
  EXPECT_LE(high[0].rect.bottom(), low[0].rect.y + 0.01F);
  const HitArea* top = scene.hitAt({high[0].rect.x + 1, high[0].rect.y + 1});
  ASSERT_NE(top, nullptr);
  EXPECT_TRUE(top->label.starts_with("Learning rate, other"));
}

TEST_F(TrainingCurveMarks, ASpikeOfOneStepIsDrawnAndReported) {
  RunHistory history;
  for (std::int64_t step = 1; step <= 40000; ++step)
    addStep(history, step, (step - 1) / 1000 + 1, step == 23456 ? 2.5 : 2.0);
  const std::vector<CurveRun> one{curveRun(history, 0, "spiky")};
  const Scene scene = sceneOf(one, {.shown = {CurveMetric::TrainLoss}});
  float highest = 1e6F, usual = 0;
  for (const LineShape& line : linesOf(scene, runColor(0))) {
    for (const Point p : line.points) highest = std::min(highest, p.y), usual = std::max(usual, p.y);
  }
  EXPECT_GT(usual - highest, 50);
  bool named = false;
  for (const HitArea& hit : scene.hits) named = named || hit.label.find("values here, 2 to 2.5") != std::string::npos;
  EXPECT_TRUE(named);
}

TEST_F(TrainingCurveMarks, SmoothingLiesOverThePaleRawLineOfStepSeriesOnly) {
  make(1);
  const Color pale = mix(Theme::darkTheme().panel, runColor(0), 0.35F);
  CurveOptions options{.smoothing = 0.9, .shown = {CurveMetric::TrainLoss}};
  EXPECT_EQ(linesOf(sceneOf(runs, options), pale).size(), 1U);
  EXPECT_EQ(linesOf(sceneOf(runs, options), runColor(0)).size(), 1U);
  EXPECT_FALSE(hitsSaying(sceneOf(runs, options), "Train loss").empty());
  EXPECT_NE(hitsSaying(sceneOf(runs, options), "Train loss, v45").front().label.find("smoothed"), std::string::npos);
  for (const CurveMetric never : {CurveMetric::ValidationLoss, CurveMetric::LearningRate}) {
    options.shown = {never};
    EXPECT_TRUE(linesOf(sceneOf(runs, options), pale).empty());
    EXPECT_EQ(linesOf(sceneOf(runs, options), runColor(0)).size(), 1U);
  }
}

TEST_F(TrainingCurveMarks, ValuesThatAreNoNumbersBreakTheLineAndStandAtTheEdge) {
  make(1);
  const std::size_t whole = linesOf(sceneOf(runs, {.shown = {CurveMetric::TrainLoss}}), runColor(0)).size();
  histories[0].steps.loss.set(100, std::numeric_limits<double>::quiet_NaN());
  histories[0].steps.loss.set(300, std::numeric_limits<double>::infinity());
  const Scene scene = sceneOf(runs, {.shown = {CurveMetric::TrainLoss}});
  // Two more pieces, and a cross of two strokes for each value.
  EXPECT_EQ(linesOf(scene, runColor(0)).size(), whole + 2 + 4);
  const auto nan = hitsSaying(scene, "Train loss, v45-s0: epoch 2, step 101: not a number");
  const auto infinite = hitsSaying(scene, "Train loss, v45-s0: epoch 6, step 301: infinity");
  ASSERT_FALSE(nan.empty());
  ASSERT_FALSE(infinite.empty());
  EXPECT_GT(nan.back().rect.y, infinite.back().rect.y + 50);
  expectInsideContent(scene);
}

TEST_F(TrainingCurveMarks, WhatLeavesTheFrameIsCutWithATriangle) {
  make(1);
  EXPECT_TRUE(shapesOf<PolygonShape>(sceneOf(runs, {.shown = {CurveMetric::GradientNorm}})).empty());
  histories[0].steps.gradientNorm.set(150, 4e6);
  histories[0].steps.gradientNorm.set(250, 0);  // has no place on a logarithmic axis
  const Scene scene = sceneOf(runs, {.shown = {CurveMetric::GradientNorm}});
  const auto triangles = shapesOf<PolygonShape>(scene);
  ASSERT_EQ(triangles.size(), 2U);
  EXPECT_LT(triangles[0].points[0].y, triangles[0].points[1].y);  // upwards at the top
  EXPECT_GT(triangles[1].points[0].y, triangles[1].points[1].y);
  EXPECT_LT(triangles[0].points[0].y + 50, triangles[1].points[0].y);
  for (const LineShape& line : linesOf(scene, runColor(0))) {
    for (const Point p : line.points) {
      EXPECT_GE(p.y, triangles[0].points[0].y - 0.01F);
      EXPECT_LE(p.y, triangles[1].points[0].y + 0.01F);
    }
  }
}

TEST_F(TrainingCurveMarks, ALineThatStaysOutsideHasOneTriangle) {
  make(1);
  for (std::size_t i = 100; i < 130; ++i) histories[0].steps.loss.set(i, 500);
  const Scene scene = sceneOf(runs, {.shown = {CurveMetric::TrainLoss}});
  EXPECT_EQ(shapesOf<PolygonShape>(scene).size(), 1U);
  EXPECT_EQ(linesOf(scene, runColor(0)).size(), 2U);
}

TEST_F(TrainingCurveMarks, MarksTheBestEpochAndTheEarlyStop) {
  make(1);
  const CurveOptions options{.shown = {CurveMetric::ValidationLoss}};
  const auto dotsOf = [&] { return shapesOf<CircleShape>(sceneOf(runs, options)); };
  ASSERT_EQ(dotsOf().size(), 1U);
  const float lowest = dotsOf()[0].center.y;
  for (const LineShape& line : linesOf(sceneOf(runs, options), runColor(0))) {
    for (const Point p : line.points) EXPECT_LE(p.y, lowest + 0.01F);  // the lowest loss
  }
  const float best = dotsOf()[0].center.x;
  runs[0].bestEpoch = 6;  // reported by the run
  EXPECT_GT(dotsOf()[0].center.x, best + 10);

  const auto bars = [&] {
    std::vector<BoxShape> found = shapesOf<BoxShape>(sceneOf(runs, options));
    std::erase_if(found, [](const BoxShape& box) { return box.fill != runColor(0); });
    return found.size();
  };
  EXPECT_EQ(bars(), 0U);
  runs[0].plannedEpochs = 50;
  EXPECT_EQ(bars(), 0U);  // still running
  runs[0].state = RunState::Finished;
  EXPECT_EQ(bars(), 1U);
  EXPECT_NE(sceneOf(runs, options).captionRight.find("bar: stopped early"), std::string::npos);
  runs[0].plannedEpochs = 8;
  EXPECT_EQ(bars(), 0U);  // to its last epoch
}

TEST_F(TrainingCurveMarks, AnEvaluationWithinAnEpochIsNotTheBestEpoch) {
  make(1);
  addStep(histories[0], 8 * 58 + 1, 9, 2.0);
  EvalEvent asked{.epoch = 9, .split = "validation", .metrics = {}, .batchMeanLoss = 0.5};
  histories[0].add({.seq = 9000, .wall = 1.79e9, .body = asked});
  const Scene scene = sceneOf(runs);
  EXPECT_NE(scene.summary.find("best epoch 4 with validation loss 2.945"), std::string::npos) << scene.summary;
}

TEST_F(TrainingCurveMarks, TheCursorIsSharedAndReadsEveryRun) {
  make(2);
  const Scene scene = sceneOf(runs, {.cursor = 5});
  std::size_t verticals = 0;
  for (const LineShape& line : linesOf(scene, Theme::darkTheme().accent)) {
    EXPECT_TRUE(line.dashed);
    EXPECT_FLOAT_EQ(line.points[0].x, line.points[1].x);
    ++verticals;
  }
  EXPECT_EQ(verticals, usualCurveMetrics().size());
  const std::vector<HitArea> hits = hitsSaying(scene, "Validation loss at epoch 5: ");
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].label, "Validation loss at epoch 5: v45-s0 2.955; v45-s1 2.945");
  EXPECT_EQ(std::stod(hits[0].value.substr(7)), 2.945 + 0.01);  // to the last digit
  EXPECT_TRUE(hits[0].value.ends_with("\nv45-s1\t2.945"));
  const HitArea* under = scene.hitAt({hits[0].rect.x + 2, hits[0].rect.y + 5});
  ASSERT_NE(under, nullptr);
  EXPECT_EQ(under->label, hits[0].label);
  // Beyond the end of a run it has no value; beyond the axis there is no cursor.
  EXPECT_EQ(hitsSaying(sceneOf(runs, {.cursor = 9}), "Validation loss at epoch 9: ").front().value.find("v45-s0"),
            std::string::npos);
  EXPECT_TRUE(linesOf(sceneOf(runs, {.cursor = 90}), Theme::darkTheme().accent).empty());
}

/// 4 epochs of 10 steps, whose log lost the steps 16 to 30 before a resume.
RunHistory historyWithGap() {
  RunHistory history;
  std::int64_t seq = 0;
  const auto evaluate = [&](std::int64_t epoch) {
    history.add({.seq = ++seq, .wall = 0, .body = EpochEvent{.epoch = epoch, .trainLoss = 2, .seconds = 1}});
    EvalEvent eval{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = 3};
    history.add({.seq = ++seq, .wall = 0, .body = eval});
  };
  for (std::int64_t step = 1; step <= 15; ++step) {
    addStep(history, step, (step - 1) / 10 + 1, 2);
    if (step == 10) evaluate(1);
  }
  history.add({.seq = ++seq, .wall = 0, .body = RewindEvent{.step = 30, .lastLoggedStep = 15}});
  for (std::int64_t step = 31; step <= 40; ++step) addStep(history, step, 4, 2);
  evaluate(4);
  return history;
}

TEST_F(TrainingCurveMarks, ALineBreaksWhereTheLogWasCutShort) {
  const RunHistory history = historyWithGap();
  CurveRun run = curveRun(history, 0, "cut");
  run.stepsPerEpoch = 10;
  for (const CurveMetric metric : {CurveMetric::TrainLoss, CurveMetric::ValidationLoss}) {
    const Scene scene = sceneOf(std::vector{run}, {.x = CurveX::Step, .shown = {metric}});
    const std::vector<HitArea> marks = hitsSaying(scene, "The log of cut was truncated");
    ASSERT_EQ(marks.size(), 1U);
    const bool steps = metric == CurveMetric::TrainLoss;
    EXPECT_TRUE(marks[0].label.ends_with(steps ? "between step 15 and step 31" : "between step 10 and step 40"));
    for (const LineShape& line : linesOf(scene, runColor(0))) {
      const auto within = [&](Point p) { return p.x > marks[0].rect.x + 3 && p.x < marks[0].rect.right() - 3; };
      EXPECT_TRUE(std::ranges::none_of(line.points, within));
      EXPECT_FALSE(line.points.front().x < marks[0].rect.x + 3 && line.points.back().x > marks[0].rect.right() - 3)
          << "no line leads across";
    }
    EXPECT_NE(scene.captionRight.find("bar at the bottom: missing from the log"), std::string::npos);
  }
}

TEST_F(TrainingCurveMarks, EpochsAroundAGapKeepTheirPlaces) {
  const auto history = std::make_shared<const RunHistory>(historyWithGap());
  const CurveTime time(history, 10, CurveX::Epoch);
  EXPECT_DOUBLE_EQ(time.ofStep(4), 0.5);
  EXPECT_DOUBLE_EQ(time.ofStep(14), 1.5) << "half of the second epoch is in the log";
  EXPECT_DOUBLE_EQ(time.ofStep(15), 3.1) << "and nothing of the third";
  EXPECT_DOUBLE_EQ(time.ofStep(24), 4);
}

TEST_F(TrainingCurveMarks, AWholeLogHasNoGap) {
  make(1);
  const Scene scene = sceneOf(runs, {.shown = {CurveMetric::TrainLoss}});
  EXPECT_TRUE(hitsSaying(scene, "The log of").empty());
  EXPECT_EQ(scene.captionRight.find("missing"), std::string::npos);
}

TEST_F(TrainingCurveMarks, AnEvaluationOnRequestDoesNotStandOverThatOfItsEpoch) {
  RunHistory history = fakeHistory({.epochs = 2});
  EvalEvent asked = history.evals.back().event;
  asked.requested = true;
  asked.batchMeanLoss = 99;
  history.add({.seq = 10'000, .wall = 2e9, .body = asked});
  const CurveRun run = curveRun(history, 0, "asked");
  const Scene scene = sceneOf(std::vector{run}, {.shown = {CurveMetric::ValidationLoss}});
  for (const HitArea& hit : hitsSaying(scene, "Validation loss, asked")) EXPECT_LT(std::stod(hit.value), 99);
  EXPECT_EQ(bestEpochOf(run), 2);
}

}  // namespace
}  // namespace sojourn::present
