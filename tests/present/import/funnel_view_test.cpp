// SPDX-License-Identifier: GPL-3.0-or-later
// What stays from step to step: rows of reasons, or reasons folded into the bars of their steps.
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/support/actions.h"
#include "views/present/import/import_views.h"

namespace sojourn::present {
namespace {

using Kind = FunnelStep::Kind;

std::vector<FunnelStep> steps() {
  return {{.kind = Kind::Rows, .left = 1000, .reasons = {}},
          {.kind = Kind::Points, .left = 990, .reasons = {{"duplicate", 10}}},
          {.kind = Kind::Staypoints, .left = 400, .reasons = {}},
          {.kind = Kind::InPlace, .left = 300, .reasons = {{"short_stay", 40}, {"noise", 60}}}};
}

Scene painted(const std::vector<FunnelStep>& of, bool folded) {
  FunnelInput input;
  input.chosen = FunnelColumn{.title = "Published", .subtitle = "UTC", .steps = of};
  input.folded = folded;
  const ViewContent content = funnelContent(input, lightCanvas({900, 400}));
  return std::get<Scene>(content);
}

std::vector<std::string> listed(const Scene& scene) {
  std::vector<std::string> reasons;
  for (const ListRows& one : test::actionsOf<ListRows>(scene)) reasons.push_back(one.reason);
  return reasons;
}

TEST(Funnel, AReasonIsARowThatListsWhatLeaves) {
  const std::vector<FunnelStep> of = steps();
  const Scene scene = painted(of, false);
  EXPECT_EQ(listed(scene), (std::vector<std::string>{"duplicate", "short_stay", "noise"}));
  EXPECT_EQ(scene.table.rows.size(), 7U);
}

TEST(Funnel, FoldedReasonsArePartsOfTheirStepsBars) {
  const std::vector<FunnelStep> of = steps();
  const Scene open = painted(of, false), folded = painted(of, true);
  EXPECT_LT(folded.contentSize.height, open.contentSize.height + 1);
  EXPECT_EQ(folded.table.rows.size(), 4U);
  // Rows that are read have no bar; noise follows what stays, short stays follow noise.
  EXPECT_EQ(listed(folded), (std::vector<std::string>{"short_stay", "noise"}));
  std::vector<Rect> parts;
  for (const HitArea& area : folded.hits)
    if (test::isFor<ListRows>(area)) parts.push_back(area.rect);
  EXPECT_FLOAT_EQ(parts[0].y, parts[1].y);
  EXPECT_FLOAT_EQ(parts[1].x + parts[1].width, parts[0].x);
  const auto step = std::ranges::find_if(folded.hits, [](const HitArea& area) {
    return area.label.find("Staypoints in a place") != std::string::npos;
  });
  ASSERT_NE(step, folded.hits.end());
  EXPECT_NE(step->label.find("too few others"), std::string::npos) << step->label;
}

}  // namespace
}  // namespace sojourn::present
