// SPDX-License-Identifier: GPL-3.0-or-later
// The views of an ablation study: its table, marks and clicks, and the sentence that it comes to.
#include "views/present/ablation/ablation_views.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

class VariantViewsTest : public ::testing::Test {
 protected:
  VariantViewsTest() {
    m_study.n = 200;
    m_study.users = 6;
    addVariant("full_model", 50, {});
    addVariant("no_gate", 51, -4.88);
    addVariant("no_pointer", 32, -20.96);
    StudiedVariant& gate = m_study.variants[1];
    gate.difference = {.value = 1, .low = -0.5, .high = 2.5, .p = 0.4, .pHolm = 0.8};
    gate.standing = ClaimStanding::Outside;
    gate.byUser = {{.user = 7, .n = 100, .difference = -2}, {.user = 9, .n = 100, .difference = 4}};
    StudiedVariant& pointer = m_study.variants[2];
    pointer.difference = {.value = -18, .low = -60, .high = -5, .p = 0.01, .pHolm = 0.02};
    pointer.standing = ClaimStanding::Inside;
    pointer.runs.back() = {.seed = 5, .run = "no_pointer-5", .state = "failed", .reason = "no such data"};
    for (const StudiedVariant& one : m_study.variants)
      for (const VariantRun& run : one.runs)
        m_trainings.push_back({.run = run.run,
                               .variant = one.name,
                               .seed = run.seed,
                               .state = run.state,
                               .epochs = {1, 2, 3},
                               .accuracy = {30, 45, 44},
                               .bestEpoch = 2,
                               .bestAccuracy = 45,
                               .seconds = 69});
    m_input.study = &m_study;
    m_input.folder = "study";
    m_input.dataset = "geolife";
    m_input.variant = "no_gate";
    m_input.trainings = m_trainings;
  }
  void addVariant(const std::string& name, double mean, std::optional<double> claim) {
    StudiedVariant& variant = m_study.variants.emplace_back();
    variant.name = name;
    variant.parameters = 251476;
    variant.layers = 2;
    variant.mean = mean;
    variant.sd = 0.5;
    variant.claimed = variant.claimedGeolife = claim;
    variant.seeds = claim ? 5 : 0;
    for (int seed = 1; seed <= 5; ++seed)
      variant.runs.push_back({.seed = seed,
                              .run = name + "-" + std::to_string(seed),
                              .state = "finished",
                              .value = mean + 0.3 * (seed - 3)});
  }
  static Scene sceneOf(const ViewContent& content) {
    const auto* scene = std::get_if<Scene>(&content);
    EXPECT_NE(scene, nullptr) << std::get<EmptyState>(content).title;
    return scene ? *scene : Scene();
  }

  VariantStudy m_study;
  std::vector<StudyTraining> m_trainings;
  VariantsInput m_input;
};

TEST_F(VariantViewsTest, StayInsideAndDescribeThemselvesAtEverySize) {
  for (const auto present : {ablationStudyContent, whoLosesContent, layersContent, trainingsContent})
    for (const Size size : {Size{1600, 500}, Size{1000, 320}, Size{560, 260}, Size{300, 160}}) {
      const Scene scene = sceneOf(present(m_input, lightCanvas(size)));
      SCOPED_TRACE(scene.summary + " at " + std::to_string(size.width));
      // A table below its least width is cut by its dock, which does not get that narrow.
      if (present != ablationStudyContent || size.width > 500) expectInsideContent(scene);
      EXPECT_FALSE(scene.caption.empty());
      EXPECT_FALSE(scene.summary.empty());
      EXPECT_FALSE(scene.table.rows.empty());
      for (const auto& row : scene.table.rows) EXPECT_EQ(row.size(), scene.table.columns.size());
      for (const HitArea& area : scene.hits) EXPECT_FALSE(area.label.empty());
    }
}

TEST_F(VariantViewsTest, RowsSelectVariantsAndSquaresRuns) {
  const Scene scene = sceneOf(ablationStudyContent(m_input, lightCanvas({1600, 500})));
  std::vector<std::string> variants, runs;
  for (const HitArea& area : scene.hits) {
    if (const auto* variant = test::actionOf<SelectVariant>(area)) variants.push_back(variant->name);
    const auto* run = test::actionOf<SelectStudyRun>(area);
    if (!run) continue;
    runs.push_back(run->run);
    EXPECT_EQ(area.open.has_value(), run->run != "no_pointer-5") << "a failed run has no checkpoint";
  }
  EXPECT_THAT(variants, ::testing::ElementsAre("full_model", "no_gate", "no_pointer"));
  EXPECT_EQ(runs.size(), 15U);
  EXPECT_THAT(scene.hits.back().label, HasSubstr("no such data"));
}

TEST_F(VariantViewsTest, TheSentenceCountsClaimsAndCertainLosses) {
  EXPECT_EQ(studySentence(m_input).sentence,
            "One of two claims lie outside the retrained interval: all lose less. Only no_pointer loses for certain.");
  EXPECT_THAT(studySentence(m_input).detail, HasSubstr("49.4 to 50.6"));
  m_study.variants[1].seeds = 4;
  EXPECT_THAT(studySentence(m_input).detail, HasSubstr("too short"));
  m_input.unevaluated = "study was trained on another dataset";
  EXPECT_EQ(studySentence(m_input).sentence, m_input.unevaluated);
}

TEST_F(VariantViewsTest, ThePartThatIsThereSaysSoFar) {
  m_study.variants[2].difference = {};
  m_study.variants[2].seeds = 0;
  m_study.variants[2].standing = ClaimStanding::NotMeasured;
  EXPECT_THAT(studySentence(m_input).sentence,
              HasSubstr("So far one of two variants are compared: none loses anything for certain."));
}

TEST_F(VariantViewsTest, ClaimsAboutAnotherDatasetAreNotShown) {
  EXPECT_TRUE(says(sceneOf(ablationStudyContent(m_input, lightCanvas({1400, 320}))), "claim"));
  for (StudiedVariant& one : m_study.variants) one.claimed.reset();
  const Scene scene = sceneOf(ablationStudyContent(m_input, lightCanvas({1400, 320})));
  for (const char* text : {"claim", "GeoLife", "\u22124.88"}) EXPECT_FALSE(says(scene, text)) << text;
}

TEST_F(VariantViewsTest, WhoLosesAddsUpAndFilters) {
  const Scene scene = sceneOf(whoLosesContent(m_input, lightCanvas({560, 320})));
  ASSERT_EQ(scene.hits.size(), 2U);
  EXPECT_EQ(scene.hits[0].action, Action(ToggleFilter{"user:7"}));
  double sum = 0;
  for (const auto& row : scene.table.rows) sum += std::get<double>(row[3]);
  EXPECT_DOUBLE_EQ(sum, m_study.variants[1].difference.value);
  EXPECT_NEAR(scene.hits[0].rect.width, scene.hits[1].rect.width, 0.01) << "as many samples";
}

TEST_F(VariantViewsTest, LayersThatAreMissingCanBeQueued) {
  const Scene scene = sceneOf(layersContent(m_input, lightCanvas({420, 320})));
  EXPECT_TRUE(test::offers(scene, QueueLayers{{1, 3, 4}}));
}

TEST_F(VariantViewsTest, SentencesStandForWhatIsNotThere) {
  const Canvas canvas = lightCanvas({600, 300});
  VariantsInput none;
  const ViewContent empty = ablationStudyContent(none, canvas);
  ASSERT_TRUE(std::holds_alternative<EmptyState>(empty));
  EXPECT_EQ(std::get<EmptyState>(empty).button, Action(WindowCommand::OpenStudy));
  none.failure = "study: holds no run of a full model";
  EXPECT_EQ(std::get<EmptyState>(trainingsContent(none, canvas)).title, none.failure);
  m_input.unevaluated = "study was trained on another dataset";
  m_input.wrongDataset = true;
  EXPECT_EQ(std::get<EmptyState>(whoLosesContent(m_input, canvas)).button, Action(WindowCommand::OpenStudyDataset));
  m_input.variant = "full_model";
  m_input.unevaluated.clear();
  EXPECT_THAT(std::get<EmptyState>(whoLosesContent(m_input, canvas)).title, HasSubstr("full model"));
}

}  // namespace
}  // namespace sojourn::present
