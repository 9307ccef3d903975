// SPDX-License-Identifier: GPL-3.0-or-later
// The Training curves view: geometry at every size, what its marks and labels say, and what it leaves out.
#include "views/present/training/training_curves.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "model/runs/log/run_history.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/present/training/training_runs.h"
#include "tests/support/actions.h"
#include "views/present/chart/chart.h"
#include "views/present/runs/run_colors.h"

namespace sojourn::present {
namespace {

constexpr std::array sizes{Size{500, 250}, Size{640, 480}, Size{1020, 215}, Size{1180, 300}, Size{2200, 900}};
constexpr std::array axes{CurveX::Epoch, CurveX::Step, CurveX::WallTime, CurveX::Relative};

TEST_F(TrainingCurves, FitsAtEverySizeAxisAndTheme) {
  for (const std::size_t count : {1U, 6U, 20U}) {
    make(count);
    for (const Size size : sizes) {
      for (const CurveX x : axes) {
        for (const bool smooth : {false, true}) {
          SCOPED_TRACE(std::to_string(count) + " runs by " + std::string(curveXName(x)) + " at " +
                       std::to_string(size.width) + "x" + std::to_string(size.height));
          CurveOptions options{.x = x, .smoothing = smooth ? 0.6 : 0, .logarithmicLoss = smooth};
          if (smooth) options.cursor = x == CurveX::WallTime ? 1.78e9 + 300 : x == CurveX::Epoch ? 5 : 300;
          const Scene scene = sceneOf(runs, options, size, smooth ? Theme::light() : Theme::darkTheme());
          expectInsideContent(scene);
          expectTextsApart(scene, measurer);
          expectNumbersWhole(scene, measurer);
          expectDescribed(scene, count == 1 ? "1 run, by" : std::to_string(count) + " runs, by");
          EXPECT_FLOAT_EQ(scene.contentSize.width, size.width);
        }
      }
    }
  }
}

TEST_F(TrainingCurves, AreTheSameEveryTime) {
  make(4);
  const CurveOptions options{.smoothing = 0.6, .cursor = 3.5};
  const Scene one = sceneOf(runs, options), other = sceneOf(runs, options);
  ASSERT_EQ(one.shapes.size(), other.shapes.size());
  ASSERT_EQ(one.hits.size(), other.hits.size());
  for (std::size_t i = 0; i < one.hits.size(); ++i) EXPECT_EQ(one.hits[i].label, other.hits[i].label);
  const auto lines = shapesOf<LineShape>(one), again = shapesOf<LineShape>(other);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i].points.size(), again[i].points.size());
    for (std::size_t p = 0; p < lines[i].points.size(); ++p) EXPECT_EQ(lines[i].points[p].y, again[i].points[p].y);
  }
}

TEST_F(TrainingCurves, StandInAGridThatFitsWhereItCan) {
  make(3);
  const Scene wide = sceneOf(runs, {}, {1180, 300});
  EXPECT_FLOAT_EQ(wide.contentSize.height, 300);
  EXPECT_FLOAT_EQ(wide.pinnedTop, 0);
  for (const CurveMetric metric : usualCurveMetrics())
    EXPECT_EQ(textsSaying(wide, curveMetricTitle(metric)).size(), 1U);
  // Too small for nine: it scrolls below the controls.
  const Scene small = sceneOf(runs, {}, {500, 250});
  EXPECT_GT(small.contentSize.height, 250);
  EXPECT_GT(small.pinnedTop, 30);
}

TEST_F(TrainingCurves, ARewoundRunShowsOnlyWhatStillHolds) {
  make(1);
  const Scene before = sceneOf(runs);
  EXPECT_FALSE(hitsSaying(before, "Acc@1, all, v45-s0: epoch 8").empty());
  histories[0].add({.seq = 5000, .wall = 1.79e9, .body = RewindEvent{.step = 5 * 58 + 10}});
  addStep(histories[0], 5 * 58 + 11, 6, 2.25);
  const Scene after = sceneOf(runs);
  expectInsideContent(after);
  expectDescribed(after, "1 run");
  for (const std::string epoch : {"6", "7", "8"}) {
    EXPECT_TRUE(hitsSaying(after, "Acc@1, all, v45-s0: epoch " + epoch).empty());
  }
  EXPECT_FALSE(hitsSaying(after, "Acc@1, all, v45-s0: epoch 5").empty());
  EXPECT_NE(after.summary.find("5 epochs; best epoch 4"), std::string::npos) << after.summary;
  // The epoch in progress is placed by the length of those before it: 11 of 58 steps.
  const auto last = hitsSaying(after, "Train loss, v45-s0: epoch 6, step 301");
  ASSERT_FALSE(last.empty());
  EXPECT_NEAR(test::actionOf<SetCursor>(last.front())->x, 5 + 11.0 / 58, 1e-12);
}

TEST_F(TrainingCurves, RelativeTimeBeginsWithEachRunAndKeepsItsPauses) {
  RunHistory history;
  history.add({.seq = 1, .wall = 1000, .body = StateEvent{.state = RunState::Running, .why = ""}});
  const auto step = [&](std::int64_t n, double wall) {
    history.addStep({.step = n,
                     .epoch = 1,
                     .loss = 2,
                     .learningRate = 1e-3,
                     .gradientNorm = 1,
                     .clippedGradientNorm = 0.8,
                     .sequencesPerSecond = 9,
                     .tokensPerSecond = 9},
                    wall);
  };
  step(1, 1010);
  step(2, 1020);
  step(3, 4620);  // an hour of pause
  step(4, 4000);  // the clock was set back
  const std::vector<CurveRun> one{curveRun(history, 0, "paused")};
  const Scene scene = sceneOf(one, {.x = CurveX::Relative, .shown = {CurveMetric::TrainLoss}});
  EXPECT_NE(scene.caption.find("pauses included"), std::string::npos);
  EXPECT_FALSE(hitsSaying(scene, "Train loss, paused: epoch 1, step 2, 0:20 after the start: 2").empty());
  const auto end = hitsSaying(scene, "Train loss, paused: epoch 1, step 4, 1:00:20 after the start");
  ASSERT_FALSE(end.empty());
  EXPECT_EQ(end.front().action, Action(SetCursor{3620}));
  expectInsideContent(scene);
}

TEST_F(TrainingCurves, ALogOfEpochsHasNoStepsAndSaysSo) {
  RunHistory history = fakeHistory({.epochs = 13, .steps = false});
  CurveRun published = curveRun(history, 0, "published");
  published.dashed = true;
  const std::vector<CurveRun> one{published};
  const Scene scene = sceneOf(one);
  EXPECT_TRUE(says(scene, "Not in these runs: Gradient norm; Learning rate; Throughput"));
  EXPECT_TRUE(textsSaying(scene, "Gradient norm").empty());
  EXPECT_TRUE(says(scene, "epoch means"));
  for (const LineShape& line : linesOf(scene, runColor(0))) EXPECT_TRUE(line.dashed);
  EXPECT_FALSE(hitsSaying(scene, "Train loss, published: epoch 13").empty());
  // It has no place on an axis of steps.
  const Scene steps = sceneOf(one, {.x = CurveX::Step});
  EXPECT_TRUE(says(steps, "Not in these runs: Validation loss; Train loss"));
  expectInsideContent(steps);
}

TEST_F(TrainingCurves, ALongTitleIsWrappedAtItsLineEndWhereThereIsRoom) {
  make(1);
  runs[0].title = "pointer_v45_geolife_seed1_warmup";
  for (const Size size : {Size{500, 600}, Size{900, 500}, Size{1180, 400}}) {
    const Scene scene = sceneOf(runs, {}, size);
    std::string written;
    for (const TextShape& text : shapesOf<TextShape>(scene)) {
      if (text.font.weight != Weight::Medium || text.font.size != 11) continue;
      EXPECT_LE(measurer.width(text.text, text.font), text.rect.width) << text.text;
      written += text.text;
    }
    EXPECT_TRUE(written.starts_with(runs[0].title)) << written << " at " << size.width;
    expectTextsApart(scene, measurer);
  }
}

TEST_F(TrainingCurves, TitlesStandAtTheLineEndsWithoutWhatTheyShare) {
  make(3);
  const Scene scene = sceneOf(runs, {.shown = {CurveMetric::LearningRate}});
  for (std::size_t i = 0; i < 3; ++i) {
    const auto titles = textsSaying(scene, "s" + std::to_string(i));
    ASSERT_EQ(titles.size(), 1U);
    EXPECT_EQ(titles[0].color, runTextColor(Theme::darkTheme(), runColor(i)));
    EXPECT_EQ(hitsSaying(scene, "v45-s" + std::to_string(i)).size(), 1U);
  }
  make(20);
  const Scene many = sceneOf(runs, {}, {1180, 300});
  EXPECT_TRUE(says(many, "+1"));  // "+14": those without room are counted
  const Scene large = sceneOf(runs, {.enlarged = CurveMetric::TrainLoss}, {1180, 500});
  EXPECT_FALSE(says(large, "+1"));
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(textsSaying(large, "s" + std::to_string(i)).size(), 1U);
}

TEST_F(TrainingCurves, ControlsNameTheirActions) {
  make(1);
  const Scene scene = sceneOf(runs, {.smoothing = 0.6});
  EXPECT_EQ(test::actionsOf<SetCurveX>(scene),
            (std::vector<SetCurveX>{{CurveX::Epoch}, {CurveX::Step}, {CurveX::WallTime}, {CurveX::Relative}}));
  EXPECT_EQ(test::actionsOf<SetSmoothing>(scene), (std::vector<SetSmoothing>{{0.3}, {0.8}}));
  EXPECT_EQ(test::actionsOf<SetSmoothing>(sceneOf(runs)), (std::vector<SetSmoothing>{{0.3}}));
  EXPECT_EQ(test::actionsOf<SetSmoothing>(sceneOf(runs, {.smoothing = 0.99})), (std::vector<SetSmoothing>{{0.98}}));
  EXPECT_EQ(test::actionsOf<SetLogLoss>(scene), (std::vector<SetLogLoss>{{false}, {true}}));
  std::vector<EnlargeCurve> each;
  for (const CurveMetric metric : usualCurveMetrics()) each.push_back({metric});
  EXPECT_EQ(test::actionsOf<EnlargeCurve>(scene), each);
  // Enlarged, the title leads back to all.
  const Scene large = sceneOf(runs, {.enlarged = CurveMetric::GradientNorm});
  EXPECT_EQ(test::actionsOf<EnlargeCurve>(large), (std::vector<EnlargeCurve>{{}}));
  EXPECT_TRUE(textsSaying(large, "Validation loss").empty());
}

TEST_F(TrainingCurves, WhatARunNamesItselfIsACurveOfItsOwn) {
  make(2);
  for (const std::int64_t epoch : {1, 2, 3})
    histories[1].add({.seq = 6000 + epoch,
                      .wall = 1.79e9,
                      .body = OwnMetricsEvent{.epoch = epoch, .values = {{"recall@20, all", 0.25 * epoch}}}});
  const std::vector<CurveMetric> own = ownCurveMetrics(runs);
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(curveMetricName(own[0]), "own:recall@20, all");
  EXPECT_EQ(curveMetricNamed("own:recall@20, all"), own[0]);
  const Scene scene = sceneOf(runs, {}, {1180, 400});
  EXPECT_EQ(textsSaying(scene, "recall@20, all").size(), 1U);
  EXPECT_FALSE(hitsSaying(scene, "recall@20, all, v45-s1").empty());
  // Once panels were chosen, only those.
  EXPECT_TRUE(textsSaying(sceneOf(runs, {.shown = {CurveMetric::TrainLoss}}), "recall@20, all").empty());
  // The choice is kept, whatever the name.
  const CurveState state{.options = {.shown = {own[0], CurveMetric::TrainLoss}}, .runs = {}};
  EXPECT_EQ(curveStateFrom(curveStateText(state)).options.shown, state.options.shown);
}

TEST_F(TrainingCurves, WhatATrainerDoesNotMeasureIsAbsent) {
  make(1);
  histories[0] = RunHistory();
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  for (std::int64_t step = 1; step < 9; ++step)
    histories[0].addStep({.step = step,
                          .epoch = 1,
                          .loss = 2,
                          .learningRate = 1e-3,
                          .gradientNorm = unknown,
                          .clippedGradientNorm = unknown,
                          .sequencesPerSecond = unknown,
                          .tokensPerSecond = unknown},
                         1.78e9 + static_cast<double>(step));
  const Scene scene = sceneOf(runs);
  EXPECT_TRUE(textsSaying(scene, "Gradient norm").empty());
  EXPECT_EQ(textsSaying(scene, "Train loss").size(), 1U);
}

TEST_F(TrainingCurves, ZoomingShowsAPartWithItsNeighbours) {
  make(1);
  const Scene whole = sceneOf(runs);
  ASSERT_TRUE(whole.zoom.in);
  EXPECT_FALSE(whole.zoom.out);
  EXPECT_EQ(whole.zoom.in, Action(SetCurveRange{CurveRange{2, 6}})) << "half of 0 to 8";
  const Scene part = sceneOf(runs, {.cursor = 4, .visible = CurveRange{3.9, 4.6}});
  expectInsideContent(part);
  expectTextsApart(part, measurer);
  ASSERT_TRUE(part.zoom.out && part.zoom.fit);
  EXPECT_EQ(part.zoom.fit, Action(SetCurveRange{}));
  const auto writes = [](const Scene& scene, const std::string& text) {
    return std::ranges::any_of(scene.shapes, [&](const Shape& shape) {
      const auto* chart = std::get_if<ChartShape>(&shape);
      return chart && std::ranges::find(chart->chart->x.ticks, text, &Tick::text) != chart->chart->x.ticks.end();
    });
  };
  EXPECT_TRUE(writes(part, "4.2")) << "parts of epochs";
  EXPECT_FALSE(writes(whole, "4.2"));
  EXPECT_NE(part.caption.find("epoch 3.90 to 4.60"), std::string::npos) << part.caption;
  // The line goes on to both edges though only epoch 4 lies within.
  float left = 1e6F, right = 0;
  for (const LineShape& line :
       linesOf(sceneOf(runs, {.shown = {CurveMetric::ValidationLoss}, .visible = CurveRange{3.9, 4.6}}), runColor(0))) {
    for (const Point p : line.points) left = std::min(left, p.x), right = std::max(right, p.x);
  }
  EXPECT_GT(right - left, 900);
}

TEST_F(TrainingCurves, TheTableHoldsEveryRunAndEpochUnrounded) {
  make(2);
  const Scene scene = sceneOf(runs);
  // Eight epochs of the first, nine of the second, and the one that the second has begun.
  ASSERT_EQ(scene.table.rows.size(), 8U + 9U + 1U);
  EXPECT_EQ(numberIn(scene.table, 2, "Epoch"), 3);
  EXPECT_EQ(numberIn(scene.table, 2, "Validation loss"), 2.945 + 0.01);
  EXPECT_EQ(numberIn(scene.table, 2, "Train loss"), 4.0 / 3);
  EXPECT_EQ(numberIn(scene.table, 2, "Last step"), 174);
  EXPECT_EQ(numberIn(scene.table, 2, "Gradient norm, last step"), histories[0].steps.gradientNorm[173]);
  EXPECT_EQ(std::get<std::string>(scene.table.rows[3][2]), "best");
  EXPECT_TRUE(std::isnan(numberIn(scene.table, 17, "Validation loss")));
  EXPECT_EQ(numberIn(scene.table, 17, "Last step"), 9 * 58 + 7);
}

TEST_F(TrainingCurves, WithoutRunsOrEventsOneSentence) {
  const Canvas canvas{{500, 250}, Theme::light(), measurer};
  const ViewContent none = trainingCurvesContent({}, {}, canvas);
  ASSERT_TRUE(std::holds_alternative<EmptyState>(none));
  EXPECT_EQ(std::get<EmptyState>(none).title, "No run selected");
  RunHistory nothing;
  nothing.add({.seq = 1, .wall = 1.78e9, .body = StateEvent{.state = RunState::Starting, .why = ""}});
  std::vector<CurveRun> one{curveRun(nothing, 0, "new"), CurveRun{.title = "unread"}};
  const ViewContent two = trainingCurvesContent(one, {}, canvas);
  ASSERT_TRUE(std::holds_alternative<EmptyState>(two));
  EXPECT_EQ(std::get<EmptyState>(two).title, "No epoch of these runs has ended yet");
  one.pop_back();
  EXPECT_EQ(std::get<EmptyState>(trainingCurvesContent(one, {}, canvas)).title, "No epoch of this run has ended yet");
  // The first step is something to show, also where its epoch's length is known.
  addStep(nothing, 1, 1, 7.0);
  one[0].stepsPerEpoch = 58;
  const Scene scene = sceneOf(one, {}, {500, 250});
  expectInsideContent(scene);
  expectDescribed(scene, "1 run");
  EXPECT_NE(scene.summary.find("no epoch has ended yet"), std::string::npos);
  EXPECT_NEAR(test::actionOf<SetCursor>(hitsSaying(scene, "Train loss, new: epoch 1, step 1: 7").front())->x, 1 / 58.0,
              1e-12);
}

TEST_F(TrainingCurves, SayWhichStepsAreThinned) {
  make(2);
  const auto captions = [&](Size size) {
    CurveOptions options;
    options.shown = {CurveMetric::TrainLoss, CurveMetric::ValidationLoss};
    const Scene scene = sceneOf(runs, options, size);
    expectInsideContent(scene);
    expectTextsApart(scene, measurer);
    std::string all;
    for (const TextShape& text : shapesOf<TextShape>(scene)) all += text.text + "\n";
    return all;
  };
  EXPECT_EQ(captions({1180, 300}).find("thinned"), std::string::npos);
  RunHistory thinner = *runs[1].history;
  thinSteps(thinner, 100);
  ASSERT_GT(thinner.thinning.until, 0);
  runs[1].history = std::make_shared<RunHistory>(thinner);
  const std::string wide = captions({1180, 300});
  const auto first = wide.find("each step, older steps thinned");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(wide.find("thinned", first + 40), std::string::npos) << "validations are whole";
  captions({500, 250});
}

TEST_F(TrainingCurves, HostileNumbersAreDrawnOrLeftOutButNeverCrash) {
  RunHistory history;
  const double infinity = std::numeric_limits<double>::infinity();
  const std::array values{1e308, -1e308, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), 0.0, 1e-320};
  std::int64_t step = 0;
  for (const std::int64_t epoch : {3L, 2L, 2000000000000L, -5L, 1L}) {
    for (const double value : values) {
      step += 1000000007;
      history.addStep({.step = step,
                       .epoch = epoch,
                       .loss = value,
                       .learningRate = value,
                       .gradientNorm = value,
                       .clippedGradientNorm = 0,
                       .sequencesPerSecond = value,
                       .tokensPerSecond = 0},
                      value);
    }
    EvalEvent eval{.epoch = epoch,
                   .split = "validation",
                   .metrics = {},
                   .batchMeanLoss = values[static_cast<std::size_t>(std::abs(epoch) % 7)]};
    history.add({.seq = step, .wall = -1e300, .body = eval});
  }
  const std::vector<CurveRun> one{curveRun(history, 0, "hostile")};
  for (const CurveX x : axes) {
    for (const bool logarithmic : {false, true}) {
      SCOPED_TRACE(curveXName(x));
      expectInsideContent(sceneOf(one, {.x = x, .smoothing = 0.6, .logarithmicLoss = logarithmic, .cursor = 3}));
    }
  }
}

}  // namespace
}  // namespace sojourn::present
