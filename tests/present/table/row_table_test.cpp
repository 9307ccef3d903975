// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of rows as data: where columns stand, what stands on their scales, and what answers the mouse.
#include "views/present/table/row_table.h"

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

namespace sojourn::present {
namespace {

DrawnTable draw(const RowTable& table, Size size) {
  return drawTable(table, {size, Theme::light(), measurer});
}

RowTable places() {
  RowTable table{.columns = {{.title = "Place", .width = {.least = 80, .share = 0.3F, .most = 120}},
                             {.title = "n", .width = fixedWidth(40, 260), .align = Align::Right},
                             {.width = restWidth(20), .scale = ColumnScale{.from = -1, .to = 1, .tickGap = 40}},
                             {.title = "share", .width = fixedWidth(50), .align = Align::Right}},
                 .heights = {.head = 24, .least = 20, .most = 20, .foot = 16}};
  for (const double value : {0.5, -1.0}) {
    TableRow& row = table.rows.emplace_back();
    row.cells = {{.text = "Office"},
                 {.text = "12"},
                 {.bar = CellBar{.to = value, .fill = Theme::light().solid}},
                 {.text = "0.500"}};
    row.hit = hitOf(focusOnPlace(7), "Office: 12", "12");
  }
  return table;
}

TEST(RowTable, SharesTheWidthAmongItsColumns) {
  const DrawnTable wide = draw(places(), {400, 200});
  ASSERT_EQ(wide.columns.size(), 4U);
  EXPECT_EQ(wide.columns[0].left, 12);
  EXPECT_EQ(wide.columns[0].width, 120) << "no more than it may have";
  EXPECT_EQ(wide.columns[1].left, 12 + 120 + 6);
  EXPECT_EQ(wide.columns[3].left + wide.columns[3].width, 400 - 8) << "the rest is used up";
  const DrawnTable narrow = draw(places(), {250, 200});
  EXPECT_EQ(narrow.columns[0].width, 80);
  EXPECT_EQ(narrow.columns[1].width, 0) << "absent";
  EXPECT_EQ(narrow.columns[3].left + narrow.columns[3].width, 250 - 8);
  EXPECT_FALSE(says(narrow.scene, "12"));
  const DrawnTable tiny = draw(places(), {60, 200});
  EXPECT_EQ(tiny.columns[2].width, 20) << "never less than it needs";
}

TEST(RowTable, AColumnMayBeAsWideAsItsWords) {
  RowTable table = places();
  table.columns[0].width = {.least = 10, .share = 0.5F, .fits = true};
  const float words = draw(table, {600, 200}).columns[0].width;
  EXPECT_GE(words, measurer.width("Office", textFont));
  EXPECT_LT(words, measurer.width("Office", textFont) + 4);
  table.rows[0].cells[0].text = std::string(200, 'w');
  EXPECT_EQ(draw(table, {600, 200}).columns[0].width, 300) << "up to its share";
}

TEST(RowTable, AHeadHasTheRoomOfColumnsWithoutOne) {
  RowTable table = places();
  table.columns[2].title = "Latest other visit";
  table.columns[3].title.clear();
  const DrawnTable drawn = draw(table, {300, 200});
  const auto head = textsSaying(drawn.scene, "Latest other visit");
  ASSERT_EQ(head.size(), 1U);
  EXPECT_EQ(head[0].rect.right(), 300 - 8);
}

TEST(RowTable, BarsBeginAtTheZeroOfTheirColumn) {
  const DrawnTable drawn = draw(places(), {400, 200});
  const CellColumn& column = drawn.columns[2];
  const float zero = column.left + column.width / 2;
  std::vector<Rect> bars;
  for (const BoxShape& box : shapesOf<BoxShape>(drawn.scene))
    if (box.fill == Theme::light().solid) bars.push_back(box.rect);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_NEAR(bars[0].x, zero, 1);
  EXPECT_NEAR(bars[0].width, column.width / 4, 1);
  EXPECT_NEAR(bars[1].x, column.left, 1);
  EXPECT_NEAR(bars[1].right(), zero, 1);
  EXPECT_TRUE(says(drawn.scene, "0.5")) << "a number of the scale below the rows";
}

TEST(RowTable, RowsAndCellsAnswerTheMouse) {
  RowTable table = places();
  table.rows[0].cells[3].hit = hitOf({}, "share 0.5", "0.5");
  const Scene scene = draw(table, {400, 200}).scene;
  const auto labelAt = [&](float x, float y) {
    const HitArea* hit = scene.hitAt({x, y});
    return hit ? hit->label : std::string();
  };
  EXPECT_EQ(labelAt(20, 30), "Office: 12");
  EXPECT_EQ(labelAt(380, 30), "share 0.5") << "above its row's";
  EXPECT_EQ(labelAt(380, 50), "Office: 12");
  EXPECT_EQ(scene.hits.back().focus, Focus(focusOnPlace(7)));
}

TEST(RowTable, ADotBeyondItsScaleIsATriangleAtTheEdge) {
  RowTable table = places();
  table.rows[0].cells[2] = {.dots = {{.at = 0, .low = -3, .high = 0.5, .fill = {9, 9, 9}}}};
  table.rows[1].cells[2] = {.dots = {{.at = 5, .fill = {8, 8, 8}}, {.at = 0, .diamond = true}}};
  const DrawnTable drawn = draw(table, {400, 200});
  const Axis& axis = drawn.axes[2];
  const auto polygons = shapesOf<PolygonShape>(drawn.scene);
  ASSERT_EQ(polygons.size(), 3U) << "one end of the interval, and the two squares of the diamond";
  EXPECT_FLOAT_EQ(polygons[0].points[0].x, axis.start()) << "its tip";
  EXPECT_EQ(polygons[0].fill, (Color{9, 9, 9}));
  EXPECT_FLOAT_EQ(polygons[1].points[0].x, axis.at(0));
  const auto circles = shapesOf<CircleShape>(drawn.scene);
  ASSERT_EQ(circles.size(), 2U);
  EXPECT_FLOAT_EQ(circles[1].center.x, axis.end()) << "within the scale";
  EXPECT_FLOAT_EQ(circles[1].center.y, drawn.row(1).y + drawn.rowHeight / 2);
}

TEST(RowTable, CellsMayUseTheRoomOfEmptyOnes) {
  RowTable table = places();
  table.rows[0].cells = {{.text = "Home", .spans = true}, RowCell{}, RowCell{}, {.text = "one"}};
  table.rows[1].cells = {{.text = "Home"}, RowCell{}, RowCell{}, {.text = "two", .reaches = true}};
  const DrawnTable drawn = draw(table, {400, 200});
  const auto homes = textsSaying(drawn.scene, "Home");
  ASSERT_EQ(homes.size(), 2U);
  EXPECT_EQ(homes[0].rect.right(), drawn.columns[2].left + drawn.columns[2].width);
  EXPECT_EQ(homes[1].rect.right(), drawn.columns[0].left + drawn.columns[0].width);
  EXPECT_EQ(textsSaying(drawn.scene, "one")[0].rect.x, drawn.columns[3].left);
  EXPECT_EQ(textsSaying(drawn.scene, "two")[0].rect.x, drawn.columns[1].left) << "up to the words before it";
}

TEST(RowTable, WordsMakeRoomForMarksAndSmallLettersBeforeTheyAreCut) {
  RowTable table = places();
  table.rows[0].cells[0] = {.text = "Office", .model = 1};
  table.rows[1].cells[0] = {.text = "Office", .icon = std::pair(std::string("warn"), Color{9, 9, 9})};
  table.rows[1].cells[3] = {.text = std::string(9, '8'), .least = 8, .sign = -1};
  const DrawnTable drawn = draw(table, {400, 200});
  const auto names = textsSaying(drawn.scene, "Office");
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0].rect.x, drawn.columns[0].left + 22);
  EXPECT_EQ(names[1].rect.x, drawn.columns[0].left + 20);
  ASSERT_EQ(shapesOf<IconShape>(drawn.scene).size(), 1U);
  const TextShape number = textsSaying(drawn.scene, std::string(9, '8'))[0];
  EXPECT_LT(number.font.size, textFont.size);
  const auto sign = shapesOf<PolygonShape>(drawn.scene);
  ASSERT_EQ(sign.size(), 1U);
  EXPECT_EQ(sign[0].fill, Theme::light().more) << "worse";
  EXPECT_GT(sign[0].points[2].y, sign[0].points[0].y) << "points down";
}

TEST(RowTable, RowsMayBeginBesideSomethingElse) {
  RowTable table = places();
  table.begin = 150;
  table.rows[1].rule = Theme::light().line;
  table.rows[1].fill = Color{9, 9, 9};
  const DrawnTable drawn = draw(table, {500, 200});
  EXPECT_EQ(drawn.columns[0].left, 162);
  EXPECT_EQ(drawn.columns[3].left + drawn.columns[3].width, 500 - 8);
  for (const BoxShape& box : shapesOf<BoxShape>(drawn.scene)) EXPECT_GE(box.rect.x, 150);
  for (const HitArea& hit : drawn.scene.hits) EXPECT_GE(hit.rect.x, 150);
}

TEST(RowTable, StandsInItsAreaOfAPictureThatHasMore) {
  const Canvas canvas{{600, 400}, Theme::light(), measurer};
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  scene.hits.push_back(hitOf({}, "above", ""));
  const Rect area{200, 100, 300, 24 + 2 * 20 + 16};
  EXPECT_EQ(drawTable(places(), canvas, {area.x, area.y}, area.width, scene), area.bottom());
  ASSERT_EQ(scene.hits.size(), 3U);
  EXPECT_EQ(scene.hits[1].rect.y, 100 + 24);
  EXPECT_EQ(scene.hits[2].rect.bottom(), 100 + 24 + 2 * 20);
  for (const HitArea& hit : {scene.hits[1], scene.hits[2]}) {
    EXPECT_EQ(hit.rect.x, area.x);
    EXPECT_EQ(hit.rect.right(), area.right());
  }
  for (const TextShape& text : shapesOf<TextShape>(scene)) {
    EXPECT_GE(text.rect.x, area.x) << text.text;
    EXPECT_LE(text.rect.right(), area.right()) << text.text;
    EXPECT_GE(text.rect.y, area.y) << text.text;
  }
  EXPECT_EQ(scene.size.height, 400);
}

TEST(RowTable, HeadsMayRunUpwards) {
  RowTable table = places();
  table.upwards = true;
  table.heights.head = 60;
  const auto heads = textsSaying(draw(table, {400, 200}).scene, "share");
  ASSERT_EQ(heads.size(), 1U);
  EXPECT_TRUE(heads[0].upwards);
  EXPECT_LT(heads[0].rect.bottom(), 60);
  EXPECT_GE(heads[0].rect.height, measurer.width("share", heads[0].font));
}

TEST(RowTable, WordsStayApartInEverySize) {
  RowTable table = places();
  table.notes = {"a note below the rows"};
  table.columns[2].scale->dashed = 0.2;
  table.columns[2].scale->dashedWords = "all 0.2";
  table.rows[1].cells[2] = {.dots = {{.at = 0.1, .low = -0.2, .high = 0.3}}};
  for (const float width : {230.0F, 320.0F, 700.0F}) {
    const Scene scene = draw(table, {width, 160}).scene;
    expectInsideContent(scene);
    expectTextsApart(scene, measurer);
  }
}

}  // namespace
}  // namespace sojourn::present
