// SPDX-License-Identifier: GPL-3.0-or-later
// The Position bias view: curve, counts, what was never seen, and how much it matters.
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

// The first ones are low docks at 130 % text size.
constexpr std::array sizes{Size{347, 92},  Size{347, 80},  Size{261, 76},  Size{340, 120},
                           Size{340, 400}, Size{452, 128}, Size{700, 300}, Size{1000, 620}};

FixtureSample sampleWith(std::size_t positions, std::size_t visits = 14) {
  FixtureSample sample({.visits = visits});
  for (std::size_t p = 0; p < positions; ++p) {
    sample.model.positionBias.push_back(0.1F * std::sin(static_cast<float>(p)));
  }
  return sample;
}

PositionBiasData dataFor(std::size_t positions, std::size_t lastReached) {
  PositionBiasData data;
  data.trainingSequences = 7424;
  data.reached.assign(positions, 0);
  for (std::size_t p = 1; p <= lastReached && p < positions; ++p) data.reached[p] = 7424 / p;
  data.effect = {.n = 3502,
                 .biasDeviation = 0.0203,
                 .contentDeviation = 1.69,
                 .divergence = 0.00021,
                 .changed = 14,
                 .changedShare = 0.39977};
  data.scope = "3 502 test samples";
  return data;
}

Scene sceneOf(const SampleContext& context, const PositionBiasData& data, Size size) {
  ViewContent content = positionBiasContent(context, data, {size, Theme::light(), measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(content));
  return std::get<Scene>(std::move(content));
}

TEST(PositionBias, FitsAtEverySizeAndLength) {
  for (const std::size_t positions : {2, 16, 64, 115}) {
    for (const std::size_t visits : {1, 14, 54}) {
      const FixtureSample sample = sampleWith(positions, visits);
      for (const Size size : sizes) {
        SCOPED_TRACE(std::to_string(positions) + " positions at " + std::to_string(size.width) + "x" +
                     std::to_string(size.height));
        const Scene scene = sceneOf(sample.context(), dataFor(positions, positions * 4 / 5), size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectDescribed(scene, "sample 3376, test, epoch 8");
        EXPECT_EQ(scene.table.rows.size(), positions);
      }
    }
  }
}

TEST(PositionBias, EveryReachedPositionHasItsStem) {
  const FixtureSample sample = sampleWith(64);
  const Scene scene = sceneOf(sample.context(), dataFor(64, 51), {452, 128});
  const auto dots = shapesOf<CircleShape>(scene);
  ASSERT_EQ(dots.size(), 51U);  // positions 1 .. 51; 0 is padding's and unreached, 52 on were never seen
  std::size_t accent = 0;
  for (const CircleShape& dot : dots) accent += dot.fill == Theme::light().accent ? 1 : 0;
  EXPECT_EQ(accent, 14U);
  // Heights are proportional to the bias around one zero line.
  const auto& bias = sample.model.positionBias;
  const float unit = (dots[0].center.y - dots[7].center.y) / (bias[8] - bias[1]);
  for (std::size_t p = 1; p <= 51; ++p) {
    EXPECT_NEAR(dots[p - 1].center.y, dots[0].center.y - unit * (bias[p] - bias[1]), 0.02);
  }
}

TEST(PositionBias, TheUntrainedPartIsHatchedAndNamed) {
  const FixtureSample sample = sampleWith(64);
  const Scene scene = sceneOf(sample.context(), dataFor(64, 51), {452, 128});
  const auto hatches = shapesOf<HatchShape>(scene);
  ASSERT_EQ(hatches.size(), 1U);
  EXPECT_TRUE(says(scene, "never"));
  const auto dots = shapesOf<CircleShape>(scene);
  EXPECT_GT(hatches[0].rect.x, dots.back().center.x);
  EXPECT_TRUE(shapesOf<HatchShape>(sceneOf(sample.context(), dataFor(64, 63), {452, 128})).empty());
  // Without a training split nothing is called unseen.
  PositionBiasData unknown = dataFor(64, 51);
  unknown.reached.clear();
  const Scene open = sceneOf(sample.context(), unknown, {452, 128});
  EXPECT_TRUE(shapesOf<HatchShape>(open).empty());
  EXPECT_TRUE(std::isnan(numberIn(open.table, 5, "Training sequences")));
}

TEST(PositionBias, HitsNameThePositionTheVisitAndTheCount) {
  const FixtureSample sample = sampleWith(64);
  const SampleContext context = sample.context();
  const Scene scene = sceneOf(context, dataFor(64, 51), {452, 128});
  const HitArea* third = nullptr;
  const HitArea* far = nullptr;
  for (const HitArea& hit : scene.hits) {
    if (hit.label.starts_with("Position 3 from end")) third = &hit;
    if (hit.label.starts_with("Position 60 from end")) far = &hit;
  }
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->focus.visit, 11U);  // of 14
  EXPECT_NE(third->label.find(visitText(context, 11)), std::string::npos);
  EXPECT_NE(third->label.find("bias 0.014, reached by 2\u2009474 of 7\u2009424 training sequences"), std::string::npos)
      << third->label;
  ASSERT_NE(far, nullptr);
  EXPECT_NE(far->label.find("not reached by any training sequence"), std::string::npos);
  EXPECT_FALSE(far->focus.visit.has_value());
  EXPECT_EQ(numberIn(scene.table, 3, "Bias"), static_cast<double>(sample.model.positionBias[3]));
}

TEST(PositionBias, ComparesDeviationsOnOneScale) {
  const FixtureSample sample = sampleWith(64);
  PositionBiasData data = dataFor(64, 51);
  data.effect.contentDeviation = 20;  // above this sample's own, so that it is the end of the scale
  data.effect.biasDeviation = 5;
  const Scene scene = sceneOf(sample.context(), data, {452, 128});
  std::vector<float> tracks, bars;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (box.rect.height != 5) continue;
    (box.fill == Theme::light().track ? tracks : bars).push_back(box.rect.width);
  }
  ASSERT_EQ(tracks.size(), 2U);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_NEAR(bars[0], tracks[0], 0.01);
  EXPECT_NEAR(bars[1] / bars[0], 0.25, 0.01);
  EXPECT_TRUE(says(scene, "0.4 %"));
  EXPECT_TRUE(says(scene, "0.00021"));
  EXPECT_TRUE(says(scene, "3 502 test samples"));
}

TEST(PositionBias, NotANumberLeavesAGap) {
  FixtureSample sample = sampleWith(20);
  sample.model.positionBias[4] = std::numeric_limits<float>::quiet_NaN();
  PositionBiasData data = dataFor(20, 19);
  data.effect = {};
  data.effect.biasDeviation = data.effect.contentDeviation = std::numeric_limits<double>::quiet_NaN();
  const Scene scene = sceneOf(sample.context(), data, {452, 128});
  expectInsideContent(scene);
  EXPECT_EQ(shapesOf<CircleShape>(scene).size(), 18U);
  EXPECT_TRUE(says(scene, "Nothing evaluated yet"));
}

TEST(PositionBias, SmallNumbersOfTheAxisAreWhole) {
  FixtureSample sample = sampleWith(44, 25);
  for (float& bias : sample.model.positionBias) bias *= 0.162F;
  for (const Size size : sizes) {
    SCOPED_TRACE(std::to_string(size.width) + "x" + std::to_string(size.height));
    expectNumbersWhole(sceneOf(sample.context(), dataFor(44, 35), size), measurer);
  }
}

TEST(PositionBias, WithoutABiasOneSentence) {
  const FixtureSample mhsa({.pointer = false});
  const ViewContent content = positionBiasContent(mhsa.context(), {}, {{452, 128}, Theme::light(), measurer});
  ASSERT_TRUE(std::holds_alternative<EmptyState>(content));
  EXPECT_EQ(std::get<EmptyState>(content).title, "MHSA has no position bias");
}

}  // namespace
}  // namespace sojourn::present
