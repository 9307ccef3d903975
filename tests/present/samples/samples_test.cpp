// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples picture: target beside prediction, totals, rows that fit, cells without an answer left empty.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/samples/samples_view.h"

namespace sojourn::present {
namespace {

SamplesInput manySamples() {
  SamplesInput input{
      .scope = "test, epoch 8", .filter = "user:42 len:8..20", .totals = {}, .lines = {}, .rows = 358, .current = 3376};
  input.totals = {{"Filtered", 358, {69.04, 85.2, 86.6, 76.0}},
                  {"Filtered, known", 281, {71.2, 87.2, 88.3, 80.6}},
                  {"Whole split", 3502, {53.998, 81.1, 84.4, 65.8}},
                  {"Whole, known", 2704, {std::nullopt, std::nullopt, std::nullopt, std::nullopt}}};
  for (std::size_t i = 0; i < 60; ++i) {
    SampleLine line{.index = 3363 + i,
                    .user = "Anna of the very long name",
                    .length = 14,
                    .target = "Laboratory, Elm Street",
                    .inHistory = i % 2 == 0,
                    .unseen = i % 3 == 0,
                    .outcome = {},
                    .prediction = {}};
    if (i < 50) {
      line.outcome = Outcome{.prediction = 14,
                             .probability = 0.6F,
                             .targetProbability = i % 2 ? 0.471F : 0.0001F,
                             .rank = i % 2 ? 1 : 1187,
                             .gate = 0.749F,
                             .copyShare = 0.998F};
      line.prediction = "Office";
    }
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
  for (const char* head : {"Gate", "In history", "Unseen", "User", "Copy share"}) EXPECT_TRUE(says(wide, head)) << head;
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
  EXPECT_EQ(scene.hits.front().action, (Action{"openSample", "3363"}));
  EXPECT_TRUE(std::ranges::any_of(shapesOf<BoxShape>(scene),
                                  [](const BoxShape& box) { return box.fill == Theme::light().accent; }));
}

TEST(Samples, CellsSayWhatIsKnown) {
  const SamplesInput input = manySamples();
  EXPECT_EQ(sampleCellText(input.lines[0], SampleCell::Mark), "wrong");
  EXPECT_EQ(sampleCellText(input.lines[1], SampleCell::Mark), "right");
  EXPECT_EQ(sampleCellText(input.lines[0], SampleCell::TargetProbability), "<0.001");
  EXPECT_EQ(sampleCellText(input.lines[0], SampleCell::Rank), "1\u2009187");
  EXPECT_EQ(sampleCellText(input.lines[55], SampleCell::Mark), "");
  EXPECT_EQ(sampleCellText(input.lines[55], SampleCell::Prediction), "");
  EXPECT_EQ(sampleCellText(input.lines[55], SampleCell::Length), "14");
  SampleLine line = input.lines[0];
  line.outcome->rank = 2;  // close is not right
  EXPECT_EQ(sampleCellText(line, SampleCell::Mark), "wrong");
  line.outcome->gate = std::numeric_limits<float>::quiet_NaN();  // a model without one
  EXPECT_EQ(sampleCellText(line, SampleCell::Gate), "");
  line.target = "a\nb\x1b[31m";
  EXPECT_EQ(sampleCellText(line, SampleCell::Target).find('\n'), std::string::npos);
}

TEST(Samples, WithoutADatasetOneButton) {
  const ViewContent content = samplesContent({}, {{304, 700}, Theme::light(), measurer});
  EXPECT_EQ(std::get<EmptyState>(content).button.id, "openDataset");
}

}  // namespace
}  // namespace sojourn::present
