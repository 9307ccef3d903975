// SPDX-License-Identifier: GPL-3.0-or-later
// The Gate and Position bias views beside a reference: where this sample stood, and which positions changed hands.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "tests/present/scene_checks.h"
#include "views/present/gate/gate_view.h"
#include "views/present/pointer/pointer_view.h"

namespace sojourn::present {
namespace {

GateData gateData(SliceBy by) {
  GateData data{.summary = {}, .scope = "100 test samples", .splitBy = by, .slices = {}, .sampleSlice = {}};
  data.summary.n = 100;
  for (int i = 0; i < 10; ++i) {
    data.summary.bins.push_back({.from = i / 10.0, .to = (i + 1) / 10.0, .right = 6, .wrong = 4});
  }
  for (int i = 0; i < 7; ++i) {
    Slice slice;
    slice.label = "Day " + std::to_string(i);
    slice.n = 20;
    slice.meanGate = 0.6;
    slice.gateDeviation = 0.1;
    slice.accuracy = 50;
    data.slices.push_back(slice);
  }
  return data;
}

Scene gateScene(const SampleContext& context, SliceBy by, Size size = {452, 190}) {
  return std::get<Scene>(gateContent(context, gateData(by), {size, Theme::light(), measurer}));
}

TEST(GateChange, MarksWhereTheReferenceStoodAndTheWayFromThere) {
  ComparedSample pair({.seed = 2}, {.seed = 2});
  pair.then.inspection.gate = 0.75F;
  pair.now.inspection.gate = 0.25F;
  for (const SliceBy by : {SliceBy::Correctness, SliceBy::Weekday}) {
    for (const Size size : {Size{452, 190}, Size{452, 320}}) {
      const Scene without = gateScene(pair.now.context(), by, size), with = gateScene(pair.context(), by, size);
      expectInsideContent(with);
      expectTextsApart(with, measurer);
      EXPECT_FALSE(with.summary.empty());
      const auto dashes = [](const Scene& scene) {
        const auto lines = shapesOf<LineShape>(scene);
        return std::ranges::count_if(lines, &LineShape::dashed);
      };
      EXPECT_EQ(dashes(with), dashes(without) + 1);
      const auto boxes = shapesOf<BoxShape>(with);
      const auto way = std::ranges::find_if(boxes, [](const BoxShape& box) { return box.fill == Theme::light().less; });
      ASSERT_NE(way, boxes.end());
      EXPECT_EQ(textsSaying(with, "\u22120.500").size(), 1U);
      EXPECT_EQ(textsSaying(with, "was 0.750").size(), 1U);
      EXPECT_EQ(with.contentSize.height, without.contentSize.height);
    }
  }
  const Scene scene = gateScene(pair.context(), SliceBy::Correctness);
  EXPECT_NE(scene.summary.find("0.750 in the reference, change \u22120.500"), std::string::npos) << scene.summary;
  EXPECT_EQ(wholeScene(gateScene(pair.now.context(), SliceBy::Correctness)).text.find("reference"), std::string::npos);
}

TEST(GateChange, AModelWithoutAGateSaysSo) {
  const ComparedSample pair({.pointer = false}, {.pointer = false});
  const ViewContent content =
      gateContent(pair.context(), gateData(SliceBy::Correctness), {{452, 190}, Theme::light(), measurer});
  EXPECT_TRUE(std::holds_alternative<EmptyState>(content));
}

TEST(PositionBiasChange, RingsPositionsThatChangedHands) {
  ComparedSample pair({.visits = 5}, {.visits = 6});
  pair.reference.before = {0, 1, 3, 4, 5};  // 2 is removed: positions 4 and up belong to others, 6 to nobody
  for (FixtureSample* one : {&pair.now, &pair.then}) one->model.positionBias.assign(64, 0.01F);
  const PositionBiasData data{.reached = {}, .trainingSequences = 0, .effect = {}, .scope = "100 test samples"};
  const Canvas canvas{{452, 190}, Theme::light(), measurer};
  const Scene scene = std::get<Scene>(positionBiasContent(pair.context(), data, canvas));
  expectInsideContent(scene);
  expectTextsApart(scene, measurer);
  const auto circles = shapesOf<CircleShape>(scene);
  const auto rings = std::ranges::count_if(circles, [](const CircleShape& dot) { return !dot.fill && dot.stroke; });
  EXPECT_EQ(rings, 3);
  const auto labelOf = [&](std::size_t position) {
    const std::string start = "Position " + std::to_string(position) + " from end";
    return std::ranges::find_if(scene.hits, [&](const HitArea& hit) { return hit.label.starts_with(start); })->label;
  };
  EXPECT_EQ(labelOf(3).find("in the reference"), std::string::npos) << labelOf(3);
  EXPECT_NE(labelOf(4).find(", in the reference "), std::string::npos) << labelOf(4);
  EXPECT_NE(labelOf(6).find(", in the reference "), std::string::npos) << labelOf(6);
  EXPECT_NE(scene.summary.find("3 positions differ"), std::string::npos) << scene.summary;
  EXPECT_EQ(scene.table.columns.back(), "Visit of the reference");
  // Without one nothing speaks of it.
  const Scene plain = std::get<Scene>(positionBiasContent(pair.now.context(), data, canvas));
  EXPECT_EQ(wholeScene(plain).text.find("reference"), std::string::npos);
  EXPECT_EQ(shapesOf<CircleShape>(plain).size() + 3, circles.size());
}

}  // namespace
}  // namespace sojourn::present
