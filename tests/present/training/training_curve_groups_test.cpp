// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds of one configuration as a mean and a band, and what the curves keep from picture to picture.
#include <cmath>

#include <gmock/gmock.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/present/training/training_runs.h"
#include "tests/support/actions.h"
#include "views/present/training/training_curves_cache.h"

namespace sojourn::present {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunHistory evaluated(std::initializer_list<double> losses) {
  RunHistory history;
  std::int64_t epoch = 0;
  for (const double loss : losses) {
    ++epoch;
    for (std::int64_t i = 1; i <= 2; ++i) addStep(history, (epoch - 1) * 2 + i, epoch, loss + static_cast<double>(i));
    const double wall = 1.78e9 + 2 * static_cast<double>(epoch);
    history.add({.seq = epoch * 10, .wall = wall, .body = EpochEvent{.epoch = epoch, .trainLoss = loss, .seconds = 1}});
    EvalEvent eval{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = loss};
    eval.metrics.all.n = 10;
    eval.metrics.all.accuracy[0] = 50 - loss;
    history.add({.seq = epoch * 10 + 1, .wall = wall, .body = eval});
  }
  return history;
}

std::shared_ptr<const CurveTime> timeOf(const RunHistory& history, CurveX x = CurveX::Epoch) {
  return std::make_shared<CurveTime>(std::make_shared<RunHistory>(history), std::nullopt, x);
}

CurveSeriesPtr meanOf(CurveMetric metric, const std::vector<RunHistory>& seeds) {
  std::vector<CurveSeriesPtr> members;
  std::vector<std::span<const double>> values;
  for (const RunHistory& seed : seeds) {
    members.push_back(curveSeries(metric, timeOf(seed)));
    values.push_back(members.back()->values);
  }
  return meanOfSeeds(members, values);
}

TEST(MeanOfSeeds, GoesOverTheSeedsThatHaveComeSoFar) {
  const CurveSeriesPtr mean =
      meanOf(CurveMetric::ValidationLoss, {evaluated({3, 2, 1}), evaluated({5, 4}), evaluated({4, 6, 2, 8})});
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->seeds, 3U);
  EXPECT_THAT(mean->own, ElementsAre(4, 4, 1.5, 8));
  EXPECT_THAT(mean->low, ElementsAre(3, 2, 1, 8));
  EXPECT_THAT(mean->high, ElementsAre(5, 6, 2, 8));
  EXPECT_THAT(mean->count, ElementsAre(3, 3, 2, 1));
  EXPECT_THAT(mean->ownX, ElementsAre(1, 2, 3, 4));
}

TEST(MeanOfSeeds, StepsMeetAtEqualSteps) {
  RunHistory thin;
  addStep(thin, 2, 1, 10);
  addStep(thin, 4, 2, 20);
  const CurveSeriesPtr mean = meanOf(CurveMetric::TrainLoss, {evaluated({3, 5}), thin});
  EXPECT_THAT(mean->ownStep, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(mean->own, ElementsAre(4, 7.5, 6, 13.5));
  EXPECT_THAT(mean->count, ElementsAre(1, 2, 1, 2));
}

TEST(MeanOfSeeds, NothingThatIsNoNumberEntersIt) {
  const double none = std::nan("");
  const CurveSeriesPtr mean =
      meanOf(CurveMetric::ValidationLoss, {evaluated({3, none, none}), evaluated({5, 4, INFINITY})});
  EXPECT_EQ(mean->own[0], 4);
  EXPECT_EQ(mean->own[1], 4);
  EXPECT_TRUE(std::isnan(mean->own[2]));
  EXPECT_THAT(mean->count, ElementsAre(2, 1, 0));
}

TEST(MeanOfSeeds, AnEvaluationWithinAnEpochHasNoCounterpart) {
  RunHistory asked = evaluated({3, 2});
  addStep(asked, 5, 3, 1);
  asked.add({.seq = 99,
             .wall = 1.79e9,
             .body = EvalEvent{.epoch = 3, .split = "validation", .metrics = {}, .batchMeanLoss = 99}});
  const CurveSeriesPtr mean = meanOf(CurveMetric::ValidationLoss, {asked, evaluated({5, 4, 3})});
  EXPECT_THAT(mean->own, ElementsAre(4, 3, 3));
}

/// Polygons in a band's colour; the others are triangles at the frame.
std::size_t bands(const Scene& scene, Color line) {
  const auto polygons = shapesOf<PolygonShape>(scene);
  const Color fill = mix(Theme::darkTheme().panel, line, 0.22F);
  return static_cast<std::size_t>(std::ranges::count(polygons, fill, &PolygonShape::fill));
}

class GroupedCurves : public TrainingCurves {
 protected:
  void makeGroups() {
    make(5);
    for (std::size_t i : {0U, 2U, 3U}) {
      runs[i].group = "key";
      runs[i].groupTitle = "v45";
    }
  }
};

TEST_F(GroupedCurves, RunsOfOneSeedCountAsOneSeed) {
  makeGroups();
  runs[0].seed = runs[2].seed = "42";
  runs[3].seed = "43";
  const Scene scene = sceneOf(runs, {.grouped = true, .seedLines = false});
  EXPECT_THAT(scene.caption, HasSubstr("1 group of 3 runs, 2 seeds and 2 runs, by epoch"));
  EXPECT_FALSE(hitsSaying(scene, "Validation loss, v45, 3 runs, 2 seeds: epoch 4").empty());
}

TEST_F(GroupedCurves, AGroupIsOneLineWithABandAndOneName) {
  makeGroups();
  const Scene scene = sceneOf(runs, {.grouped = true, .seedLines = false});
  EXPECT_EQ(bands(scene, runs[0].color), 9U) << "a band a panel";
  EXPECT_EQ(textsSaying(scene, "v45 ×3").size(), 9U);
  EXPECT_THAT(scene.caption, HasSubstr("1 group of 3 seeds and 2 runs, by epoch"));
  EXPECT_THAT(scene.captionRight, HasSubstr("band: lowest to highest"));
  const auto hits = hitsSaying(scene, "Validation loss, v45, 3 seeds: epoch 4");
  ASSERT_FALSE(hits.empty());
  // Lowest at the epochs 4, 6 and 7: 2.945, 2.985 and 3.035.
  EXPECT_THAT(hits[0].label, HasSubstr("mean of 3 runs 2.988"));
  EXPECT_THAT(hits[0].label, HasSubstr("2.945 to 3.035"));
  EXPECT_TRUE(hitsSaying(scene, "Validation loss, v45-s2").empty());
  const Scene lines = sceneOf(runs, {.grouped = true, .seedLines = true});
  EXPECT_GT(shapesOf<LineShape>(lines).size(), shapesOf<LineShape>(scene).size());
  EXPECT_TRUE(hitsSaying(lines, "Validation loss, v45-s2").empty()) << "they stand behind";
}

TEST_F(GroupedCurves, TheLineIsPalerWhereSeedsHaveEnded) {
  makeGroups();
  const Scene scene = sceneOf(runs, {.grouped = true, .seedLines = false, .shown = {CurveMetric::ValidationLoss}});
  const Color full = runs[0].color;
  const auto whole = linesOf(scene, full);
  ASSERT_EQ(whole.size(), 1U);
  EXPECT_EQ(whole[0].points.size(), 9U) << "the epochs 1 to 8 of all three, and the way to the ninth";
  const auto fewer = linesOf(scene, mix(Theme::darkTheme().panel, full, 0.5F));
  ASSERT_EQ(fewer.size(), 1U);
  EXPECT_EQ(fewer[0].points.front().x, whole[0].points.back().x) << "they meet";
}

TEST_F(GroupedCurves, WhatMachinesTellHasNoMean) {
  makeGroups();
  for (std::size_t i : {0U, 2U}) {
    const SystemEvent event{.cpu = 190, .memoryBytes = 1 << 29, .gpu = {}, .gpuMemoryBytes = {}};
    histories[i].add({.seq = 9000, .wall = 1.79e9, .body = event});
  }
  const Scene scene = sceneOf(runs, {.grouped = true, .seedLines = false, .shown = {CurveMetric::Processor}});
  EXPECT_EQ(bands(scene, runs[0].color), 0U);
  EXPECT_FALSE(hitsSaying(scene, "Processor, v45-s2").empty()) << "each by itself";
}

TEST_F(GroupedCurves, ClocksHaveNoMean) {
  makeGroups();
  const Scene scene = sceneOf(runs, {.x = CurveX::Relative, .grouped = true});
  EXPECT_EQ(bands(scene, runs[0].color), 0U);
  EXPECT_THAT(scene.captionRight, HasSubstr("seeds do not share a time axis"));
  EXPECT_THAT(scene.caption, HasSubstr("5 runs"));
}

TEST_F(GroupedCurves, WithoutTheSwitchEachSeedIsALine) {
  makeGroups();
  const Scene scene = sceneOf(runs, {.grouped = false});
  EXPECT_EQ(bands(scene, runs[0].color), 0U);
  EXPECT_THAT(test::actionsOf<SetSeedCurves>(scene),
              ElementsAre(SetSeedCurves{SeedCurves::Band}, SetSeedCurves{SeedCurves::Lines},
                          SetSeedCurves{SeedCurves::Single}));
  make(2);
  EXPECT_TRUE(test::actionsOf<SetSeedCurves>(sceneOf(runs)).empty()) << "nothing to group";
}

TEST(SystemCurves, ShowTheMachineWhereTheTrainerTellsOfIt) {
  RunHistory history = fakeHistory({.epochs = 2});
  history.add({.seq = 9000,
               .wall = 1.79e9,
               .body = SystemEvent{.cpu = 195.5, .memoryBytes = 1'500'000'000, .gpu = 80.0, .gpuMemoryBytes = {}}});
  const std::vector<CurveRun> one{curveRun(history, 0, "one")};
  const Scene scene = sceneOf(
      one, {.shown = {CurveMetric::Processor, CurveMetric::Memory, CurveMetric::GpuLoad, CurveMetric::GpuMemory}});
  EXPECT_THAT(hitsSaying(scene, "Processor, one: epoch 2").at(0).label, HasSubstr("195.5"));
  EXPECT_THAT(hitsSaying(scene, "Memory, one: epoch 2").at(0).label, HasSubstr("1.5"));
  EXPECT_FALSE(hitsSaying(scene, "GPU, one").empty());
  EXPECT_TRUE(textsSaying(scene, "GPU memory").empty()) << "this machine tells nothing of it";
}

/// A scene as text, to compare.
std::string described(const ViewContent& content) {
  const Scene& scene = std::get<Scene>(content);
  std::string text = scene.caption + scene.captionRight + scene.summary;
  for (const HitArea& hit : scene.hits) text += hit.label + std::to_string(hit.rect.x) + std::to_string(hit.rect.y);
  for (const LineShape& line : shapesOf<LineShape>(scene)) {
    for (const Point point : line.points) text += std::to_string(point.x) + "," + std::to_string(point.y) + ";";
  }
  for (const TextShape& one : shapesOf<TextShape>(scene)) text += one.text;
  return text;
}

TEST_F(GroupedCurves, ALineThatIsDrawnAloneIsTheOneOverItsRawValues) {
  makeGroups();
  CurveCache cache;
  const CurveRange range{.from = 0, .to = 12};
  const CurveSeriesPtr series = cache.series(CurveMetric::TrainLoss, runs[0], CurveX::Epoch);
  ASSERT_TRUE(series);
  const auto all = cache.thinned(series, 0.6, range, 100, 10);
  const auto alone = cache.thinned(series, 0.6, range, 100, 10, ThinnedParts::LineAlone);
  ASSERT_FALSE(all->raw.points.empty());
  EXPECT_TRUE(alone->raw.points.empty());
  EXPECT_EQ(alone->lineX, all->lineX);
  ASSERT_EQ(alone->line.points.size(), all->line.points.size());
  for (std::size_t i = 0; i < alone->line.points.size(); ++i)
    EXPECT_EQ(alone->line.points[i].value, all->line.points[i].value);
  // Without smoothing the raw values are the line.
  EXPECT_EQ(cache.thinned(series, 0, range, 100, 10, ThinnedParts::LineAlone)->rawX, all->rawX);
}

TEST_F(GroupedCurves, WhatIsKeptChangesNoPicture) {
  makeGroups();
  for (CurveRun& run : runs) run.history = std::make_shared<RunHistory>(*run.history);
  CurveCache cache;
  CurveOptions options{.smoothing = 0.6, .grouped = true};
  const auto draw = [&](CurveCache* with) {
    return described(trainingCurvesContent(runs, options, {{1180, 420}, Theme::darkTheme(), measurer}, with));
  };
  const auto same = [&] { return draw(&cache) == draw(nullptr); };
  EXPECT_TRUE(same());
  EXPECT_TRUE(same()) << "nothing has changed";
  options.cursor = 3.25;
  EXPECT_TRUE(same()) << "the cursor";
  options.cursor = 5;
  EXPECT_TRUE(same());
  options.smoothing = 0.9;
  EXPECT_TRUE(same());
  options.visible = CurveRange{.from = 1, .to = 4};
  EXPECT_TRUE(same());
  options.visible.reset();
  RunHistory longer = *runs[1].history;
  addStep(longer, longer.lastStep() + 1, 99, 1.5);
  runs[1].history = std::make_shared<RunHistory>(longer);
  EXPECT_TRUE(same()) << "a run has gone on";
  runs.erase(runs.begin());
  EXPECT_TRUE(same()) << "a run is gone, the others have moved up";
  options.x = CurveX::Step;
  EXPECT_TRUE(same());
  options.grouped = false;
  EXPECT_TRUE(same());
}

}  // namespace
}  // namespace sojourn::present
