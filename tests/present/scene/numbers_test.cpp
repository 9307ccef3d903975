// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the width of a dock: a column goes before a digit does.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "tests/present/scene_checks.h"
#include "views/present/attention/attention_view.h"
#include "views/present/gate/gate_view.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/prediction/prediction_view.h"
#include "views/present/samples/samples_view.h"
#include "views/present/visits/visits_view.h"

namespace sojourn::present {
namespace {

/// Digits as wide as those of the product's font, which all have one width, and points half as wide.
class WideMeasurer final : public TextMeasurer {
 public:
  [[nodiscard]] float width(std::string_view text, const Font& font) const override {
    const auto points = std::ranges::count_if(text, [](char c) { return c == '.' || c == ':' || c == ','; });
    const float em = font.weight == Weight::Regular ? 0.64F : 0.67F;
    const float letter = measurer.width("0", {.size = font.size});
    const auto letters = std::round(measurer.width(text, {.size = font.size}) / letter);
    return font.size * em * (letters - 0.5F * static_cast<float>(points));
  }
};

struct View {
  const char* name;
  Size least;  ///< of its dock
  std::function<ViewContent(const Canvas&)> present;
};

SamplesInput largeSamples() {
  SamplesInput input{.scope = "test",
                     .filter = "",
                     .totals = {},
                     .columns = {},
                     .lines = {},
                     .rows = 100'000,
                     .current = 0,
                     .table = {}};
  input.totals = {{"Filtered", 99'999, {100.0, 85.2, 86.6, 76.0}}, {"Whole, known", 2704, {}}};
  input.columns = {{"Index", SampleCells::Number, 50},
                   {"Len", SampleCells::Number, 32, true, false, 2},
                   {"", SampleCells::Mark, 22},
                   {"Target", SampleCells::Name},
                   {"Predicted", SampleCells::Name},
                   {"P target", SampleCells::Number, 54},
                   {"Rank", SampleCells::Number, 45, true, false, 1}};
  for (std::size_t i = 0; i < 5; ++i) {
    SampleLine line{.index = 3495 + i, .cells = {}, .right = false, .label = "Sample"};
    line.cells = {std::to_string(line.index), "54",     "wrong",     "Laboratory, Elm Street",
                  "Office, Market Square",    "<0.001", "1\u2009187"};
    input.lines.push_back(line);
  }
  return input;
}

PositionBiasData biasOverSet() {
  PositionBiasData data;
  data.trainingSequences = 7424;
  data.reached = {7424, 7424, 7000, 6500};
  data.effect = {.n = 3502,
                 .biasDeviation = 0.0203,
                 .contentDeviation = 1.69,
                 .divergence = 0.00021,
                 .changed = 14,
                 .changedShare = 0.39977};
  data.scope = "3 502 test samples";
  return data;
}

GateData fortyBins() {
  GateData data;
  data.scope = "3 502 test samples";
  for (std::size_t i = 0; i < 40; ++i) {
    data.summary.bins.push_back(
        {.from = static_cast<double>(i) / 40, .to = static_cast<double>(i + 1) / 40, .right = 3 * i, .wrong = i});
    data.summary.n += 4 * i;
  }
  return data;
}

/// Of all views that show numbers of a sample, with a gate over a set.
void expectNumbersAtAllWidths(const SampleContext& context) {
  const WideMeasurer wide;
  const GateData gate = fortyBins();
  const std::vector<View> views{
      {"visits", {320, 110}, [&](const Canvas& canvas) { return visitsContent(context, canvas); }},
      {"prediction",
       {220, 160},
       [&](const Canvas& canvas) { return predictionContent({.sample = context, .windowRule = {}}, canvas); }},
      {"pointer",
       {380, 160},
       [&](const Canvas& canvas) { return pointerContent({.sample = context, .options = {true}}, canvas); }},
      {"attention", {300, 160}, [&](const Canvas& canvas) { return attentionContent(context, {}, canvas); }},
      {"gate", {260, 110}, [&](const Canvas& canvas) { return gateContent(context, gate, canvas); }},
      {"position bias",
       {260, 100},
       [&](const Canvas& canvas) { return positionBiasContent(context, biasOverSet(), canvas); }},
      {"samples", {240, 160}, [](const Canvas& canvas) { return samplesContent(largeSamples(), canvas); }},
  };
  for (const View& view : views) {
    for (float width = view.least.width; width < 1400; width += 13) {
      for (const float height : {view.least.height, 420.0F}) {
        SCOPED_TRACE(view.name + std::string(" at ") + std::to_string(width) + " x " + std::to_string(height));
        const ViewContent content = view.present({{width, height}, Theme::light(), wide});
        ASSERT_TRUE(std::holds_alternative<Scene>(content));
        expectNumbersWhole(std::get<Scene>(content), wide);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

/// Scores as large as those of a trained model (SPEC 3.6).
void stretchScores(FixtureSample& sample) {
  for (auto* scores : {&sample.inspection.contentScore, &sample.inspection.score})
    for (std::size_t i = 0; i < scores->size(); ++i) (*scores)[i] = i % 3 == 0 ? -11.53F : 17.48F;
  sample.model.positionBias.assign(sample.inspection.score.size(), -0.1F);
}

TEST(Numbers, AreWholeAtAllWidths) {
  for (const std::size_t visits : {3UL, 14UL, 31UL}) {
    FixtureSample sample({.visits = visits, .seed = 7, .longNames = visits == 14});
    stretchScores(sample);
    expectNumbersAtAllWidths(sample.context());
  }
}

TEST(Numbers, AreWholeBesideAReference) {
  ComparedSample sample({.visits = 14, .seed = 3}, {.visits = 15, .seed = 4});
  stretchScores(sample.now);
  stretchScores(sample.then);
  expectNumbersAtAllWidths(sample.context());
}

TEST(Numbers, PointerColumnsGoInTheOrderOfTheirWorth) {
  FixtureSample sample({.visits = 14});
  stretchScores(sample);
  const auto heads = [&](float width) {
    const Scene scene = std::get<Scene>(pointerContent({.sample = sample.context(), .options = {true}},
                                                       {{width, 400}, Theme::light(), WideMeasurer()}));
    std::string shown;
    for (const char* head : {"Content", "Bias", "Pos. bias", "Score", "Weight", "Copied"})
      if (!textsSaying(scene, head).empty()) shown += std::string(head) + " ";
    return shown;
  };
  EXPECT_EQ(heads(900), "Content Pos. bias Score Weight Copied ");
  EXPECT_EQ(heads(380), "Score Weight Copied ");
  EXPECT_EQ(heads(300), "Weight Copied ");
}

}  // namespace
}  // namespace sojourn::present
