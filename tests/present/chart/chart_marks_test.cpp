// SPDX-License-Identifier: GPL-3.0-or-later
// Where marks and names of a chart stand while a part of it is enlarged.
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/chart/chart.h"

namespace sojourn::present {
namespace {

constexpr Rect wholePlot{50, 10, 200, 100};
/// The second quarter of the x axis, and of the y axis the upper half.
constexpr Rect secondQuarter{0.25F, 0, 0.25F, 1}, upperHalf{0, 0, 1, 0.5F};

class ChartMarksOfPart : public testing::Test {
 protected:
  /// The shape that `paint` adds over the chart, where this part is shown.
  template <class S>
  S shown(Rect part, const std::function<void(SceneBuilder&)>& paint, ChartMarks::Kind kind = ChartMarks::Kind::Areas) {
    const std::size_t place = addChart(m_scene, m_builder, {.plot = wholePlot, .zoom = ChartZoom::Both});
    const std::size_t at = m_scene.shapes.size();
    {
      const OnChart marks(m_scene, place, kind);
      paint(m_builder);
    }
    return std::get<S>(shapes(part)[at]);
  }

  std::vector<Shape> shapes(Rect part) {
    for (const Shape& shape : m_scene.shapes)
      if (const auto* chart = std::get_if<ChartShape>(&shape)) {
        const ChartPart one{chart->chart.get(), part};
        return shapesOfParts(m_scene, {&one, 1}, m_canvas);
      }
    return {};
  }

  Scene m_scene;
  Canvas m_canvas{{300, 150}, Theme::light(), measurer};
  SceneBuilder m_builder{m_scene, m_canvas};
};

void expectRect(Rect rect, Rect expected) {
  EXPECT_NEAR(rect.x, expected.x, 1e-3);
  EXPECT_NEAR(rect.y, expected.y, 1e-3);
  EXPECT_NEAR(rect.width, expected.width, 1e-3);
  EXPECT_NEAR(rect.height, expected.height, 1e-3);
}

TEST_F(ChartMarksOfPart, AnAreaReachesFromValueToValueAndIsCutAtThePlot) {
  const auto box = [](Rect rect) { return [rect](SceneBuilder& builder) { builder.box(rect, {1, 2, 3}); }; };
  expectRect(shown<BoxShape>(secondQuarter, box({110, 20, 20, 40})).rect, {90, 20, 80, 40});
  m_scene = {};
  expectRect(shown<BoxShape>(secondQuarter, box({140, 20, 60, 40})).rect, {210, 20, 40, 40});
  m_scene = {};
  EXPECT_EQ(shown<BoxShape>(secondQuarter, box({200, 20, 20, 40})).rect.width, 0) << "outside of the part";
  m_scene = {};
  expectRect(shown<BoxShape>(secondQuarter, box({119, 10, 2, 100})).rect, {129, 10, 2, 100});
  m_scene = {};
  expectRect(shown<BoxShape>(upperHalf, box({60, 20, 10, 20})).rect, {60, 30, 10, 40});
  m_scene = {};
  expectRect(shown<BoxShape>(secondQuarter, box({110, 115, 20, 8})).rect, {90, 115, 80, 8});
}

TEST_F(ChartMarksOfPart, SignsAndTextsKeepTheirSizeAndGoWithTheirMiddle) {
  const auto sign = [](SceneBuilder& builder) { builder.box({110, 20, 20, 40}, {1, 2, 3}); };
  expectRect(shown<BoxShape>(secondQuarter, sign, ChartMarks::Kind::Signs).rect, {120, 20, 20, 40});
  m_scene = {};
  const auto text = [](float x, float y) {
    return [x, y](SceneBuilder& builder) { builder.text({x, y, 20, 14}, "word", {1, 2, 3}); };
  };
  expectRect(shown<TextShape>(secondQuarter, text(110, 50)).rect, {120, 50, 20, 14});
  m_scene = {};
  EXPECT_EQ(shown<TextShape>(secondQuarter, text(170, 50)).text, "") << "its value is not shown";
  m_scene = {};
  expectRect(shown<TextShape>(secondQuarter, text(260, 50)).rect, {260, 50, 20, 14});
}

TEST_F(ChartMarksOfPart, LinesAreCutAndDotsOutsideAreGone) {
  const auto across = [](SceneBuilder& builder) { builder.line({50, 60}, {250, 60}, {1, 2, 3}); };
  const auto cut = shown<LineShape>(secondQuarter, across).points;
  ASSERT_EQ(cut.size(), 2U);
  EXPECT_NEAR(cut[0].x, wholePlot.x, 1e-3);
  EXPECT_NEAR(cut[1].x, wholePlot.right(), 1e-3);
  m_scene = {};
  // To a name beside the plot, from a value at the right of the part.
  const auto leading = [](SceneBuilder& builder) { builder.line({200, 60}, {260, 40}, {1, 2, 3}); };
  const auto led = shown<LineShape>(secondQuarter, leading).points;
  ASSERT_EQ(led.size(), 2U);
  EXPECT_NEAR(led[0].x, wholePlot.right(), 1e-3);
  EXPECT_NEAR(led[1].x, 260, 1e-3);
  m_scene = {};
  const auto dot = [](float x) { return [x](SceneBuilder& builder) { builder.circle({x, 60}, 3, {1, 2, 3}); }; };
  EXPECT_NEAR(shown<CircleShape>(secondQuarter, dot(120)).center.x, 130, 1e-3);
  m_scene = {};
  EXPECT_FALSE(shown<CircleShape>(secondQuarter, dot(240)).fill);
}

TEST_F(ChartMarksOfPart, MarksBelowAChartBelongToTheNextOne) {
  {
    const OnChart ground(m_scene);
    m_builder.box({110, 20, 20, 40}, {1, 2, 3});
  }
  m_builder.box({110, 20, 20, 40}, {1, 2, 3});
  addChart(m_scene, m_builder, {.plot = wholePlot, .zoom = ChartZoom::X});
  const std::vector<Shape> moved = shapes(secondQuarter);
  expectRect(std::get<BoxShape>(moved[0]).rect, {90, 20, 80, 40});
  expectRect(std::get<BoxShape>(moved[1]).rect, {110, 20, 20, 40});
}

TEST_F(ChartMarksOfPart, NamesStandWhereTheirSeriesLeaveThePart) {
  const auto named = [](std::vector<double> y, const char* name) {
    return ChartSeries{.x = {0, 1, 2, 4}, .y = std::move(y), .beside = ChartName{.text = name}};
  };
  addChart(m_scene, m_builder,
           {.plot = wholePlot,
            .x = {.from = 0, .to = 4},
            .y = {.from = 0, .to = 10},
            .series = {named({1, 1, 9, 1}, "first"), named({5, 5, 5, 9}, "second")},
            .besideRoom = 60,
            .zoom = ChartZoom::X});
  const auto middleOf = [](const std::vector<Shape>& all, const std::string& name) {
    for (const Shape& shape : all)
      if (const auto* text = std::get_if<TextShape>(&shape); text && text->text == name)
        return text->rect.y + text->rect.height / 2;
    return 0.0F;
  };
  EXPECT_NEAR(middleOf(m_scene.shapes, "first"), 100, 1e-3);
  EXPECT_NEAR(middleOf(m_scene.shapes, "second"), 20, 1e-3);
  const std::vector<Shape> quarter = shapes(secondQuarter);  // up to x = 2
  ASSERT_EQ(quarter.size(), m_scene.shapes.size());
  EXPECT_NEAR(middleOf(quarter, "first"), 20, 1e-3);
  EXPECT_NEAR(middleOf(quarter, "second"), 60, 1e-3);
  const std::vector<Shape> between = shapes({0, 0, 0.375F, 1});  // up to x = 1.5
  EXPECT_NEAR(middleOf(between, "first"), 60, 1e-3) << "both at 5, pushed apart";
  EXPECT_NEAR(middleOf(between, "second"), 74, 1e-3);
}

}  // namespace
}  // namespace sojourn::present
