// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples picture: target beside prediction, totals, rows that fit, cells without an answer left empty.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/samples/samples_view.h"

namespace sojourn::present {
namespace {

SamplesInput manySamples() {
  SamplesInput input{.scope = "test, epoch 8",
                     .filter = "user:42 len:8..20",
                     .totals = {},
                     .columns = {},
                     .lines = {},
                     .rows = 358,
                     .current = 3376,
                     .table = {.columns = {"index"}, .rows = {}}};
  input.totals = {{"Filtered", 358, {69.04, 85.2, 86.6, 76.0}},
                  {"Filtered, known", 281, {71.2, 87.2, 88.3, 80.6}},
                  {"Whole split", 3502, {53.998, 81.1, 84.4, 65.8}},
                  {"Whole, known", 2704, {std::nullopt, std::nullopt, std::nullopt, std::nullopt}}};
  using enum SampleCells;
  input.columns = {{"Index", Number, 50},
                   {"Len", Number, 32, true, false, 2},
                   {"", Mark, 22},
                   {"Target", Name},
                   {"Predicted", Name},
                   {"P target", Number, 54},
                   {"Rank", Number, 45, true, false, 1},
                   {"Gate", Number, 72, false, true},
                   {"In history", Words, 72, false, true}};
  for (std::size_t i = 0; i < 60; ++i) {
    SampleLine line{.index = 3363 + i, .cells = {}, .right = i % 2 == 1, .label = "Sample, test, epoch 8"};
    line.cells = {std::to_string(line.index), "14", "", "Laboratory, Elm Street", "", "", "", "", "yes"};
    if (i < 50) {
      line.cells[2] = line.right ? "right" : "wrong";
      line.cells[4] = "Office";
      line.cells[5] = line.right ? "0.471" : "<0.001";
      line.cells[6] = line.right ? "1" : "1\u2009187";
      line.cells[7] = "0.749";
    }
    input.table.add(line.index);
    input.lines.push_back(line);
  }
  return input;
}

Scene draw(const SamplesInput& input, Size size) {
  ViewContent content = samplesContent(input, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

TEST(Samples, HoldsTogetherAtAllWidths) {
  for (const float width : {260.0F, 304.0F, 420.0F, 640.0F, 1100.0F}) {
    SCOPED_TRACE(width);
    const Scene scene = draw(manySamples(), {width, 700});
    expectInsideContent(scene);
    expectTextsApart(scene, measurer);
    expectNumbersWhole(scene, measurer);
    expectDescribed(scene, "test, epoch 8");
  }
}

TEST(Samples, TargetStandsBesidePrediction) {
  const Scene scene = draw(manySamples(), {420, 700});
  const auto target = textsSaying(scene, "Target"), predicted = textsSaying(scene, "Predicted");
  ASSERT_EQ(target.size(), 1U);
  ASSERT_EQ(predicted.size(), 1U);
  EXPECT_LT(target[0].rect.x, predicted[0].rect.x);
  EXPECT_LT(predicted[0].rect.x - target[0].rect.right(), 10);
}

TEST(Samples, WiderShowsMore) {
  EXPECT_FALSE(says(draw(manySamples(), {304, 700}), "Gate"));
  const Scene wide = draw(manySamples(), {900, 700});
  for (const char* head : {"Gate", "In history"}) EXPECT_TRUE(says(wide, head)) << head;
}

TEST(Samples, TotalsAreWrittenWithOneDecimal) {
  const Scene scene = draw(manySamples(), {304, 700});
  EXPECT_TRUE(says(scene, "54.0"));
  EXPECT_TRUE(says(scene, "3\u2009502"));
  EXPECT_EQ(textsSaying(scene, "\u2013").size(), 4U);  // nothing evaluated is no zero
}

TEST(Samples, RowsFitAndTheTableHoldsAll) {
  const Scene scene = draw(manySamples(), {304, 700});
  EXPECT_LT(scene.hits.size(), 30U);
  EXPECT_EQ(scene.table.rows.size(), 60U);
  EXPECT_EQ(scene.hits.front().action, Action(OpenSample{3363}));
  EXPECT_TRUE(std::ranges::any_of(shapesOf<BoxShape>(scene),
                                  [](const BoxShape& box) { return box.fill == Theme::light().accent; }));
}

TEST(Samples, MarksAreDrawnWhereTheModelHasAnswered) {
  SamplesInput input = manySamples();
  input.lines = {input.lines[0], input.lines[1], input.lines[55]};
  std::vector<std::string> marks;
  for (const IconShape& icon : shapesOf<IconShape>(draw(input, {304, 700})))
    if (icon.name == "check" || icon.name == "cross") marks.push_back(icon.name);
  EXPECT_EQ(marks, (std::vector<std::string>{"cross", "check"}));
}

TEST(Samples, NamesKeepTheirRoomBeforeRankAndLength) {
  EXPECT_TRUE(says(draw(manySamples(), {304, 700}), "Rank"));
  const Scene narrow = draw(manySamples(), {260, 700});
  EXPECT_FALSE(says(narrow, "Rank"));
  EXPECT_TRUE(says(narrow, "Len"));
  EXPECT_FALSE(says(draw(manySamples(), {200, 700}), "Len"));
}

TEST(Samples, WithoutADatasetOneButton) {
  const ViewContent content = samplesContent({}, {{304, 700}, Theme::light(), measurer});
  EXPECT_EQ(std::get<EmptyState>(content).button, Action(WindowCommand::OpenDataset));
}

}  // namespace
}  // namespace sojourn::present
