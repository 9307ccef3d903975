// SPDX-License-Identifier: GPL-3.0-or-later
// The Model view: layered layout without boxes in the way of arrows, shapes of the current input, actions, report.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/model/model_sections.h"
#include "views/present/model/model_view.h"

namespace sojourn::present {
namespace {

ModelBlock block(std::string id, std::vector<std::string> inputs, std::vector<std::int64_t> shape,
                 std::int64_t parameters, std::string view = {}) {
  return {.id = id,
          .title = "Block " + id,
          .detail = "linear, GELU, linear, sigmoid",
          .inputs = std::move(inputs),
          .outputShape = std::move(shape),
          .parameters = parameters,
          .tensors = parameters > 0
                         ? std::vector<TensorInfo>{{.name = id + ".weight", .dtype = "float32", .shape = {parameters}}}
                         : std::vector<TensorInfo>{},
          .view = std::move(view)};
}

/// The shape of Pointer V45, the position bias after its reader as the engine lists it.
std::vector<ModelBlock> pointerBlocks() {
  return {block("embeddings", {}, {-1, 208}, 85456, "visits"),
          block("input", {"embeddings"}, {-1, 64}, 13504),
          block("layer.0", {"input"}, {-1, 64}, 33472, "attention"),
          block("pointer", {"layer.0", "position_bias"}, {-1}, 8192, "pointer"),
          block("position_bias", {}, {64}, 64, "position_bias"),
          block("generation", {"layer.0"}, {1187}, 77155, "prediction"),
          block("gate", {"layer.0"}, {1}, 2113, "gate"),
          block("output", {"pointer", "generation", "gate"}, {1187}, 0, "prediction")};
}

FixtureSample sampleWith(std::vector<ModelBlock> blocks) {
  FixtureSample sample({.visits = 14});
  sample.model.blocks = std::move(blocks);
  for (const ModelBlock& one : sample.model.blocks) sample.model.parameters += one.parameters;
  sample.model.report.matched = {"a", "b"};
  return sample;
}

Scene sceneOf(const SampleContext& context, const ModelViewOptions& options, Size size) {
  ViewContent content = modelContent(context, options, {size, Theme::light(), measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(content));
  return std::get<Scene>(std::move(content));
}

bool overlap(Rect a, Rect b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

float heightOf(const ModelBlock&, float width) {
  return width < 200 ? 80.0F : 60.0F;
}

void expectLayered(const std::vector<ModelBlock>& blocks, float width) {
  const ModelLayout layout = layoutModel(blocks, width, heightOf);
  ASSERT_EQ(layout.boxes.size(), blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_GE(layout.boxes[i].x, -0.01F);
    EXPECT_LE(layout.boxes[i].right(), width + 0.01F);
    for (std::size_t j = i + 1; j < blocks.size(); ++j) EXPECT_FALSE(overlap(layout.boxes[i], layout.boxes[j]));
  }
  for (const ModelArrow& arrow : layout.arrows) {
    EXPECT_GT(layout.boxes[arrow.to].y, layout.boxes[arrow.from].bottom());
    EXPECT_FLOAT_EQ(arrow.points.back().y, layout.boxes[arrow.to].y);
    for (std::size_t k = 0; k + 1 < arrow.points.size(); ++k) {
      const Point a = arrow.points[k];
      const Point b = arrow.points[k + 1];
      EXPECT_TRUE(a.x == b.x || a.y == b.y) << "arrows have right angles";
      const Rect line{std::min(a.x, b.x) - 0.5F, std::min(a.y, b.y) + 0.5F, std::abs(a.x - b.x) + 1,
                      std::abs(a.y - b.y) - 1};
      for (const Rect& box : layout.boxes) EXPECT_FALSE(line.height > 0 && overlap(line, box));
    }
  }
}

/// Strict crossings of a horizontal with a vertical stretch of arrows that share neither end.
std::size_t crossings(const ModelLayout& layout) {
  std::size_t count = 0;
  for (const ModelArrow& a : layout.arrows) {
    for (const ModelArrow& b : layout.arrows) {
      if (a.from == b.from) continue;
      for (std::size_t i = 0; i + 1 < a.points.size(); ++i) {
        for (std::size_t j = 0; j + 1 < b.points.size(); ++j) {
          const auto [left, right] = std::minmax({a.points[i].x, a.points[i + 1].x});
          const auto [top, bottom] = std::minmax({b.points[j].y, b.points[j + 1].y});
          const bool level = a.points[i].y == a.points[i + 1].y && b.points[j].x == b.points[j + 1].x;
          if (level && b.points[j].x > left && b.points[j].x < right && a.points[i].y > top && a.points[i].y < bottom)
            ++count;
        }
      }
    }
  }
  return count;
}

TEST(ModelLayout, StandsBelowWhatItReads) {
  for (const float width : {376.0F, 705.0F}) {
    expectLayered(pointerBlocks(), width);
    EXPECT_EQ(crossings(layoutModel(pointerBlocks(), width, heightOf)), 0U);
  }
  // A block that reads two of its forebears: the long arrow passes the row between.
  expectLayered({block("a", {}, {-1}, 1), block("b", {"a"}, {-1}, 1), block("c", {"b"}, {-1}, 1),
                 block("d", {"c", "a"}, {-1}, 1)},
                400);
}

TEST(ModelLayout, ASourceStandsJustAboveItsReader) {
  const auto blocks = pointerBlocks();
  const ModelLayout layout = layoutModel(blocks, 700, heightOf);
  EXPECT_FLOAT_EQ(layout.boxes[4].y, layout.boxes[2].y);  // position_bias beside layer.0
  EXPECT_GT(layout.boxes[3].y, layout.boxes[4].y);
}

TEST(ModelLayout, OddInputsAreLeftOut) {
  const std::vector<ModelBlock> circle{block("a", {"c", "a"}, {1}, 1), block("b", {"a", "nowhere"}, {1}, 1),
                                       block("c", {"b"}, {1}, 1)};
  expectLayered(circle, 400);
  EXPECT_EQ(layoutModel(circle, 400, heightOf).arrows.size(), 2U);
  EXPECT_TRUE(layoutModel({}, 400, heightOf).boxes.empty());
}

TEST(Model, FitsAtEverySize) {
  FixtureSample sample = sampleWith(pointerBlocks());
  sample.model.report.missing = {"encoder.norm.weight"};
  sample.model.report.wrongShape = {"FC.fc_loc.weight: [7038, 32] in the file, [1187, 32] expected"};
  sample.model.notices = {{.severity = Severity::Notice,
                           .where = "mhsa.pt",
                           .what = "the number of heads is not in the file, 8 assumed",
                           .remedy = "pass --heads N"}};
  sample.model.source = "a_rather_long_file_name_of_a_checkpoint_that_somebody_gave_a_date_2024_05_01.pt";
  for (const Size size :
       {Size{340, 300}, Size{400, 600}, Size{719, 500}, Size{800, 700}, Size{1200, 900}, Size{2000, 1200}}) {
    for (const char* selected : {"", "layer.0", "output", "unknown"}) {
      SCOPED_TRACE(std::to_string(size.width) + " " + selected);
      const Scene scene = sceneOf(sample.context(), {.selectedBlock = selected}, size);
      expectInsideContent(scene);
      expectTextsApart(scene, measurer);
      expectDescribed(scene, "sample 3376, test");
    }
  }
}

TEST(Model, ShapesCarryTheLengthOfTheInput) {
  const FixtureSample sample = sampleWith(pointerBlocks());
  EXPECT_FALSE(textsSaying(sceneOf(sample.context(), {}, {1200, 900}), "14 \u00D7 208").empty());
  SampleContext before = sample.context();
  before.inspection = nullptr;
  EXPECT_FALSE(textsSaying(sceneOf(before, {}, {1200, 900}), "L \u00D7 208").empty());
  EXPECT_EQ(shapeText({-1, 1187}, 3), "3 \u00D7 1\u2009187");
  EXPECT_EQ(shapeText({}, 3), "1");
}

TEST(Model, SharesAddUp) {
  const FixtureSample sample = sampleWith(pointerBlocks());
  const Scene scene = sceneOf(sample.context(), {}, {1200, 900});
  double sum = 0;
  double share = 0;
  for (std::size_t i = 0; i < scene.table.rows.size(); ++i) {
    sum += numberIn(scene.table, i, "Parameters");
    share += numberIn(scene.table, i, "Share (%)");
  }
  EXPECT_EQ(sum, static_cast<double>(sample.model.parameters));
  EXPECT_NEAR(share, 100, 1e-9);
  EXPECT_EQ(parameterText(sample.model, 64), "64 parameters, <0.1 %");
}

TEST(Model, BlocksOpenTheirViewOrListTheirTensors) {
  const FixtureSample sample = sampleWith(pointerBlocks());
  const Scene scene = sceneOf(sample.context(), {}, {1200, 900});
  const auto count = [&](const Action& action) {
    return std::ranges::count_if(scene.hits, [&](const HitArea& hit) { return hit.action == action; });
  };
  EXPECT_EQ(count(OpenView{"attention"}), 1);
  EXPECT_EQ(count(OpenView{"prediction"}), 2);
  EXPECT_EQ(count(SelectBlock{"layer.0"}), 1);  // its icon
  EXPECT_EQ(count(SelectBlock{"input"}), 2);    // the box, which has no view, and its icon
  const Scene open = sceneOf(sample.context(), {.selectedBlock = "layer.0"}, {1200, 900});
  EXPECT_TRUE(says(open, "layer.0.weight"));
  EXPECT_FALSE(says(scene, "layer.0.weight"));
}

TEST(Model, LoadReportNamesWhatIsWrong) {
  FixtureSample sample = sampleWith(pointerBlocks());
  EXPECT_TRUE(says(sceneOf(sample.context(), {}, {1200, 900}), "None missing"));
  sample.model.report.missing = {"encoder.norm.weight"};
  sample.model.report.extra = {"evil\x1b[31m"};
  const Scene scene = sceneOf(sample.context(), {}, {1200, 900});
  EXPECT_TRUE(says(scene, "1 missing in the file"));
  EXPECT_TRUE(says(scene, "encoder.norm.weight"));
  EXPECT_TRUE(says(scene, "evil\\x1b"));
  EXPECT_NE(scene.summary.find("1 missing, 1 extra"), std::string::npos);
}

TEST(Model, WithoutAModelOneSentence) {
  const ViewContent content = modelContent({}, {}, {{400, 400}, Theme::light(), measurer});
  ASSERT_TRUE(std::holds_alternative<EmptyState>(content));
}

}  // namespace
}  // namespace sojourn::present
