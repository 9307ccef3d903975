// SPDX-License-Identifier: GPL-3.0-or-later
// The words all views share: scope, shown times, names that come from files, and who is emphasised when.
#include "views/present/samples/sample_text.h"

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"

namespace sojourn::present {
namespace {

TEST(SampleText, ScopeHasTheEpochWhereThereIsOne) {
  FixtureSample sample({});
  EXPECT_EQ(scopeText(sample.context()), "sample 3376, test, epoch 8");
  sample.model.epoch = -1;
  EXPECT_EQ(scopeText(sample.context()), "sample 3376, test");
}

TEST(SampleText, ShownStartCrossesMidnightBothWays) {
  SampleContext context;
  const Visit visit{.location = 2, .weekday = 6, .startMinute = 1380, .durationMinutes = 30, .daysAgo = 2};
  EXPECT_EQ(whenText(context, visit), "Sun 23:00");
  context.displayOffsetMinutes = 120;
  const ShownStart later = shownStart(context, visit);
  EXPECT_EQ(later.weekday, 0);
  EXPECT_EQ(later.minute, 60);
  EXPECT_EQ(later.daysAgo, 1);
  context.displayOffsetMinutes = -24 * 60;
  const ShownStart earlier = shownStart(context, visit);
  EXPECT_EQ(earlier.weekday, 5);
  EXPECT_EQ(earlier.minute, 1380);
  EXPECT_EQ(earlier.daysAgo, 3);
  // A weekday that is none stays what it is.
  const Visit odd{.location = 2, .weekday = 9, .startMinute = 1380, .durationMinutes = 30, .daysAgo = 2};
  EXPECT_EQ(shownStart(context, odd).weekday, 9);
}

TEST(SampleText, DaysAgo) {
  EXPECT_EQ(daysAgoText(0), "today");
  EXPECT_EQ(daysAgoText(1), "1 day ago");
  EXPECT_EQ(daysAgoText(7), "7 days ago");
  EXPECT_EQ(daysAgoText(-1), "1 day later");
}

TEST(SampleText, Counts) {
  EXPECT_EQ(countText(1, "visit", "visits"), "1 visit");
  EXPECT_EQ(countText(1170, "other", "others"), "1\u2009170 others");
}

TEST(SampleText, NamesFromFilesAreShownEscaped) {
  FixtureSample sample({});
  sample.names.setName(5, "Bak\nery\x1b[2J");
  const std::string name = placeText(sample.context(), 5);
  EXPECT_EQ(name.find('\n'), std::string::npos);
  EXPECT_EQ(name.find('\x1b'), std::string::npos);
  EXPECT_EQ(placeText(sample.context(), 1), "Unseen");
  EXPECT_EQ(placeText(sample.context(), 14), "Place 14");
}

TEST(Emphasis, OfVisits) {
  FixtureSample sample({.visits = 4});
  auto& visits = sample.inspection.sequence.visits;
  for (std::size_t i = 0; i < 4; ++i) visits[i].location = i % 2 == 0 ? 2 : 3;
  SampleContext context = sample.context();
  EXPECT_EQ(emphasisOfVisit(context, 0), Emphasis::None);
  context.selection.selected = focusOnVisit(context, 0);
  EXPECT_EQ(emphasisOfVisit(context, 0), Emphasis::Selected);
  EXPECT_EQ(emphasisOfVisit(context, 2), Emphasis::None);  // the same place, another visit
  context.selection.alsoVisits = {3};
  EXPECT_EQ(emphasisOfVisit(context, 3), Emphasis::Selected);
  context.selection = {};
  context.selection.hovered = focusOnPlace(3);
  EXPECT_EQ(emphasisOfVisit(context, 1), Emphasis::Tint);
  EXPECT_EQ(emphasisOfVisit(context, 3), Emphasis::Tint);
  EXPECT_EQ(emphasisOfVisit(context, 0), Emphasis::None);
  context.selection = {};
  context.selection.hovered = focusOnVisit(context, 1);
  EXPECT_EQ(emphasisOfVisit(context, 1), Emphasis::Tint);
  EXPECT_EQ(emphasisOfVisit(context, 3), Emphasis::None);
}

TEST(Emphasis, OfPlaces) {
  FixtureSample sample({.visits = 2});
  sample.inspection.sequence.visits[0].location = 2;
  SampleContext context = sample.context();
  context.selection.selected = focusOnVisit(context, 0);
  EXPECT_EQ(emphasisOfPlace(context, 2), Emphasis::Tint);
  context.selection.selected = focusOnPlace(2);
  EXPECT_EQ(emphasisOfPlace(context, 2), Emphasis::Selected);
  EXPECT_EQ(emphasisOfPlace(context, 3), Emphasis::None);
  context.selection.hovered = focusOnPlace(3);
  EXPECT_EQ(emphasisOfPlace(context, 3), Emphasis::Tint);
}

}  // namespace
}  // namespace sojourn::present
