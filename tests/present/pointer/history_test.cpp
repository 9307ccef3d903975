// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view of a model that reads the user's history: half hours by weight, with the places visited then.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/pointer/pointer_view.h"

namespace sojourn::present {
namespace {

class HistoryViewTest : public ::testing::Test {
 protected:
  HistoryViewTest() {
    m_sample.model.capabilities = {.history = true};
    m_sample.inspection.history = {
        {.slot = 2, .weight = 0.25F, .visited = {{.slot = 2, .location = 3, .count = 1}}},
        {.slot = 17,
         .weight = 0.75F,
         .visited = {{.slot = 17, .location = 2, .count = 1200}, {.slot = 17, .location = 1, .count = 4}}}};
  }
  ViewContent content(Size size, std::int32_t offsetMinutes = 0) {
    SampleContext context = m_sample.context();
    context.displayOffsetMinutes = offsetMinutes;
    return pointerContent({.sample = context, .options = {}}, {size, Theme::light(), measurer});
  }

  FixtureSample m_sample{FixtureOptions{.longNames = true}};
};

TEST_F(HistoryViewTest, TheHeaviestHalfHourIsFirst) {
  const Scene scene = std::get<Scene>(content({600, 300}));
  ASSERT_EQ(scene.table.rows.size(), 3U);
  EXPECT_EQ(std::get<std::string>(scene.table.rows[0][0]), "08:30\u201309:00");
  EXPECT_EQ(std::get<double>(scene.table.rows[0][2]), 1204);
  EXPECT_EQ(std::get<std::string>(scene.table.rows[2][0]), "01:00\u201301:30");
  EXPECT_NE(scene.summary.find("08:30"), std::string::npos) << scene.summary;
  const auto ofPlace =
      std::ranges::count_if(scene.hits, [](const HitArea& hit) { return hit.focus.location.has_value(); });
  EXPECT_EQ(ofPlace, 3);
}

TEST_F(HistoryViewTest, HoldsTogetherAtAllSizes) {
  m_sample.inspection.history.clear();
  for (int slot = 0; slot < 48; ++slot)
    m_sample.inspection.history.push_back(
        {.slot = slot, .weight = 1.0F / 48, .visited = {{.slot = slot, .location = 2, .count = slot + 1}}});
  for (const Size size : {Size{300, 120}, Size{440, 360}, Size{900, 1000}})
    expectInsideContent(std::get<Scene>(content(size)));
}

TEST_F(HistoryViewTest, TimesAreThoseShown) {
  const Scene scene = std::get<Scene>(content({600, 300}, 8 * 60));
  EXPECT_NE(scene.summary.find("16:30"), std::string::npos) << scene.summary;
}

TEST_F(HistoryViewTest, SaysWhereNothingCameBefore) {
  m_sample.inspection.history.clear();
  EXPECT_TRUE(std::holds_alternative<EmptyState>(content({600, 300})));
}

}  // namespace
}  // namespace sojourn::present
