// SPDX-License-Identifier: GPL-3.0-or-later
// Marks that every view draws alike: swatches, copied and generated bars, legends that break their line.
#include "views/present/scene/scene_builder.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

const Canvas canvas{{200, 100}, Theme::light(), measurer};

TEST(SceneBuilder, EverySwatchHasAnEdge) {
  for (const Swatch& swatch :
       {Swatch{.color = placePalette[4], .hatched = false}, Swatch{}, Swatch{.color = {}, .hatched = true}}) {
    Scene scene;
    SceneBuilder(scene, canvas).swatch({0, 0}, swatch);
    ASSERT_FALSE(shapesOf<BoxShape>(scene).empty());
    EXPECT_TRUE(shapesOf<BoxShape>(scene).front().stroke);
    EXPECT_EQ(shapesOf<HatchShape>(scene).size(), swatch.hatched ? 1U : 0U);
  }
}

TEST(SceneBuilder, CopiedIsFilledAndGeneratedHatched) {
  Scene copied, generated, sliver;
  const Swatch green{.color = placePalette[0], .hatched = false};
  SceneBuilder(copied, canvas).copiedBar({0, 0, 40, 10}, green);
  SceneBuilder(generated, canvas).generatedBar({0, 0, 40, 10}, green);
  SceneBuilder(sliver, canvas).generatedBar({0, 0, 1, 10}, green);
  EXPECT_TRUE(shapesOf<HatchShape>(copied).empty());
  EXPECT_EQ(shapesOf<BoxShape>(copied).front().fill, placePalette[0]);
  ASSERT_EQ(shapesOf<HatchShape>(generated).size(), 1U);
  EXPECT_EQ(shapesOf<HatchShape>(generated).front().color, placePalette[0]);
  EXPECT_TRUE(shapesOf<HatchShape>(sliver).empty());
  EXPECT_FLOAT_EQ(shapesOf<BoxShape>(sliver).front().rect.width, 1);
}

TEST(SceneBuilder, SharesBecomeLengths) {
  EXPECT_FLOAT_EQ(toUnit(0.25), 0.25F);
  EXPECT_FLOAT_EQ(toUnit(7), 1);
  EXPECT_FLOAT_EQ(toUnit(-1), 0);
  EXPECT_FLOAT_EQ(toUnit(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(SceneBuilder, PlacesWithoutANameKeepTheirNumber) {
  Scene scene;
  SceneBuilder builder(scene, canvas);
  builder.placeName({0, 0, 100, 20}, "Place 1019", Theme::light().text);
  builder.placeName({0, 20, 40, 20}, "Place 1019", Theme::light().text);
  EXPECT_TRUE(says(scene, "Place 1019"));
  EXPECT_EQ(textsSaying(scene, "Pl. 1019").size(), 1U);
}

TEST(SceneBuilder, ANameIsMadeSmallerBeforeItIsShortened) {
  Scene scene;
  SceneBuilder builder(scene, canvas);
  const Font font{.size = 12.5F};
  builder.placeName({0, 0, builder.width("Place 1019", font) * 0.94F, 20}, "Place 1019", Theme::light().text, font);
  const auto whole = textsSaying(scene, "Place 1019");
  ASSERT_EQ(whole.size(), 1U);
  EXPECT_LT(whole.front().font.size, 12.5F);
  EXPECT_GE(whole.front().font.size, 11);
}

TEST(Legend, BreaksItsLineAndStaysInside) {
  Legend legend;
  legend.add(Legend::Mark::Target, "target");
  legend.add(Legend::Mark::Copied, "copied");
  legend.add(Legend::Mark::Generated, "generated");
  legend.add(Legend::Mark::WindowRule, "most frequent in window: a place with a long name");
  for (const float width : {60.0F, 150.0F, 600.0F}) {
    Scene scene;
    SceneBuilder builder(scene, canvas);
    legend.paint({0, 0}, width, builder);
    scene.contentSize = {width, legend.height(width, builder)};
    expectInsideContent(scene);
    expectTextsApart(scene, measurer);
    for (const TextShape& line : shapesOf<TextShape>(scene)) {
      // Only a single word may be wider than the legend.
      if (line.text.find(' ') != std::string::npos) {
        EXPECT_LE(measurer.width(line.text, line.font), line.rect.width) << line.text;
      }
    }
  }
  Scene scene;
  SceneBuilder builder(scene, canvas);
  EXPECT_FLOAT_EQ(legend.height(600, builder), 18);
  EXPECT_FLOAT_EQ(legend.height(150, builder), 18 + 18 + 18 * 3);
  EXPECT_FLOAT_EQ(Legend().height(600, builder), 0);
}

TEST(SceneBuilder, ANumberedPlaceIsWrittenSmallerBeforeItLosesDigits) {
  Scene scene;
  SceneBuilder builder(scene, canvas);
  const Font bold{.size = 13, .weight = Weight::SemiBold};
  const float width = builder.width("Pl. 149", {.size = 11.5F, .weight = Weight::SemiBold});
  ASSERT_GT(builder.width("Pl. 149", bold), width);
  builder.placeName({0, 0, width, 18}, "Place 149", Color{}, bold);
  const auto texts = shapesOf<TextShape>(scene);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0].text, "Pl. 149");
  EXPECT_LE(measurer.width(texts[0].text, texts[0].font), width);
}

TEST(SceneBuilder, ControlsAreNotExported) {
  Scene scene;
  SceneBuilder builder(scene, canvas);
  builder.text({0, 0, 50, 16}, "Colour scale", Color{});
  const std::array<Segment, 2> segments{Segment{"Row", {}, ""}, Segment{"Head", {}, ""}};
  paintSegmented(builder, scene, {60, 0}, 20, segments, 1, {});
  {
    const ControlScope control(scene);
    builder.text({150, 0, 30, 16}, "Fit", Color{});
  }
  builder.text({0, 30, 50, 16}, "0.25", Color{});
  EXPECT_EQ(scene.controls.size(), 2U);
  std::vector<std::string> texts;
  for (const Shape& shape : exportedShapes(scene)) {
    ASSERT_TRUE(std::holds_alternative<TextShape>(shape)) << "a frame of a button was left";
    texts.push_back(std::get<TextShape>(shape).text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"Colour scale", "0.25", "Head"})) << "what the switch is set to stays";
}

}  // namespace
}  // namespace sojourn::present
