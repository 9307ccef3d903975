// SPDX-License-Identifier: GPL-3.0-or-later
// The Visits view beside its reference: where visits were, what they copy more or less, and what dragging asks for.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "tests/present/scene_checks.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_frame.h"
#include "views/present/visits/visits_view.h"

namespace sojourn::present {
namespace {

Scene drawChange(const SampleContext& context, Size size = {1000, 320}) {
  ViewContent content = visitsContent(context, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

/// A sample and itself: nothing is changed yet.
struct Pair : ComparedSample {
  explicit Pair(const FixtureOptions& options = {.visits = 8, .seed = 3}) : ComparedSample(options, options) {}
  Visit& visit(std::size_t i) { return now.inspection.sequence.visits[i]; }
  /// The visit goes, with all the columns that count visits.
  void remove(std::size_t i) {
    const auto from = [i](auto& column) { column.erase(column.begin() + static_cast<std::ptrdiff_t>(i)); };
    from(now.inspection.sequence.visits), from(now.inspection.copiedMass), from(now.inspection.pointerWeight);
    from(reference.before);
  }
};

std::vector<Rect> dashedRects(const Scene& scene) {
  std::vector<Rect> rects;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (box.dashed) rects.push_back(box.rect);
  }
  return rects;
}

std::vector<Rect> rectsOfVisit(const Scene& scene, std::size_t visit) {
  std::vector<Rect> rects;
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.visit == visit) rects.push_back(hit.rect);
  }
  return rects;
}

std::string labelOfVisit(const Scene& scene, std::size_t visit) {
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.visit == visit) return hit.label;
  }
  return {};
}

TEST(VisitsChange, NothingDiffersWithoutAComparableReference) {
  Pair pair;
  const WholeScene plain = wholeScene(drawChange(pair.now.context()));
  pair.reference.before.pop_back();
  EXPECT_EQ(wholeScene(drawChange(pair.context())), plain);
  pair.reference.before.emplace_back(7);
  EXPECT_NE(wholeScene(drawChange(pair.context())), plain);
}

TEST(VisitsChange, SwitchingTheReferenceOnMovesNothing) {
  for (const Size size : {Size{836, 234}, Size{700, 234}, Size{1560, 330}}) {
    for (const std::size_t length : {1UL, 14UL, 50UL}) {
      Pair pair({.visits = length, .seed = 5});
      const Scene without = drawChange(pair.now.context(), size), with = drawChange(pair.context(), size);
      EXPECT_EQ(with.contentSize.height, without.contentSize.height);
      ASSERT_EQ(with.hits.size(), without.hits.size());
      for (std::size_t i = 0; i < with.hits.size(); ++i) EXPECT_EQ(with.hits[i].rect, without.hits[i].rect);
      EXPECT_TRUE(dashedRects(with).empty());  // nobody was elsewhere
    }
  }
}

TEST(VisitsChange, HoldsTogetherAtAllSizesAndLengths) {
  for (const Size size : {Size{836, 234}, Size{1100, 190}, Size{1560, 330}, Size{700, 234}, Size{2200, 420}}) {
    for (const std::size_t length : {3UL, 14UL, 30UL, 54UL}) {
      for (const bool pointer : {true, false}) {
        SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
        Pair pair({.visits = length, .seed = 7, .pointer = pointer, .longNames = length % 4 == 2});
        pair.visit(0).startMinute = (pair.visit(0).startMinute + 75) % 1440;
        pair.visit(1).weekday = (pair.visit(1).weekday + 1) % 7;
        pair.visit(1).location = 2;
        pair.visit(2).durationMinutes += 30;
        pair.reference.before[length - 1] = std::nullopt;  // a new one, and one removed
        const std::vector<VisitFlag> flags{{.visit = 1, .text = "begins before Office ends"},
                                           {.visit = 99, .text = "of a sequence that is gone"}};
        SampleContext context = pair.context();
        context.flags = flags;
        context.editable = true;
        const Scene scene = drawChange(context, size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectNumbersWhole(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
      }
    }
  }
}

TEST(VisitsChange, AMovedVisitLeavesItsOutlineAndItsStruckTime) {
  Pair pair;
  pair.visit(3) = {.location = 4, .weekday = 2, .startMinute = 600, .durationMinutes = 60, .daysAgo = 3};
  pair.then.inspection.sequence.visits[3] = pair.visit(3);
  pair.visit(3).startMinute = 690;
  const Scene scene = drawChange(pair.context());
  const VisitsLayout layout = layOutVisits(pair.context(), {1000, 320});
  const std::vector<Rect> outlines = dashedRects(scene);
  ASSERT_EQ(outlines.size(), 1U);
  EXPECT_NEAR(rectsOfVisit(scene, 3)[0].x - outlines[0].x, layout.pixelsPerMinute() * 90, 0.01);
  const std::vector<TextShape> old = textsSaying(scene, "10:00"), fresh = textsSaying(scene, "11:30");
  ASSERT_EQ(old.size(), 1U);
  EXPECT_TRUE(old[0].strikeOut);
  ASSERT_EQ(fresh.size(), 1U);
  EXPECT_EQ(fresh[0].color, Theme::light().accent);
  EXPECT_NE(labelOfVisit(scene, 3).find("was Wed 10:00"), std::string::npos) << labelOfVisit(scene, 3);
  EXPECT_NE(scene.caption.find("1 of 8 visits changed"), std::string::npos) << scene.caption;
}

TEST(VisitsChange, NumbersAreTheChangeOfCopiedMassAndTicksTheReference) {
  Pair pair;
  pair.now.inspection.copiedMass[2] = 0.4F;
  pair.then.inspection.copiedMass[2] = 0.65F;
  const Scene scene = drawChange(pair.context(), {1400, 330});
  const Rect card = rectsOfVisit(scene, 2)[1];
  const std::vector<TextShape> numbers = textsSaying(scene, "\u22120.250");
  ASSERT_EQ(numbers.size(), 1U);
  EXPECT_EQ(numbers[0].color, Theme::light().less);
  EXPECT_TRUE(card.contains({numbers[0].rect.x, numbers[0].rect.y}));
  std::vector<Rect> bars, ticks;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (!card.contains({box.rect.x, box.rect.y})) continue;
    if (box.rect.height == 6) bars.push_back(box.rect);
    if (box.rect.width == 1 && box.rect.height == 12) ticks.push_back(box.rect);
  }
  ASSERT_EQ(bars.size(), 2U);
  ASSERT_EQ(ticks.size(), 1U);
  EXPECT_NEAR(bars[1].width / bars[0].width, 0.4, 1e-4);
  EXPECT_NEAR(ticks[0].x, bars[0].x + 0.65 * bars[0].width, 1);
  EXPECT_NEAR(numberIn(scene.table, 2, "change of copied mass"), -0.25, 1e-6);
  EXPECT_NEAR(numberIn(scene.table, 2, "reference copied mass"), 0.65, 1e-6);
}

TEST(VisitsChange, ANewVisitHasAMarkAndNoPast) {
  Pair pair;
  pair.reference.before[5] = std::nullopt;
  const Scene scene = drawChange(pair.context(), {1400, 330});
  const Rect card = rectsOfVisit(scene, 5)[1];
  const auto icons = shapesOf<IconShape>(scene);
  EXPECT_TRUE(std::ranges::any_of(icons, [&](const IconShape& icon) {
    return icon.name == "plus" && card.contains({icon.rect.x, icon.rect.y});
  }));
  EXPECT_NE(labelOfVisit(scene, 5).find("new visit"), std::string::npos);
  // What it copies is all new.
  const auto row = std::ranges::find_if(scene.table.rows, [](const auto& cells) {
    return std::holds_alternative<double>(cells[0]) && std::get<double>(cells[0]) == 5;
  });
  ASSERT_NE(row, scene.table.rows.end());
  const auto at = static_cast<std::size_t>(row - scene.table.rows.begin());
  EXPECT_EQ(numberIn(scene.table, at, "change of copied mass"), numberIn(scene.table, at, "copied mass"));
}

TEST(VisitsChange, ARemovedVisitStaysAsAnOutlineWithWhatItCopied) {
  Pair pair;
  const float lost = pair.then.inspection.copiedMass[4];
  pair.remove(4);
  const Scene scene = drawChange(pair.context(), {1400, 330});
  EXPECT_EQ(dashedRects(scene).size(), 2U);  // on the band and as a card
  const auto hit =
      std::ranges::find_if(scene.hits, [](const HitArea& area) { return area.label.starts_with("Removed: "); });
  ASSERT_NE(hit, scene.hits.end());
  EXPECT_TRUE(hit->focus.empty());
  EXPECT_FALSE(hit->drag);
  EXPECT_EQ(hit->value, exactText(lost));
  // All rows together are what the gate lost.
  double sum = 0;
  for (std::size_t row = 0; row < scene.table.rows.size(); ++row)
    sum += numberIn(scene.table, row, "change of copied mass");
  EXPECT_EQ(scene.table.rows.size(), 8U);
  EXPECT_NEAR(sum, -lost, 1e-6);
  EXPECT_NE(scene.summary.find("removed: "), std::string::npos) << scene.summary;
}

TEST(VisitsChange, AFlaggedVisitHasItsGroundItsIconAndItsWords) {
  Pair pair;
  const std::vector<VisitFlag> flags{{.visit = 6, .text = "starts 43 min before Office ends"}};
  SampleContext context = pair.context();
  context.flags = flags;
  const Scene scene = drawChange(context, {1400, 330});
  const Rect card = rectsOfVisit(scene, 6)[1];
  const auto boxes = shapesOf<BoxShape>(scene);
  EXPECT_TRUE(std::ranges::any_of(
      boxes, [&](const BoxShape& box) { return box.rect == card && box.fill == Theme::light().warnGround; }));
  const auto icons = shapesOf<IconShape>(scene);
  EXPECT_TRUE(std::ranges::any_of(icons, [](const IconShape& icon) { return icon.name == "warn"; }));
  EXPECT_NE(labelOfVisit(scene, 6).find("Not physically possible: starts 43 min before Office ends"),
            std::string::npos);
  EXPECT_EQ(shapesOf<PolygonShape>(scene).size(), 1U);  // below its block
}

TEST(VisitsChange, TheTargetColumnSaysWhatItWas) {
  Pair pair({.visits = 8, .seed = 3, .pointer = true});
  auto& before = pair.then.inspection;
  std::swap(before.ranking[0], before.ranking[1]);
  pair.now.inspection.sequence.target = before.sequence.target = before.ranking[0].location;
  before.targetRank = 1;
  pair.now.inspection.targetRank = 2;
  const Scene scene = drawChange(pair.context(), {1400, 330});
  EXPECT_TRUE(says(scene, "was " + pair.now.names.name(before.ranking[0].location) + " " +
                              probability(before.ranking[0].probability)));
  EXPECT_EQ(textsSaying(scene, "rank 1 to 2").size(), 1U);
}

TEST(VisitsDrag, OnlyWhereTheSampleCanBeEdited) {
  Pair pair;
  for (const HitArea& hit : drawChange(pair.context()).hits) EXPECT_FALSE(hit.drag);
  SampleContext context = pair.now.context();
  context.editable = true;
  const Scene scene = drawChange(context);
  std::size_t draggable = 0;
  for (const HitArea& hit : scene.hits) {
    if (!hit.drag) continue;
    ++draggable;
    EXPECT_EQ(hit.drag->visit, hit.focus.visit);
  }
  EXPECT_EQ(draggable, 16U);  // block and card of each
  EXPECT_NE(scene.caption.find("Drag a card"), std::string::npos);
}

TEST(VisitsDrag, WaysAreWholeStepsAndStayWithinTheRecord) {
  Pair pair;
  pair.visit(2) = {.location = 3, .weekday = 0, .startMinute = 100, .durationMinutes = 60, .daysAgo = 7};
  SampleContext context = pair.now.context();
  context.editable = true;
  const Scene scene = drawChange(context);
  const auto hit = std::ranges::find_if(scene.hits, [](const HitArea& area) { return area.focus.visit == 2U; });
  ASSERT_TRUE(hit->drag);
  const Drag& drag = *hit->drag;
  const auto pixels = [&](float minutes) { return minutes * drag.pixelsPerMinute; };
  EXPECT_EQ(draggedMinutes(drag, pixels(50), false), 45);
  EXPECT_EQ(draggedMinutes(drag, pixels(53), false), 60);
  EXPECT_EQ(draggedMinutes(drag, pixels(50), true), 50);
  EXPECT_EQ(draggedMinutes(drag, pixels(-50), false), -45);
  EXPECT_EQ(draggedMinutes(drag, pixels(-5000), false), -90);  // midnight 7 days ago is 100 minutes away
  EXPECT_EQ(draggedMinutes(drag, pixels(-5000), true), -100);
  EXPECT_EQ(draggedMinutes(drag, 1e9F, true), 7 * 1440 + 1339);  // the last minute before the target's day ends
  EXPECT_EQ(draggedText(drag, 0, false), "Mon 01:40");
  EXPECT_EQ(draggedText(drag, -105, false), "Sun 23:55, 1 h 45 earlier");
  EXPECT_EQ(draggedText(drag, 1440 + 60, true), "Tue 02:40, 1 d 1 h later, a copy");
}

TEST(VisitsDrag, TheGhostFollowsABandThatGotAnotherDay) {
  Pair pair;
  auto& visits = pair.now.inspection.sequence.visits;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    visits[i] = {.location = 2,
                 .weekday = 1,
                 .startMinute = 60 * static_cast<std::int32_t>(i),
                 .durationMinutes = 30,
                 .daysAgo = 2};
  }
  SampleContext context = pair.now.context();
  context.editable = true;
  const Size narrow{600, 320};
  const auto dragOf = [](const Scene& scene, std::size_t visit) {
    return *std::ranges::find_if(scene.hits, [&](const HitArea& hit) { return hit.focus.visit == visit; })->drag;
  };
  const Drag begun = dragOf(drawChange(context, narrow), 0);
  visits[7].daysAgo = 0;  // another visit needs today's column
  const Scene after = drawChange(context, narrow);
  const Drag moved = onScene(begun, after);
  EXPECT_LT(moved.pixelsPerMinute, begun.pixelsPerMinute);
  EXPECT_NEAR(moved.block.x, dragOf(after, 0).block.x, 0.1);
  EXPECT_NEAR(moved.block.width, dragOf(after, 0).block.width, 0.1);
  EXPECT_EQ(moved.minute, begun.minute);
  EXPECT_EQ(onScene(begun, Scene{}), begun);
  // Wide enough, today is there from the start.
  visits[7].daysAgo = 2;
  EXPECT_EQ(layOutVisits(context, {1000, 320}).days.size(), 8U);
  EXPECT_EQ(layOutVisits(pair.now.context(), {1000, 320}).days.size(), 7U);
}

TEST(VisitsDrag, TheGhostStaysOnTheBandAndSaysItsTime) {
  const Canvas canvas{{800, 200}, Theme::light(), measurer};
  const Drag drag{.visit = 1,
                  .weekday = 2,
                  .minute = 600,
                  .least = -9000,
                  .most = 9000,
                  .pixelsPerMinute = 0.1F,
                  .block = {100, 28, 40, 14},
                  .band = {12, 28, 600, 14}};
  for (const std::int32_t minutes : {-9000, -60, 0, 60, 9000}) {
    Scene scene;
    scene.size = scene.contentSize = canvas.size;
    scene.shapes = draggedShapes(drag, minutes, false, canvas);
    expectInsideContent(scene);
    EXPECT_TRUE(says(scene, draggedText(drag, minutes, false)));
    const Rect ghost = shapesOf<BoxShape>(scene)[0].rect.inset(2);
    EXPECT_NEAR(ghost.x, std::clamp(100 + 0.1 * minutes, 12.0, 572.0), 0.01);
  }
}

}  // namespace
}  // namespace sojourn::present
