// SPDX-License-Identifier: GPL-3.0-or-later
// The Visits view: true time on the band, a column a day, bars on 0 to 1, and whatever a sequence may hold.
#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_frame.h"
#include "views/present/visits/visits_view.h"

namespace sojourn::present {
namespace {

Scene draw(const SampleContext& context, Size size) {
  ViewContent content = visitsContent(context, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

/// Hit areas of visit i: first the block on the band, then the card or line.
std::vector<Rect> hitsOfVisit(const Scene& scene, std::size_t visit) {
  std::vector<Rect> rects;
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.visit == visit) rects.push_back(hit.rect);
  }
  return rects;
}

TEST(Visits, HoldsTogetherAtAllSizesAndLengths) {
  // The dock's body at 1366x768, 1600x1000 and 2560x1440, a narrow one and a very wide one.
  for (const Size size : {Size{836, 234}, Size{1100, 190}, Size{1560, 330}, Size{700, 234}, Size{2200, 420}}) {
    for (const std::size_t length : {1UL, 3UL, 14UL, 30UL, 54UL}) {
      for (const bool pointer : {true, false}) {
        const FixtureSample sample({.visits = length,
                                    .seed = static_cast<std::uint32_t>(length),
                                    .pointer = pointer,
                                    .longNames = length % 2 == 0});
        SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
        const Scene scene = draw(sample.context(), size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectNumbersWhole(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
        for (std::size_t i = 0; i < length; ++i) EXPECT_EQ(hitsOfVisit(scene, i).size(), 2U) << i;
      }
    }
  }
}

TEST(Visits, BandIsTrueTime) {
  FixtureSample sample({.visits = 3});
  auto& visits = sample.inspection.sequence.visits;
  visits[0] = {.location = 2, .weekday = 4, .startMinute = 0, .durationMinutes = 720, .daysAgo = 7};
  visits[1] = {
      .location = 3, .weekday = 6, .startMinute = 1320, .durationMinutes = 480, .daysAgo = 5};  // over midnight
  visits[2] = {.location = 2, .weekday = 3, .startMinute = 600, .durationMinutes = 60, .daysAgo = 1};
  const Scene scene = draw(sample.context(), {836, 234});
  const VisitsLayout layout = layOutVisits(sample.context(), {836, 234});
  ASSERT_EQ(layout.days.size(), 7U);
  const float day = layout.days[0].width;
  const Rect first = hitsOfVisit(scene, 0)[0], night = hitsOfVisit(scene, 1)[0], last = hitsOfVisit(scene, 2)[0];
  EXPECT_NEAR(first.x, layout.band.x, 0.01);
  EXPECT_NEAR(first.width, day / 2, 0.01);
  EXPECT_NEAR(night.x, layout.days[2].x + day * 22 / 24, 0.01);
  EXPECT_NEAR(night.width, day * 8 / 24, 0.01);
  EXPECT_GT(night.right(), layout.days[3].x);
  EXPECT_NEAR(last.width, day / 24, 0.01);
  // Gaps stay gaps.
  EXPECT_GT(night.x, first.right() + day);
  // The card stands in the column of the day it begins.
  EXPECT_GE(hitsOfVisit(scene, 1)[1].x, layout.days[2].x);
  EXPECT_LE(hitsOfVisit(scene, 1)[1].right(), layout.days[3].x);
}

TEST(Visits, EverySevenDaysAndTodayWhereNeeded) {
  FixtureSample sample({.visits = 2});
  auto& visits = sample.inspection.sequence.visits;
  visits[0] = {.location = 2, .weekday = 1, .startMinute = 0, .durationMinutes = 30, .daysAgo = 2};
  visits[1] = {.location = 2, .weekday = 2, .startMinute = 60, .durationMinutes = 30, .daysAgo = 1};
  EXPECT_EQ(layOutVisits(sample.context(), {836, 234}).days.size(), 7U);
  visits[1].startMinute = 1400;
  visits[1].durationMinutes = 120;  // ends today
  const VisitsLayout layout = layOutVisits(sample.context(), {836, 234});
  ASSERT_EQ(layout.days.size(), 8U);
  EXPECT_EQ(layout.days.back().daysAgo, 0);
  EXPECT_EQ(layout.days.back().weekday, 3);
  EXPECT_EQ(layout.days.front().weekday, (3 - 7 + 7) % 7);
  EXPECT_TRUE(says(draw(sample.context(), {1200, 234}), "today"));
}

TEST(Visits, DisplayOffsetMovesWhatIsShown) {
  FixtureSample sample({.visits = 1});
  sample.inspection.sequence.visits[0] = {
      .location = 2, .weekday = 6, .startMinute = 1200, .durationMinutes = 30, .daysAgo = 3};
  SampleContext context = sample.context();
  const Scene recorded = draw(context, {836, 234});
  const float before = hitsOfVisit(recorded, 0)[0].x;
  EXPECT_TRUE(says(recorded, "20:00"));
  context.displayOffsetMinutes = 480;
  const Scene moved = draw(context, {836, 234});
  EXPECT_TRUE(says(moved, "04:00"));
  EXPECT_FALSE(says(moved, "20:00"));
  const VisitsLayout layout = layOutVisits(context, {836, 234});
  EXPECT_NEAR(hitsOfVisit(moved, 0)[0].x - before, layout.days[0].width * 8 / 24, 0.01);
  ASSERT_EQ(layout.days[5].daysAgo, 2);
  EXPECT_EQ(layout.days[5].visits.size(), 1U);
  EXPECT_EQ(layout.days[5].weekday, 0);
  EXPECT_NE(moved.caption.find("+08:00"), std::string::npos) << moved.caption;
  // The table says what the picture says.
  EXPECT_EQ(cellIn(recorded.table, 0, "start") + cellIn(recorded.table, 0, "weekday"), "20:00Sun");
  EXPECT_EQ(cellIn(moved.table, 0, "start") + cellIn(moved.table, 0, "weekday"), "04:00Mon");
  EXPECT_EQ(numberIn(moved.table, 0, "days ago"), 2);
}

TEST(Visits, CopiedBarsHaveTheAxisZeroToOne) {
  const FixtureSample sample({.visits = 7, .seed = 5});
  const Scene scene = draw(sample.context(), {1400, 300});
  for (std::size_t i = 0; i < 7; ++i) {
    const Rect card = hitsOfVisit(scene, i)[1];
    std::vector<Rect> bars;
    for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
      const bool inside =
          box.rect.x >= card.x && box.rect.x < card.right() && box.rect.y > card.y && box.rect.y < card.bottom();
      if (inside && box.rect.height == 6) bars.push_back(box.rect);
    }
    ASSERT_EQ(bars.size(), 2U) << "track and bar of visit " << i;
    EXPECT_NEAR(bars[1].width / bars[0].width, sample.inspection.copiedMass[i], 1e-4);
    EXPECT_TRUE(says(scene, probability(sample.inspection.copiedMass[i])));
    EXPECT_FLOAT_EQ(static_cast<float>(numberIn(scene.table, i, "copied mass")), sample.inspection.copiedMass[i]);
  }
}

TEST(Visits, CardsBecomeLinesAndLinesScroll) {
  FixtureSample sample({.visits = 14});
  for (std::size_t i = 0; i < 14; ++i) {
    sample.inspection.sequence.visits[i] = {.location = 2,
                                            .weekday = 0,
                                            .startMinute = static_cast<std::int32_t>(i) * 60,
                                            .durationMinutes = 30,
                                            .daysAgo = i < 11 ? 4 : 2};
  }
  const VisitsLayout lines = layOutVisits(sample.context(), {836, 234});
  EXPECT_EQ(lines.mark, VisitMark::Line);
  EXPECT_GE(lines.markHeight, 18);
  EXPECT_GT(lines.contentSize.height, 234);  // eleven in a day
  const Scene scene = draw(sample.context(), {836, 234});
  EXPECT_FLOAT_EQ(scene.pinnedTop, lines.headerHeight);
  EXPECT_GT(scene.scrollRange(), 0);
  // Nine fit without scrolling, three are cards.
  sample.inspection.sequence.visits.resize(9);
  sample.inspection.copiedMass.resize(9);
  EXPECT_FLOAT_EQ(layOutVisits(sample.context(), {836, 234}).contentSize.height, 234);
  sample.inspection.sequence.visits.resize(3);
  sample.inspection.copiedMass.resize(3);
  EXPECT_EQ(layOutVisits(sample.context(), {836, 234}).mark, VisitMark::Card);
}

TEST(Visits, TheNumberOfALineGoesBeforeItsName) {
  FixtureSample sample({.visits = 12});
  sample.names.setName(2, "Place 14");
  for (Visit& visit : sample.inspection.sequence.visits) visit = {.location = 2, .durationMinutes = 30, .daysAgo = 4};
  sample.inspection.copiedMass.assign(12, 0.05F);
  for (float width = 500; width < 900; width += 10) {
    const Scene scene = draw(sample.context(), {width, 180});
    EXPECT_TRUE(textsSaying(scene, "Pl. 14").empty() || textsSaying(scene, ".05").empty()) << width;
  }
}

TEST(Visits, TimesStayAsLongAsThePanelHasRoom) {
  for (std::size_t length = 1; length <= 11; ++length) {
    FixtureSample sample({.visits = length});
    for (std::size_t i = 0; i < length; ++i)
      sample.inspection.sequence.visits[i] = {.location = 2,
                                              .weekday = 0,
                                              .startMinute = static_cast<std::int32_t>(i) * 60 + 7,
                                              .durationMinutes = 30,
                                              .daysAgo = 4};
    // The body of the dock at 2560x1440.
    const Scene scene = draw(sample.context(), {1368, 335});
    for (std::size_t i = 0; i < length; ++i)
      EXPECT_TRUE(says(scene, clockText(static_cast<std::int64_t>(i) * 60 + 7))) << i << " of " << length;
    EXPECT_EQ(scene.scrollRange(), 0);
  }
}

TEST(Visits, LowCardsKeepTheirTimesInNarrowColumns) {
  FixtureSample sample({.visits = 10, .seed = 3, .distinctPlaces = 4});
  for (std::size_t i = 0; i < 10; ++i) {
    Visit& visit = sample.inspection.sequence.visits[i];
    visit.startMinute = static_cast<std::int32_t>(i) * 60 + 7;
    visit.daysAgo = i < 4 ? 5 : 2;
    visit.weekday = i < 4 ? 1 : 4;
  }
  // The dock's body at 1600x1000 without and with a message above it, and that of What if at 1366x768: six a day, four.
  for (const auto& [size, visits] : {std::pair<Size, std::size_t>{{740, 226}, 10}, {{740, 250}, 10}, {{640, 170}, 8}}) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    sample.inspection.sequence.visits.resize(visits);
    sample.inspection.copiedMass.resize(visits);
    const VisitsLayout layout = layOutVisits(sample.context(), size);
    EXPECT_EQ(layout.mark, VisitMark::Compact);
    EXPECT_GE(layout.markHeight, 26);
    const Scene scene = draw(sample.context(), size);
    EXPECT_EQ(scene.scrollRange(), 0);
    for (std::size_t i = 0; i < visits; ++i)
      EXPECT_TRUE(says(scene, clockText(static_cast<std::int64_t>(i) * 60 + 7))) << i;
    expectTextsApart(scene, measurer);
    expectInsideContent(scene);
    // Nothing of a card is drawn over the next one.
    for (std::size_t i = 0; i + 1 < visits; ++i) {
      const Rect card = hitsOfVisit(scene, i)[1], next = hitsOfVisit(scene, i + 1)[1];
      if (card.x == next.x) {
        EXPECT_LE(card.bottom(), next.y);
      }
    }
  }
}

TEST(Visits, TheNextPlaceIsWholeBesideItsProbability) {
  FixtureSample sample({.visits = 3});
  sample.inspection.sequence.target = sample.inspection.ranking[1].location;
  sample.inspection.targetRank = 2;
  sample.names.setName(sample.inspection.ranking[0].location, "Gallery 149");
  sample.names.setName(sample.inspection.ranking[1].location, "Place 149");
  // From the narrowest column for prediction and target on.
  for (float width = 640; width <= 1200; width += 20) {
    SCOPED_TRACE(width);
    const Scene scene = draw(sample.context(), {width, 226});
    EXPECT_FALSE(textsSaying(scene, "Gallery 149").empty());
    EXPECT_FALSE(textsSaying(scene, "Place 149").empty());
    EXPECT_FALSE(textsSaying(scene, probability(sample.inspection.ranking[0].probability)).empty());
    EXPECT_FALSE(textsSaying(scene, probability(sample.inspection.ranking[1].probability)).empty());
    expectTextsApart(scene, measurer);
    expectNumbersWhole(scene, measurer);
  }
}

TEST(Visits, ATimeIsShownOnlyWhereItCutsNoName) {
  FixtureSample sample({.visits = 14});
  sample.names.setName(2, "Record shop");
  for (std::size_t i = 0; i < 14; ++i)
    sample.inspection.sequence.visits[i] = {.location = 2,
                                            .weekday = static_cast<std::int32_t>(i / 5),
                                            .startMinute = static_cast<std::int32_t>(i) * 60 + 7,
                                            .durationMinutes = 30,
                                            .daysAgo = 7 - static_cast<std::int32_t>(i / 5)};
  bool timedOnce = false;
  for (float width = 700; width <= 1400; width += 10) {
    ASSERT_EQ(layOutVisits(sample.context(), {width, 190}).mark, VisitMark::Line);
    const Scene scene = draw(sample.context(), {width, 190});
    const bool timed = says(scene, clockText(7));
    const std::vector<TextShape> texts = shapesOf<TextShape>(scene);
    const bool cut =
        std::ranges::any_of(texts, [](const TextShape& text) { return text.text.find("\u2026") != std::string::npos; });
    EXPECT_FALSE(cut && timed) << width;
    timedOnce = timedOnce || timed;
  }
  EXPECT_TRUE(timedOnce);
}

TEST(Visits, ALongNameTakesTwoLinesOfACardBesideItsTime) {
  FixtureSample sample({.visits = 4});
  sample.names.setName(2, "Record shop");
  for (std::size_t i = 0; i < 4; ++i)
    sample.inspection.sequence.visits[i] = {.location = i == 1 ? 2 : 3,
                                            .weekday = 0,
                                            .startMinute = static_cast<std::int32_t>(i) * 60 + 7,
                                            .durationMinutes = 30,
                                            .daysAgo = 4};
  sample.names.setName(3, "Bar");
  // The body of the dock at 1600x1000 on the first start, with its strip of explanations, without it, and higher.
  for (const auto& [size, mark] : {std::pair(Size{748, 228}, VisitMark::Compact),
                                   {Size{748, 252}, VisitMark::Card},
                                   {Size{748, 300}, VisitMark::Card}}) {
    ASSERT_EQ(layOutVisits(sample.context(), size).mark, mark) << size.height;
    const Scene scene = draw(sample.context(), size);
    EXPECT_TRUE(says(scene, "Record") && says(scene, "shop")) << size.height;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(says(scene, clockText(static_cast<std::int64_t>(i) * 60 + 7))) << i;
    expectTextsApart(scene, measurer);
    expectInsideContent(scene);
  }
}

TEST(Visits, ANameIsWholeInALowNarrowCardAndTakesTheTimesRowIfItMust) {
  FixtureSample sample({.visits = 4});
  sample.names.setName(2, "Record shop");
  sample.names.setName(3, "Bar");
  for (std::size_t i = 0; i < 4; ++i)
    sample.inspection.sequence.visits[i] = {.location = i == 1 ? 2 : 3,
                                            .weekday = 0,
                                            .startMinute = static_cast<std::int32_t>(i) * 60 + 7,
                                            .durationMinutes = 30,
                                            .daysAgo = 4};
  // The body of What if's dock at 1366x768.
  const Scene scene = draw(sample.context(), {645, 172});
  ASSERT_EQ(layOutVisits(sample.context(), {645, 172}).mark, VisitMark::Compact);
  EXPECT_TRUE(says(scene, "Record") && says(scene, "shop"));
  EXPECT_FALSE(says(scene, "\u2026"));
  for (const std::size_t i : {0UL, 2UL, 3UL})
    EXPECT_TRUE(says(scene, clockText(static_cast<std::int64_t>(i) * 60 + 7)));
  expectTextsApart(scene, measurer);
  expectInsideContent(scene);
}

TEST(Visits, StandWithoutAModel) {
  const FixtureSample sample({.visits = 5});
  Inspection record;
  record.sequence = sample.inspection.sequence;
  SampleContext context = sample.context();
  context.inspection = &record;
  context.model = nullptr;
  const Scene scene = draw(context, {836, 234});
  expectInsideContent(scene);
  expectTextsApart(scene, measurer);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(hitsOfVisit(scene, i).size(), 2U);
  EXPECT_TRUE(says(scene, placeText(context, *record.sequence.target)));
  EXPECT_TRUE(says(scene, "Open a checkpoint"));
  context.inspection = nullptr;
  EXPECT_EQ(nothingInspected(context)->button, Action(WindowCommand::OpenCheckpoint));
}

TEST(Visits, OverlappingAndDisorderedVisitsAreStillDrawn) {
  FixtureSample sample({.visits = 4});
  auto& visits = sample.inspection.sequence.visits;
  visits[0] = {.location = 2, .weekday = 2, .startMinute = 600, .durationMinutes = 300, .daysAgo = 2};
  visits[1] = {.location = 3, .weekday = 2, .startMinute = 700, .durationMinutes = 300, .daysAgo = 2};
  visits[2] = {.location = 4, .weekday = 0, .startMinute = 100, .durationMinutes = 1e300, .daysAgo = 7};
  visits[3] = {.location = 1, .weekday = 9, .startMinute = 100, .durationMinutes = NAN, .daysAgo = 2000};
  const Scene scene = draw(sample.context(), {836, 234});
  expectInsideContent(scene);
  expectDescribed(scene, "test");
  for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(hitsOfVisit(scene, i).size(), 2U);
  // The overlap is marked where it is.
  const Rect first = hitsOfVisit(scene, 0)[0], second = hitsOfVisit(scene, 1)[0];
  const auto hatches = shapesOf<HatchShape>(scene);
  EXPECT_TRUE(std::ranges::any_of(hatches, [&](const HatchShape& hatch) {
    return hatch.color == Theme::light().err && std::abs(hatch.rect.x - second.x) < 0.1F &&
           std::abs(hatch.rect.right() - first.right()) < 0.1F;
  }));
}

TEST(Visits, SelectionIsMarkedOnBandAndCard) {
  const FixtureSample sample({.visits = 6, .seed = 3, .distinctPlaces = 3});
  SampleContext context = sample.context();
  const auto accented = [&] {
    const Scene scene = draw(context, {1000, 300});
    return std::ranges::count_if(shapesOf<BoxShape>(scene), [](const BoxShape& box) {
      return box.stroke == Theme::light().accent && box.strokeWidth == 2;
    });
  };
  EXPECT_EQ(accented(), 0);
  context.selection.selected = focusOnVisit(context, 2);
  EXPECT_EQ(accented(), 2);  // block and card
  context.selection.alsoVisits = {4};
  EXPECT_EQ(accented(), 4);
  context.selection = {};
  context.selection.hovered = focusOnVisit(context, 2);
  EXPECT_EQ(accented(), 0);
  EXPECT_GT(std::ranges::count_if(shapesOf<BoxShape>(draw(context, {1000, 300})),
                                  [](const BoxShape& box) { return box.fill == Theme::light().soft; }),
            0);
}

TEST(Visits, TargetColumnTellsTheTruth) {
  FixtureSample sample({.visits = 5, .seed = 9});
  const Inspection& inspection = sample.inspection;
  const Scene scene = draw(sample.context(), {900, 300});
  EXPECT_TRUE(says(scene, "rank " + std::to_string(*inspection.targetRank) + " of 60"));
  EXPECT_TRUE(says(scene, *inspection.targetRank == 1 ? "right" : "wrong"));
  EXPECT_TRUE(says(scene, probability(inspection.best().copied) + " of it copied"));
  sample.inspection.sequence.target.reset();
  sample.inspection.targetRank.reset();
  const Scene without = draw(sample.context(), {900, 300});
  EXPECT_TRUE(says(without, "None recorded"));
  EXPECT_FALSE(says(without, "wrong"));
  EXPECT_FALSE(says(without, "In history"));
}

TEST(Visits, WithoutPointerNothingIsCopied) {
  const FixtureSample sample({.visits = 5, .pointer = false});
  const Scene scene = draw(sample.context(), {900, 300});
  EXPECT_TRUE(says(scene, "MHSA has no pointer"));
  EXPECT_TRUE(says(scene, "all of it generated"));
  EXPECT_TRUE(scene.captionRight.empty());
  EXPECT_EQ(std::ranges::count(scene.table.columns, "copied mass"), 0);
  for (const HitArea& hit : scene.hits) EXPECT_EQ(hit.label.find("copied"), std::string::npos) << hit.label;
}

TEST(Visits, NothingInspectedIsASentence) {
  SampleContext context;
  const ViewContent content = visitsContent(context, {{800, 200}, Theme::light(), measurer});
  EXPECT_FALSE(std::get<EmptyState>(content).title.empty());
}

}  // namespace
}  // namespace sojourn::present
