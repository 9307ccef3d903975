// SPDX-License-Identifier: GPL-3.0-or-later
// The base of views that are rows of cells: how the height is divided, and the marks that the rows share.
#include "views/present/table/rows_painter.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

namespace sojourn::present {
namespace {

/// Made before the painter, which borrows it.
struct RowsCanvas {
  Canvas canvas;
};

/// A painter whose parts can be asked for.
struct OpenRows : RowsCanvas, RowsPainter {
  explicit OpenRows(Size size) : RowsCanvas{{size, Theme::light(), measurer}}, RowsPainter(canvas) {}
  using RowsPainter::fitRows;
  using RowsPainter::ground;
  using RowsPainter::m_scene;
  using RowsPainter::paintVisit;
  using RowsPainter::row;
  using RowsPainter::rowsBottom;
  using RowsPainter::tile;
};

TEST(RowsPainter, SharesTheHeightBetweenHeadAndFootWithinLimits) {
  OpenRows roomy({300, 400});
  roomy.fitRows(10, {.head = 40, .least = 20, .most = 26, .foot = 30, .margin = 10});
  EXPECT_EQ(roomy.row(0), (Rect{0, 40, 300, 26}));
  EXPECT_EQ(roomy.rowsBottom(), 300);
  EXPECT_EQ(roomy.m_scene.contentSize.height, 400);
  EXPECT_EQ(roomy.m_scene.pinnedTop, 0);

  OpenRows exact({300, 307});
  exact.fitRows(10, {.head = 40, .least = 20, .most = 26, .foot = 30, .margin = 10});
  EXPECT_EQ(exact.row(9), (Rect{0, 40 + 9 * 22, 300, 22}));
}

TEST(RowsPainter, KeepsHeadAndFootWhereEnoughRowsAreSeenBetweenThem) {
  const RowHeights heights{.head = 40, .least = 20, .most = 26, .foot = 30, .visible = 3};
  OpenRows enough({300, 130});
  enough.fitRows(10, heights);
  EXPECT_EQ(enough.m_scene.contentSize.height, 270);
  EXPECT_EQ(enough.m_scene.pinnedTop, 40);
  EXPECT_EQ(enough.m_scene.pinnedBottom, 30);
  OpenRows low({300, 129});
  low.fitRows(10, heights);
  EXPECT_EQ(low.m_scene.pinnedTop, 0);
  EXPECT_EQ(low.m_scene.pinnedBottom, 0);
}

TEST(RowsPainter, MarksAChosenRowAtItsEdge) {
  OpenRows rows({300, 100});
  const Rect row{10, 20, 200, 24};
  rows.ground(row, Emphasis::None);
  EXPECT_TRUE(rows.m_scene.shapes.empty());
  rows.ground(row, Emphasis::Tint);
  EXPECT_EQ(rows.m_scene.shapes.size(), 1U);
  rows.ground(row, Emphasis::Selected);
  const auto boxes = shapesOf<BoxShape>(rows.m_scene);
  ASSERT_EQ(boxes.size(), 3U);
  EXPECT_EQ(boxes[1].rect, row);
  EXPECT_EQ(boxes[2].rect, (Rect{10, 20, 3, 24}));
  EXPECT_EQ(boxes[2].fill, Theme::light().accent);
}

TEST(RowsPainter, WritesAVisitsTimeOnlyWhereItsPlaceKeepsEnoughRoom) {
  const VisitLabel label{
      .location = 1, .place = "Office", .weekday = "Thu", .time = "Thu 10:06", .swatch = {}, .daysAgo = 0};
  for (const auto& [right, timed] : {std::pair(200.0F, true), std::pair(90.0F, false)}) {
    OpenRows rows({300, 100});
    rows.paintVisit({0, 0, 300, 20}, label, {.swatchLeft = 12, .right = right, .leastName = 48});
    EXPECT_EQ(says(rows.m_scene, "Thu 10:06"), timed) << right;
    EXPECT_TRUE(says(rows.m_scene, "Office")) << right;
  }
  OpenRows rows({300, 100});
  rows.paintVisit({0, 0, 300, 20}, label, {.right = 200, .fromEnd = 3, .removed = true});
  EXPECT_TRUE(textsSaying(rows.m_scene, "Office").front().strikeOut);
  EXPECT_TRUE(textsSaying(rows.m_scene, "Thu 10:06").front().strikeOut);
  EXPECT_EQ(textsSaying(rows.m_scene, "3").size(), 1U);
}

TEST(RowsPainter, LeavesOutWordsThatHaveNoRoomInATile) {
  OpenRows rows({300, 100});
  rows.tile({0, 0, 40, 18}, 0.25, "+0.25", Theme::light().text);
  rows.tile({40, 0, 8, 18}, 0.25, "+0.25", Theme::light().text);
  EXPECT_EQ(textsSaying(rows.m_scene, "+0.25").size(), 1U);
  rows.tile({0, 20, 40, 18}, std::nan(""), "\u2013", Theme::light().text);
  EXPECT_EQ(shapesOf<BoxShape>(rows.m_scene).back().fill, Theme::light().track);
}

TEST(Table, TakesNumbersTextsFlagsAndWhatIsAbsent) {
  Table table{.columns = {"name", "count", "flag", "share", "rank"}, .rows = {}};
  table.add("gate", std::size_t{3}, true, 0.5F);
  table.extend(std::optional<int>());
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(std::get<std::string>(table.rows[0][0]), "gate");
  EXPECT_EQ(numberIn(table, 0, "count"), 3);
  EXPECT_EQ(numberIn(table, 0, "flag"), 1);
  EXPECT_EQ(numberIn(table, 0, "share"), 0.5);
  EXPECT_TRUE(std::isnan(numberIn(table, 0, "rank")));
}

}  // namespace
}  // namespace sojourn::present
