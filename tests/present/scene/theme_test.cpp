// SPDX-License-Identifier: GPL-3.0-or-later
// Colour maps keep their fixed ends and centre; texts stay readable in both themes; places keep their colours.
#include "views/present/scene/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "views/present/scene/place_colors.h"

namespace sojourn::present {
namespace {

double channel(std::uint8_t value) {
  const double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double luminance(Color c) {
  return 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b);
}
/// WCAG 2 contrast ratio.
double contrast(Color a, Color b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

TEST(Theme, TextsAreReadableOnEveryGroundTheyStandOn) {
  for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
    for (const Color text : {theme->text, theme->text2, theme->text3, theme->accent, theme->less, theme->more}) {
      EXPECT_GE(contrast(text, theme->panel), 4.5);
    }
    for (const Color ground : {theme->soft, theme->hover, theme->title, theme->warnGround, theme->errGround}) {
      EXPECT_GE(contrast(theme->text, ground), 4.5);
      EXPECT_GE(contrast(theme->text2, ground), 4.5);
    }
    EXPECT_GE(contrast(theme->onAccent, theme->accent), 4.5);
  }
}

TEST(Theme, CividisGetsLighterAllTheWay) {
  double before = -1;
  for (int i = 0; i <= 100; ++i) {
    const double now = luminance(cividis(static_cast<float>(i) / 100));
    EXPECT_GT(now, before) << i;
    before = now;
  }
  EXPECT_EQ(cividis(-3), cividis(0));
  EXPECT_EQ(cividis(7), cividis(1));
  const Color none = cividis(std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(none, (Color{0x80, 0x80, 0x80}));
}

TEST(Theme, DivergingHasItsCentreAtZero) {
  for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
    EXPECT_EQ(divergingColor(*theme, 0), theme->diverging[2]);
    EXPECT_EQ(divergingColor(*theme, -1), theme->diverging.front());
    EXPECT_EQ(divergingColor(*theme, 5), theme->diverging.back());
  }
}

/// Three places of user 1, one of user 2; who is seen in which split, row and order must not matter.
Dataset twoUsers(bool turned) {
  const auto sequence = [](UserId user, std::vector<LocationId> places) {
    Sequence made{.user = user, .visits = {}, .target = 2};
    for (const LocationId place : places)
      made.visits.push_back({.location = place, .weekday = 1, .startMinute = 600, .durationMinutes = 30, .daysAgo = 2});
    return made;
  };
  std::vector<Sequence> rows{sequence(1, {30, 7, 30}), sequence(1, {9, 30, 1}), sequence(2, {9, 9, 9}),
                             sequence(1, {7, 30, 8})};
  if (turned) std::ranges::reverse(rows);
  Dataset dataset;
  dataset.splits[0].emplace();
  dataset.splits[2].emplace();
  for (std::size_t i = 0; i < rows.size(); ++i) dataset.splits[i % 2 == 0 ? 0 : 2]->append(rows[i]);
  return dataset;
}

TEST(PlaceColors, AreTheUsersWhicheverSampleComesFirst) {
  for (const bool turned : {false, true}) {
    const Dataset dataset = twoUsers(turned);
    EXPECT_EQ(placesOf(dataset, 1), (std::vector<LocationId>{30, 7, 1, 8, 9})) << "by visits, then by id";
    const PlaceColors colors = placeColorsOf(dataset, 1);
    EXPECT_EQ(colors.swatch(30).color, placePalette[0]);
    EXPECT_EQ(colors.swatch(7).color, placePalette[1]);
    EXPECT_EQ(colors.swatch(8).color, placePalette[2]);
    EXPECT_EQ(colors.swatch(9).color, placePalette[3]);
    EXPECT_EQ(placeColorsOf(dataset, 2).swatch(9).color, placePalette[0]);
    EXPECT_FALSE(placeColorsOf(dataset, 3).swatch(9).color);
  }
}

TEST(PlaceColors, AreGivenInTurn) {
  PlaceColors colors;
  colors.assign(std::vector<LocationId>{14, 1, 7, 0, 14});
  EXPECT_EQ(colors.swatch(14).color, placePalette[0]);
  EXPECT_EQ(colors.swatch(7).color, placePalette[1]);
  colors.assign(std::vector<LocationId>{99, 7, 3, 4, 5, 6});
  EXPECT_EQ(colors.swatch(7).color, placePalette[1]);
  EXPECT_EQ(colors.swatch(99).color, placePalette[2]);
  EXPECT_EQ(colors.swatch(4).color, placePalette[4]);
  EXPECT_FALSE(colors.swatch(5).color);
  EXPECT_TRUE(colors.swatch(1).hatched);
  EXPECT_FALSE(colors.swatch(0).color);
}

}  // namespace
}  // namespace sojourn::present
