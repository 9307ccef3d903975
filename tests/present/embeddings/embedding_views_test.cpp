// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding panels: what they say, what the mouse hits, and steps of the mouse on a scatter.
#include "views/present/embeddings/embedding_views.h"

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/growth.h"
#include "views/present/embeddings/projection_frame.h"

namespace sojourn::present {
namespace {

EmbeddingStudy placesOf(EmbeddingKind kind, const char* name, std::size_t rows) {
  EmbeddingStudy study{.table = {.kind = kind, .name = name, .rows = {.width = 4}}};
  study.table.rows.values.resize(rows * 4);
  study.components.shares = {0.2, 0.1};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto at = static_cast<double>(i);
    study.components.points.push_back({std::cos(at) * at, std::sin(at) * at});
  }
  if (kind == EmbeddingKind::Input || kind == EmbeddingKind::Output)
    study.neighbours = NeighbourSummary{.places = 133,
                                        .withPosition = 133,
                                        .medianKilometres = 5.3,
                                        .sharedUserShare = 0.88,
                                        .medianBestCosine = 0.84,
                                        .medianBestByChance = 0.45};
  return study;
}

EmbeddingStudy cycleOf(EmbeddingKind kind, const char* name, std::size_t rows, int minutes) {
  EmbeddingStudy study = placesOf(kind, name, rows);
  study.table.minutes = minutes;
  study.cycle = CycleTest{0.04, -0.06, 0.05};
  return study;
}

class EmbeddingViewsTest : public ::testing::Test {
 protected:
  EmbeddingViewsTest() : m_sample(FixtureOptions{}) {
    setPlaces(60);
    m_input.hasDataset = true;
    m_input.sample = m_sample.context();
    m_input.training = &m_training;
    m_input.anyTwo = {.places = 133,
                      .withPosition = 133,
                      .medianKilometres = 11.4,
                      .sharedUserShare = 0.2,
                      .medianBestCosine = Table::absent,
                      .medianBestByChance = Table::absent};
    m_input.place = 7;
    m_input.samplePlaces = {1, 2, 7};
    for (std::size_t m = 0; m < 2; ++m) {
      m_input.models[m] = {.isThere = true, .number = m, .title = m == 0 ? "Pointer V45" : "MHSA"};
      m_input.models[m].studies = &m_studies;
      m_input.models[m].nearest = {{.location = 9, .cosine = 0.33, .kilometres = 3.5, .sharedUsers = 2, .stays = 9},
                                   {.location = 12, .cosine = 0.3, .sharedUsers = 0, .stays = 68}};
    }
  }
  void setPlaces(std::size_t places) {
    m_studies = {placesOf(EmbeddingKind::Input, "loc_emb", places), placesOf(EmbeddingKind::Output, "gen_head", places),
                 placesOf(EmbeddingKind::Users, "user_emb", 5), cycleOf(EmbeddingKind::Hours, "time_emb", 96, 15),
                 cycleOf(EmbeddingKind::Weekdays, "weekday_emb", 7, 0)};
    m_training.stays.assign(places, 7);
    m_training.users.assign(places, {1});
    m_training.mainUser.assign(places, 1);
    m_training.minute.assign(places, 600);
  }
  static Scene sceneOf(const ViewContent& content) {
    const auto* scene = std::get_if<Scene>(&content);
    EXPECT_NE(scene, nullptr) << std::get<EmptyState>(content).title;
    return scene ? *scene : Scene();
  }
  static std::string sentenceOf(const ViewContent& content) {
    const auto* empty = std::get_if<EmptyState>(&content);
    return empty ? empty->title : "";
  }
  static bool says(const Scene& scene, const std::string& words) {
    for (const Shape& shape : scene.shapes)
      if (const auto* text = std::get_if<TextShape>(&shape); text && text->text.find(words) != std::string::npos)
        return true;
    return false;
  }

  FixtureSample m_sample;
  std::vector<EmbeddingStudy> m_studies;
  TrainingPlaces m_training;
  EmbeddingsInput m_input;
};

TEST_F(EmbeddingViewsTest, StayInsideAndDescribeThemselvesAtEverySize) {
  for (const auto presenter : {placeEmbeddingsContent, nearestPlacesContent, hoursWeekdaysContent})
    for (const Size size : {Size{688, 440}, Size{420, 300}, Size{912, 300}, Size{300, 180}}) {
      const Scene scene = sceneOf(presenter(m_input, lightCanvas(size)));
      SCOPED_TRACE(scene.summary + " at " + std::to_string(size.width));
      expectInsideContent(scene);
      EXPECT_FALSE(scene.summary.empty());
      EXPECT_FALSE(scene.table.rows.empty());
    }
}

TEST_F(EmbeddingViewsTest, TheScatterSaysHowMuchItKeeps) {
  const Scene scene = sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440})));
  EXPECT_TRUE(says(scene, "PC 1 20.0 %, PC 2 10.0 % of 4 dimensions"));
  EXPECT_TRUE(says(scene, "keep 30.0 and 30.0 % of the variance"));
  EXPECT_TRUE(says(scene, "Pointer V45 input, loc_emb"));
  std::size_t dots = 0;
  for (const Shape& shape : scene.shapes)
    if (const auto* some = std::get_if<DotsShape>(&shape)) dots += some->dots->size();
  EXPECT_EQ(dots, 2U * 58) << "padding and the unseen location are no dots";
  EXPECT_EQ(scene.movables.size(), 2U);
}

TEST_F(EmbeddingViewsTest, ADotIsFoundUnderThePointer) {
  const Scene scene = sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440})));
  for (const Shape& shape : scene.shapes)
    if (const auto* some = std::get_if<DotsShape>(&shape)) {
      const HitArea* hit = scene.hitAt(some->dots->front().center);
      ASSERT_NE(hit, nullptr);
      ASSERT_TRUE(hit->focus.location);
      EXPECT_NE(hit->label.find("7 visits in training"), std::string::npos) << hit->label;
    }
}

TEST_F(EmbeddingViewsTest, TsneIsMarkedAsNotMetric) {
  m_input.options.tsne = true;
  m_input.progress = "t-SNE, step 3 of 750";
  EXPECT_TRUE(says(sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440}))), "step 3 of 750"));
  Projection found = m_studies[0].components;
  found.metric = false;
  m_input.models[0].tsne = m_input.models[1].tsne = &found;
  const Scene scene = sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440})));
  EXPECT_TRUE(says(scene, "not metric"));
  EXPECT_FALSE(says(scene, "of the variance"));
}

TEST_F(EmbeddingViewsTest, NearestPlacesListTheirTests) {
  const Scene scene = sceneOf(nearestPlacesContent(m_input, lightCanvas({688, 380})));
  for (const char* text : {"0.33", "3.5", "best by chance 0.45", "Five nearest of each of 133 places", "88.0", "11.4"})
    EXPECT_TRUE(says(scene, text)) << text;
  bool found = false;
  for (const HitArea& hit : scene.hits) found |= hit.focus.location == 12;
  EXPECT_TRUE(found);
}

TEST_F(EmbeddingViewsTest, HoursAndWeekdaysSayWhatChanceGives) {
  const Scene scene = sceneOf(hoursWeekdaysContent(m_input, lightCanvas({912, 300})));
  for (const char* text : {"Quarter hours, 96", "Weekdays, 7", "next to next, cosine 0.04", "0.05"})
    EXPECT_TRUE(says(scene, text)) << text;
}

TEST_F(EmbeddingViewsTest, AbsentPartsAreSentences) {
  m_studies.resize(1);
  EXPECT_NE(sentenceOf(hoursWeekdaysContent(m_input, lightCanvas({912, 300}))), "");
  m_input.options.table = EmbeddingKind::Output;
  EXPECT_TRUE(says(sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440}))), "has no output layer"));
  m_input.options.table = EmbeddingKind::Input;
  m_input.models[1].studies = nullptr;
  m_input.models[1].state = "A rule has no embedding";
  EXPECT_TRUE(says(sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440}))), "A rule has no embedding"));
  m_input.models[0].studies = nullptr;
  EXPECT_EQ(sentenceOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440}))), "Comparing embeddings");
  m_input.models[0].isThere = false;
  EXPECT_EQ(sentenceOf(nearestPlacesContent(m_input, lightCanvas({688, 440}))), "No model open");
  m_input.hasDataset = false;
  EXPECT_EQ(sentenceOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440}))), "No dataset open");
}

TEST(ProjectionFrames, StepsOfTheMouseMoveAndEnlarge) {
  // The middle shows (1, 2), ten pixels a unit.
  const ProjectionFrame frame{.plot = {10, 20, 200, 100}, .x = 1, .y = 2, .scale = 10, .zoom = 1};
  const ProjectionCamera panned = frame.panned({20, -10});
  EXPECT_NEAR(panned.x, -1, 1e-9) << "what was panned right came from the left";
  EXPECT_NEAR(panned.y, 1, 1e-9);
  EXPECT_NEAR(frame.pointAt({110, 70})[0], 1, 1e-9);
  const ProjectionCamera zoomed = frame.zoomed(1, {210, 20});
  EXPECT_NEAR(zoomed.zoom, std::exp2(0.25), 1e-9);
  EXPECT_NEAR(frame.pointAt({210, 20})[0], 11, 1e-9);
  EXPECT_NEAR((11 - zoomed.x) * 10 * std::exp2(0.25), 100, 1e-9) << "what is under the pointer stays";
  EXPECT_LE(frame.zoomed(1e9, {0, 0}).zoom, 500);
}

TEST_F(EmbeddingViewsTest, DraggingMovesTheSectionOrDrawsTheLasso) {
  const Motion pan{.kind = Motion::Kind::Pan, .by = {5, 5}, .at = {100, 100}}, drop{.kind = Motion::Kind::Drop};
  Scene scene = sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440})));
  const auto moved = scene.movables.back().moved(pan);
  ASSERT_TRUE(moved && moved->as<MoveProjections>());
  EXPECT_EQ(moved->as<MoveProjections>()->moved.front().model, 1U);
  EXPECT_FALSE(scene.movables.back().moved(drop));
  ASSERT_TRUE(scene.zoom.in && scene.zoom.in->as<MoveProjections>());
  EXPECT_EQ(scene.zoom.in->as<MoveProjections>()->moved.size(), 2U) << "keys enlarge both";
  m_input.options.lasso = true;
  scene = sceneOf(placeEmbeddingsContent(m_input, lightCanvas({688, 440})));
  const auto drawn = scene.movables.back().moved(pan);
  ASSERT_TRUE(drawn && drawn->as<DrawLasso>());
  EXPECT_EQ(scene.movables.back().moved(drop), Action(EmbeddingCommand::CloseLasso));
}

TEST_F(EmbeddingViewsTest, ALassoHoldsWhatIsInsideItsLine) {
  m_input.options.lasso = true;
  m_input.options.lassoPoints = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
  EXPECT_EQ(insideLasso(m_input), (std::vector<std::int32_t>{1, 2, 3, 4}));
  m_input.options.lassoPoints.resize(2);
  EXPECT_TRUE(insideLasso(m_input).empty());
}

TEST_F(EmbeddingViewsTest, AFrameTakesTimeLinearInItsDots) {
  EXPECT_TRUE(test::takesLinearTime(1'000, [this](std::size_t places) {
    setPlaces(places);
    return [this] { static_cast<void>(placeEmbeddingsContent(m_input, lightCanvas({688, 440}))); };
  }));
}

}  // namespace
}  // namespace sojourn::present
