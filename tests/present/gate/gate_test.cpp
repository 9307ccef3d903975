// SPDX-License-Identifier: GPL-3.0-or-later
// The Gate view: histogram sums, accuracy dots, parts as columns and rows, and what it says without a gate.
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/gate/gate_view.h"

namespace sojourn::present {
namespace {

// The last one is a low dock at 130 % text size.
constexpr std::array sizes{Size{340, 130}, Size{340, 400},  Size{452, 140},
                           Size{700, 300}, Size{1000, 620}, Size{347, 97}};

GateData histogram() {
  GateData data;
  data.scope = "3 502 test samples";
  for (std::size_t i = 0; i < 40; ++i) {
    const std::size_t right = i < 4 ? 0 : i;
    const std::size_t wrong = i == 3 ? 5 : i / 2;
    data.summary.bins.push_back(
        {.from = static_cast<double>(i) / 40, .to = static_cast<double>(i + 1) / 40, .right = right, .wrong = wrong});
    data.summary.n += right + wrong;
  }
  data.summary.mean = 0.67;
  data.summary.deviation = 0.2;
  data.summary.meanRight = 0.6911;
  data.summary.meanWrong = 0.6443;
  return data;
}

GateData parts(SliceBy by, std::size_t count) {
  GateData data = histogram();
  data.splitBy = by;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t n = 3 + 7 * i;
    data.slices.push_back({.key = static_cast<std::int64_t>(i),
                           .label = "User " + std::to_string(i),
                           .n = n,
                           .correct = n / 2,
                           .accuracy = 100.0 * static_cast<double>(n / 2) / static_cast<double>(n),
                           .withGate = n,
                           .meanGate = 0.1 + 0.8 * static_cast<double>(i) / static_cast<double>(count),
                           .gateDeviation = 0.3});
  }
  data.sampleSlice = count / 2;
  return data;
}

Scene sceneOf(const SampleContext& context, const GateData& data, Size size) {
  ViewContent content = gateContent(context, data, {size, Theme::darkTheme(), measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(content));
  return std::get<Scene>(std::move(content));
}

TEST(Gate, FitsAtEverySize) {
  const FixtureSample sample({});
  for (const Size size : sizes) {
    for (const std::size_t count : {0, 1, 7, 24, 45, 693}) {
      SCOPED_TRACE(std::to_string(count) + " parts at " + std::to_string(size.width) + "x" +
                   std::to_string(size.height));
      const Scene scene = sceneOf(sample.context(), parts(SliceBy::User, count), size);
      expectInsideContent(scene);
      expectTextsApart(scene, measurer);
      EXPECT_FLOAT_EQ(scene.contentSize.width, size.width);
    }
    const Scene scene = sceneOf(sample.context(), histogram(), size);
    expectInsideContent(scene);
    expectTextsApart(scene, measurer);
    expectDescribed(scene, "3 502 test samples, epoch 8");
  }
}

TEST(Gate, TheSwitchFitsAtEveryTextSize) {
  const FixtureSample sample({});
  // A dock of 400 px at 100, 125 and 150 % text size: the smallest has no room for the whole words.
  for (const float width : {400.0F, 320.0F, 267.0F}) {
    const Scene scene = sceneOf(sample.context(), histogram(), {width, 130});
    std::size_t text = 0;
    for (const HitArea& hit : scene.hits) {
      if (!test::isFor<SplitGateBy>(hit)) continue;
      ++text;
      EXPECT_LE(hit.rect.right(), width) << hit.label;
    }
    EXPECT_EQ(text, 5U);
    if (width == 267) {
      EXPECT_TRUE(says(scene, "Day"));
    }
    EXPECT_NE(says(scene, "Weekday"), says(scene, "Day")) << width;
  }
}

TEST(Gate, WordsStayApartWhereAlmostEverythingIsRightOrWrong) {
  const FixtureSample sample({});
  for (const Size size : sizes) {
    GateData data = histogram();
    for (GateBin& bin : data.summary.bins) bin.wrong = 1;
    data.summary.bins.back().right = 300;
    expectTextsApart(sceneOf(sample.context(), data, size), measurer);
    for (GateBin& bin : data.summary.bins) std::swap(bin.right, bin.wrong);
    expectTextsApart(sceneOf(sample.context(), data, size), measurer);
  }
}

TEST(Gate, BarsAndTableHoldTheCounts) {
  const FixtureSample sample({});
  const GateData data = histogram();
  const Scene scene = sceneOf(sample.context(), data, {452, 140});
  ASSERT_EQ(scene.table.rows.size(), 40U);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(numberIn(scene.table, i, "Right"), static_cast<double>(data.summary.bins[i].right));
    sum += static_cast<std::size_t>(numberIn(scene.table, i, "Right") + numberIn(scene.table, i, "Wrong"));
  }
  EXPECT_EQ(sum, data.summary.n);
  EXPECT_TRUE(std::isnan(numberIn(scene.table, 0, "Acc@1 (%)")));
  EXPECT_DOUBLE_EQ(numberIn(scene.table, 3, "Acc@1 (%)"), 0);

  // Right bars stand on the zero line, wrong ones hang below it, on one scale.
  std::vector<Rect> right, wrong;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (box.fill == Theme::darkTheme().solid) right.push_back(box.rect);
    if (box.fill == Theme::darkTheme().pale) wrong.push_back(box.rect);
  }
  ASSERT_EQ(right.size(), 36U);
  EXPECT_NEAR(right.back().height / right.front().height, 39.0 / 4.0, 1e-3);
  EXPECT_NEAR(wrong.back().height / right.back().height, 19.0 / 39.0, 1e-3);
  for (const Rect& bar : right) EXPECT_NEAR(bar.bottom(), right.front().bottom(), 1e-3);
  for (const Rect& bar : wrong) EXPECT_NEAR(bar.y, right.front().bottom(), 1e-3);
}

TEST(Gate, BinsBelowEightSamplesHaveNoDot) {
  const FixtureSample sample({});
  const GateData data = histogram();
  const Scene scene = sceneOf(sample.context(), data, {452, 140});
  std::size_t enough = 0;
  for (const GateBin& bin : data.summary.bins) enough += bin.n() >= fewestForAccuracy ? 1 : 0;
  const auto dots = shapesOf<CircleShape>(scene);
  EXPECT_EQ(dots.size(), enough);
  EXPECT_LT(enough, 40U);
  // The area is the count: the last bin has 58 samples, the one at half of the axis 30.
  const float ratio = dots.back().radius / dots[dots.size() - 20].radius;
  EXPECT_NEAR(ratio * ratio, 58.0 / 30.0, 0.01);
}

TEST(Gate, ShowsTheSampleItsBinAndTheCopyShare) {
  FixtureSample sample({});
  sample.inspection.gate = 0.749F;
  sample.inspection.ranking.front().probability = 0.5F;
  sample.inspection.ranking.front().copied = 0.499F;
  const GateData data = histogram();
  const Scene scene = sceneOf(sample.context(), data, {452, 140});
  EXPECT_FALSE(textsSaying(scene, "0.749").empty());
  EXPECT_FALSE(textsSaying(scene, "0.998").empty());
  EXPECT_FALSE(textsSaying(scene, "of 43").empty());  // bin 29: 29 right, 14 wrong
  EXPECT_FALSE(textsSaying(scene, "67.4 % right").empty());
  EXPECT_NE(scene.summary.find("0.998"), std::string::npos);

  sample.inspection.gate = 1.0F;  // the last bin holds 1 too
  EXPECT_FALSE(textsSaying(sceneOf(sample.context(), data, {452, 140}), "of 58").empty());
}

TEST(Gate, TheShareOfItsBinIsWhole) {
  FixtureSample sample({});
  sample.inspection.gate = 1.0F;
  GateData data = histogram();
  data.summary.bins.back().wrong = 0;
  const Scene scene = sceneOf(sample.context(), data, {452, 140});
  EXPECT_FALSE(textsSaying(scene, "100 % right").empty());
  expectNumbersWhole(scene, measurer);
}

TEST(Gate, PartsAreColumnsOrRowsWithTheSameNumbers) {
  const FixtureSample sample({});
  const GateData data = parts(SliceBy::User, 24);
  const Scene columns = sceneOf(sample.context(), data, {452, 140});
  const Scene rows = sceneOf(sample.context(), data, {452, 400});
  EXPECT_FLOAT_EQ(columns.contentSize.height, 140);
  EXPECT_GT(rows.contentSize.height, 400);
  EXPECT_GT(rows.pinnedTop, 0);
  for (const Scene* scene : {&columns, &rows}) {
    ASSERT_EQ(scene->table.rows.size(), 24U);
    EXPECT_DOUBLE_EQ(numberIn(scene->table, 5, "Mean gate"), data.slices[5].meanGate);
    EXPECT_DOUBLE_EQ(numberIn(scene->table, 5, "Standard deviation"), 0.3);
    std::size_t own = 0;
    for (const HitArea& hit : scene->hits)
      own += hit.label.starts_with("User 12: 87 samples, gate 0.500 \u00B1 0.300, 49.4 % right") ? 1 : 0;
    EXPECT_EQ(own, 1U);
  }
}

TEST(Gate, PartsWithoutAGateHaveNoMark) {
  const FixtureSample sample({});
  GateData data = parts(SliceBy::User, 4);
  for (Slice& slice : data.slices) slice.meanGate = slice.gateDeviation = std::numeric_limits<double>::quiet_NaN();
  for (const Size size : sizes) expectInsideContent(sceneOf(sample.context(), data, size));
}

TEST(Gate, BeforeAnythingIsEvaluatedItSaysSo) {
  const FixtureSample sample({});
  GateData data;
  data.scope = "0 test samples";
  const Scene scene = sceneOf(sample.context(), data, {452, 140});
  expectInsideContent(scene);
  EXPECT_TRUE(says(scene, "Nothing evaluated yet"));
}

TEST(Gate, ControlsNameTheirActions) {
  const FixtureSample sample({});
  const Scene scene = sceneOf(sample.context(), histogram(), {452, 140});
  EXPECT_EQ(test::actionsOf<SplitGateBy>(scene),
            (std::vector<SplitGateBy>{
                {SliceBy::Correctness}, {SliceBy::Hour}, {SliceBy::Weekday}, {SliceBy::User}, {SliceBy::Length}}));
}

TEST(Gate, WithoutAGateOneSentence) {
  const FixtureSample mhsa({.pointer = false});
  const ViewContent none = gateContent(mhsa.context(), histogram(), {{452, 140}, Theme::light(), measurer});
  ASSERT_TRUE(std::holds_alternative<EmptyState>(none));
  EXPECT_EQ(std::get<EmptyState>(none).title, "MHSA has no gate");
  EXPECT_EQ(std::get<EmptyState>(none).detail, "All probability comes from one output layer.");
  const FixtureSample fixed({.gate = false});
  const ViewContent half = gateContent(fixed.context(), histogram(), {{452, 140}, Theme::light(), measurer});
  ASSERT_TRUE(std::holds_alternative<EmptyState>(half));
  EXPECT_NE(std::get<EmptyState>(half).detail.find("half and half"), std::string::npos);
}

}  // namespace
}  // namespace sojourn::present
