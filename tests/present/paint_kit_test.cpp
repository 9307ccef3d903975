// SPDX-License-Identifier: GPL-3.0-or-later
// Marks that every view draws alike: swatches, copied and generated bars, legends that break their line.
#include "views/present/paint_kit.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/legend.h"

namespace sojourn::present {
namespace {

const Canvas canvas{{200, 100}, Theme::light(), measurer};

TEST(PaintKit, EverySwatchHasAnEdge) {
  for (const Swatch& swatch :
       {Swatch{.color = placePalette[4], .hatched = false}, Swatch{}, Swatch{.color = {}, .hatched = true}}) {
    Scene scene;
    PaintKit(scene, canvas).swatch({0, 0}, swatch);
    ASSERT_FALSE(shapesOf<BoxShape>(scene).empty());
    EXPECT_TRUE(shapesOf<BoxShape>(scene).front().stroke);
    EXPECT_EQ(shapesOf<HatchShape>(scene).size(), swatch.hatched ? 1U : 0U);
  }
}

TEST(PaintKit, CopiedIsFilledAndGeneratedHatched) {
  Scene copied, generated, sliver;
  const Swatch green{.color = placePalette[0], .hatched = false};
  PaintKit(copied, canvas).copiedBar({0, 0, 40, 10}, green);
  PaintKit(generated, canvas).generatedBar({0, 0, 40, 10}, green);
  PaintKit(sliver, canvas).generatedBar({0, 0, 1, 10}, green);
  EXPECT_TRUE(shapesOf<HatchShape>(copied).empty());
  EXPECT_EQ(shapesOf<BoxShape>(copied).front().fill, placePalette[0]);
  ASSERT_EQ(shapesOf<HatchShape>(generated).size(), 1U);
  EXPECT_EQ(shapesOf<HatchShape>(generated).front().color, placePalette[0]);
  EXPECT_TRUE(shapesOf<HatchShape>(sliver).empty());
  EXPECT_FLOAT_EQ(shapesOf<BoxShape>(sliver).front().rect.width, 1);
}

TEST(PaintKit, SharesBecomeLengths) {
  EXPECT_FLOAT_EQ(toUnit(0.25), 0.25F);
  EXPECT_FLOAT_EQ(toUnit(7), 1);
  EXPECT_FLOAT_EQ(toUnit(-1), 0);
  EXPECT_FLOAT_EQ(toUnit(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(PaintKit, PlacesWithoutANameKeepTheirNumber) {
  EXPECT_EQ(shortPlaceName("Place 1019"), "#1019");
  EXPECT_EQ(shortPlaceName("Place"), "Place");
  EXPECT_EQ(shortPlaceName("Place des Vosges"), "Place des Vosges");
  EXPECT_EQ(shortPlaceName("Unseen"), "Unseen");
  Scene scene;
  PaintKit kit(scene, canvas);
  kit.placeName({0, 0, 100, 20}, "Place 1019", Theme::light().text);
  kit.placeName({0, 20, 40, 20}, "Place 1019", Theme::light().text);
  EXPECT_TRUE(says(scene, "Place 1019"));
  EXPECT_EQ(textsSaying(scene, "#1019").size(), 1U);
}

TEST(Legend, BreaksItsLineAndStaysInside) {
  Legend legend;
  legend.add(Legend::Mark::Target, "target");
  legend.add(Legend::Mark::Copied, "copied");
  legend.add(Legend::Mark::Generated, "generated");
  legend.add(Legend::Mark::WindowRule, "most frequent in window: a place with a long name");
  for (const float width : {60.0F, 150.0F, 600.0F}) {
    Scene scene;
    PaintKit kit(scene, canvas);
    legend.paint({0, 0}, width, kit);
    scene.contentSize = {width, legend.height(width, kit)};
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
  PaintKit kit(scene, canvas);
  EXPECT_FLOAT_EQ(legend.height(600, kit), 18);
  EXPECT_FLOAT_EQ(legend.height(150, kit), 18 + 18 + 18 * 3);
  EXPECT_FLOAT_EQ(Legend().height(600, kit), 0);
}

}  // namespace
}  // namespace sojourn::present
