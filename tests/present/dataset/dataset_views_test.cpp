// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Dataset workspace: numbers, tables, what a click filters, and what stands in place of a picture.
#include "views/present/dataset/dataset_views.h"

#include <array>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "tests/present/dataset/fake_profile.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/chart/chart.h"

namespace sojourn::present {
namespace {

using DatasetPresenter = ViewContent (*)(const DatasetInput&, const Canvas&);
constexpr std::array<DatasetPresenter, 11> presenters{
    splitsContent,       hoursContent,   lengthsContent,          placeFrequencyContent, lastSeenContent,
    byPositionContent,   byHoursContent, scoresByPositionContent, headRolesContent,      attentionEntropyContent,
    gateByContextContent};

class DatasetViewsTest : public ::testing::Test {
 protected:
  DatasetViewsTest() : m_sample(FixtureOptions{}) {
    for (std::size_t ago = 1; ago <= 11; ++ago)
      m_lastSeen.push_back(
          {.from = ago, .to = ago < 11 ? ago : 1000, .n = 20, .unseen = 5, .right = 12, .ruleRight = 9});
    m_lastSeen.push_back({.from = 0, .to = 0, .n = 40, .unseen = 20, .right = 0, .ruleRight = 0});
    m_input.hasDataset = true;
    m_input.splits = {&m_train, nullptr, &m_facts};
    m_input.facts = &m_facts;
    m_input.scope = "200 test samples";
    m_input.lastSeen = m_lastSeen;
    m_input.evaluated = true;
    m_input.gate = &m_gate;
    m_input.read = &m_read;
    m_input.model = &m_sample.model;
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
  static std::string termOf(const Scene& scene, std::string_view label) {
    for (const HitArea& area : scene.hits)
      if (area.label.find(label) != std::string::npos && area.action) return test::filterOf(area);
    return "";
  }

  FixtureSample m_sample;
  DatasetFacts m_facts = fakeFacts(), m_train = fakeFacts(2);
  std::vector<LastSeenAccuracy> m_lastSeen;
  ModelProfile m_read = fakeModelProfile();
  GateProfile m_gate = fakeGateProfile();
  DatasetInput m_input;
};

TEST_F(DatasetViewsTest, StayInsideAndDescribeThemselvesAtEverySize) {
  for (const DatasetPresenter present : presenters)
    for (const Size size : {Size{420, 240}, Size{700, 300}, Size{1000, 400}, Size{300, 160}}) {
      const Scene scene = sceneOf(present(m_input, lightCanvas(size)));
      SCOPED_TRACE(scene.summary + " at " + std::to_string(size.width));
      expectInsideContent(scene);
      EXPECT_FALSE(scene.caption.empty());
      EXPECT_FALSE(scene.summary.empty());
      EXPECT_FALSE(scene.table.rows.empty());
      for (const auto& row : scene.table.rows) EXPECT_EQ(row.size(), scene.table.columns.size());
      for (const HitArea& area : scene.hits) EXPECT_FALSE(area.label.empty());
    }
}

TEST_F(DatasetViewsTest, ClicksFilter) {
  const Canvas canvas = lightCanvas({700, 400});
  EXPECT_EQ(termOf(sceneOf(splitsContent(m_input, canvas)), "User 2"), "user:2");
  EXPECT_EQ(termOf(sceneOf(hoursContent(m_input, canvas)), "Thu 10:00"), "hour:10 weekday:thu");
  EXPECT_EQ(termOf(sceneOf(lengthsContent(m_input, canvas)), "5 visits"), "len:5");
  EXPECT_EQ(termOf(sceneOf(placeFrequencyContent(m_input, canvas)), "Place 4"), "target:4");
  EXPECT_EQ(termOf(sceneOf(lastSeenContent(m_input, canvas)), "not in the window"), "last-seen:0");
  EXPECT_EQ(termOf(sceneOf(lastSeenContent(m_input, canvas)), "11+ visits ago"), "last-seen>=11");
  EXPECT_EQ(termOf(sceneOf(byHoursContent(m_input, canvas)), "20 to 24 h"), "hours-before:20..24");
  EXPECT_EQ(termOf(sceneOf(byPositionContent(m_input, canvas)), "position 6"), "len>=6");
  EXPECT_EQ(termOf(sceneOf(gateByContextContent(m_input, canvas)), "Sat, Sun"), "weekday:sat..sun");
  EXPECT_EQ(termOf(sceneOf(scoresByPositionContent(m_input, canvas)), "Position 3 "), "len>=3");
  EXPECT_EQ(termOf(sceneOf(attentionEntropyContent(m_input, canvas)), "head 1, 9 to 14 visits"), "len:9..14");
  EXPECT_EQ(termOf(sceneOf(attentionEntropyContent(m_input, canvas)), "all lengths"), "") << "nothing to narrow";
}

TEST_F(DatasetViewsTest, WordsInPlaceFrequencyAreClearOfItsDots) {
  for (const Size size : {Size{700, 400}, Size{420, 240}, Size{360, 300}, Size{300, 160}}) {
    const Scene scene = sceneOf(placeFrequencyContent(m_input, lightCanvas(size)));
    const auto texts = shapesOf<TextShape>(scene);
    const auto words =
        std::ranges::find_if(texts, [](const auto& text) { return text.text.starts_with("ten places"); });
    ASSERT_NE(words, texts.end()) << size.width;
    const Rect& rect = words->rect;
    const float right = rect.x + std::min(rect.width, measurer.width(words->text, words->font));
    std::size_t dots = 0;
    for (const HitArea& area : scene.hits) {
      if (!area.label.starts_with("Place ")) continue;
      ++dots;
      const Point at{area.rect.x + area.rect.width / 2, area.rect.y + area.rect.height / 2};
      EXPECT_FALSE(at.x > rect.x && at.x < right && at.y > rect.y && at.y < rect.bottom())
          << area.label << " at a width of " << size.width;
    }
    EXPECT_GT(dots, 5U);
  }
}

TEST_F(DatasetViewsTest, HoursAreThoseOfTheZoneShown) {
  m_input.offsetMinutes = 8 * 60;
  const Scene scene = sceneOf(hoursContent(m_input, lightCanvas({700, 300})));
  EXPECT_EQ(numberIn(scene.table, 3, "18"), 150) << "Thursday 10 h is 18 h there";
  EXPECT_EQ(numberIn(scene.table, 0, "7"), 50) << "Sunday 23 h is Monday 7 h";
  EXPECT_TRUE(says(scene, "Most: Thu 18:00 to 19:00"));
  EXPECT_NE(scene.caption.find("+08:00"), std::string::npos) << scene.caption;
}

TEST_F(DatasetViewsTest, ACellThatIsTheFilterIsFramedInTheWholeSplit) {
  DatasetFacts left;
  left.n = 150;
  left.hourWeekday[3][10] = 150;
  m_input.facts = &left;
  m_input.filterTerms = {"hour:10", "weekday:thu", "wrong"};
  const auto widest = [&](const Scene& scene) {
    Rect framed;
    for (const BoxShape& box : shapesOf<BoxShape>(scene))
      if (box.stroke == lightCanvas({}).theme.accent) framed = box.rect;
    return framed;
  };
  const Scene cell = sceneOf(hoursContent(m_input, lightCanvas({700, 300})));
  EXPECT_EQ(numberIn(cell.table, 3, "10"), 150);
  EXPECT_EQ(numberIn(cell.table, 6, "23"), 50) << "the other cells are there still";
  EXPECT_NE(cell.caption.find("all samples of the split"), std::string::npos) << cell.caption;
  m_input.filterTerms = {"hour:10"};
  const Scene hour = sceneOf(hoursContent(m_input, lightCanvas({700, 300})));
  EXPECT_FLOAT_EQ(widest(hour).width, widest(cell).width);
  EXPECT_NEAR(widest(hour).height, 7 * widest(cell).height, 0.5F) << "the whole column";
  m_input.filterTerms = {"wrong"};
  EXPECT_EQ(numberIn(sceneOf(hoursContent(m_input, lightCanvas({700, 300}))).table, 6, "23"), 0)
      << "another filter leaves its samples alone";
}

TEST_F(DatasetViewsTest, SayWhereThePointerLooksMost) {
  EXPECT_TRUE(
      says(sceneOf(byHoursContent(m_input, lightCanvas({700, 300}))), "pointer weight: 2.80\u00D7 at 20 to 24 h"));
}

TEST_F(DatasetViewsTest, AHeadOpensItsMapAndIsBoldWhereItIsFarFromUniform) {
  const Scene scene = sceneOf(headRolesContent(m_input, lightCanvas({1000, 400})));
  ASSERT_EQ(textsSaying(scene, "1.40").size(), 1U);
  EXPECT_EQ(textsSaying(scene, "1.40").front().font.weight, Weight::SemiBold);
  std::set<std::size_t> heads;
  for (const HitArea& area : scene.hits)
    if (area.focus.head && area.open) heads.insert(2 * area.focus.head->layer + area.focus.head->head);
  EXPECT_EQ(heads.size(), 4U);
  EXPECT_TRUE(says(scene, "Claimed: recency"));
}

TEST_F(DatasetViewsTest, ScoresHaveOneScaleAndEachItsOwn) {
  const Scene scene = sceneOf(scoresByPositionContent(m_input, lightCanvas({700, 300})));
  std::vector<ChartAxis> axes;
  for (const Shape& shape : scene.shapes)
    if (const auto* chart = std::get_if<ChartShape>(&shape)) axes.push_back(chart->chart->y);
  ASSERT_EQ(axes.size(), 4U) << "both, the samples, the bias, the content";
  EXPECT_LT(axes[0].from, -0.05);
  EXPECT_GT(axes[0].to, 2.1) << "the interval of the highest content";
  EXPECT_EQ(axes[1].to, 200);
  EXPECT_LT(axes[2].to, 0.1) << "the bias on its own scale";
  EXPECT_GT(axes[3].from, 0) << "the content on its own scale";
  EXPECT_EQ(numberIn(scene.table, 1, "content"), 1.6);
  EXPECT_EQ(numberIn(scene.table, 2, "bias"), -0.05);
  EXPECT_NE(scene.summary.find("content score 1.00 to 1.60, position bias \u22120.05 to 0.01"), std::string::npos)
      << scene.summary;
  m_sample.model.capabilities.positionBias = false;
  const Scene alone = sceneOf(scoresByPositionContent(m_input, lightCanvas({700, 300})));
  EXPECT_FALSE(says(alone, "On one scale"));
  EXPECT_EQ(alone.summary.find("bias"), std::string::npos);
}

TEST_F(DatasetViewsTest, EntropyIsOfAllSamplesAndByLength) {
  const Scene scene = sceneOf(attentionEntropyContent(m_input, lightCanvas({700, 300})));
  EXPECT_TRUE(says(scene, "All"));
  EXPECT_TRUE(says(scene, "9 to 14"));
  EXPECT_FALSE(says(scene, "26 and more")) << "there are none";
  ASSERT_EQ(textsSaying(scene, "0.65").size(), 1U);
  EXPECT_TRUE(says(scene, "layer 0 1.01\u00D7, layer 1 1.01\u00D7"));
  EXPECT_EQ(scene.table.rows.size(), 12U);
  EXPECT_NEAR(numberIn(scene.table, 11, "entropy"), 0.65 * 2.0, 1e-12);
}

TEST_F(DatasetViewsTest, SharesOfTargetsHaveIntervals) {
  EXPECT_TRUE(
      says(sceneOf(lastSeenContent(m_input, lightCanvas({500, 300}))), "within 3 visits 37.5 % (30.0 to 45.0)"));
}

TEST_F(DatasetViewsTest, TheModelWhoseHeadsAreShownIsChosen) {
  for (const DatasetPresenter present : {headRolesContent, attentionEntropyContent}) {
    EXPECT_TRUE(test::actionsOf<ShowHeadsOf>(sceneOf(present(m_input, lightCanvas({1000, 400})))).empty())
        << "of one model";
    m_input.headModels = {{0, "A Pointer V45"}, {1, "B other.pt"}};
    const Scene both = sceneOf(present(m_input, lightCanvas({1000, 400})));
    EXPECT_EQ(test::actionsOf<ShowHeadsOf>(both), (std::vector<ShowHeadsOf>{{0}, {1}}));
    m_input.headModel = 1;
    m_input.read = nullptr;
    m_input.model = nullptr;
    const auto back = [&] { return std::get<EmptyState>(present(m_input, lightCanvas({1000, 400}))); };
    EXPECT_EQ(back().title, "Reading the heads of B other.pt");
    EXPECT_EQ(back().button, Action(ShowHeadsOf{0}));
    m_input.failure = "other.pt cannot be read";
    EXPECT_EQ(back().title, "other.pt cannot be read");
    EXPECT_EQ(back().buttonText, "Show A Pointer V45");
    m_input.failure.clear();
    m_input.stopped = true;
    EXPECT_EQ(back().title, "The profile was cancelled");
    m_input.stopped = false;
    m_sample.model.capabilities.attentionMaps = false;
    m_input.model = &m_sample.model;
    EXPECT_NE(back().title.find("no attention heads"), std::string::npos);
    m_sample.model.capabilities.attentionMaps = true;
    m_input.headModel = 0;
    m_input.headModels.clear();
    m_input.read = &m_read;
  }
}

/// Whole and inside its dock, with nothing that is no number, at several sizes.
void expectSound(const DatasetInput& input) {
  for (const DatasetPresenter present : presenters)
    for (const Size size : {Size{280, 140}, Size{420, 240}, Size{970, 330}}) {
      const ViewContent content = present(input, lightCanvas(size));
      const auto* scene = std::get_if<Scene>(&content);
      ASSERT_NE(scene, nullptr) << std::get<EmptyState>(content).title;
      SCOPED_TRACE(scene->summary + " at " + std::to_string(size.width));
      expectInsideContent(*scene);
      EXPECT_EQ(scene->summary.find("nan"), std::string::npos) << scene->summary;
      for (const HitArea& area : scene->hits) EXPECT_EQ(area.label.find("nan"), std::string::npos) << area.label;
    }
}

TEST_F(DatasetViewsTest, OneUserHasNoIntervals) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto takeInterval = [](Estimate& estimate) { estimate.low = estimate.high = none; };
  m_facts.users = {{1, m_facts.n}};
  takeInterval(m_facts.withinThree);
  takeInterval(m_facts.inWindow);
  for (HeadRole& role : m_read.heads)
    for (Estimate& estimate : role.timesUniform) takeInterval(estimate);
  for (LengthEntropy& part : m_read.entropy)
    for (Estimate& estimate : part.heads) takeInterval(estimate);
  for (ScoreBin& bin : m_read.scores) takeInterval(bin.content);
  for (std::vector<ReadingBin>* bins : {&m_read.pointer->byPosition, &m_read.pointer->byHours})
    for (ReadingBin& bin : *bins) takeInterval(bin.timesUniform);
  for (GateContext& context : m_gate.contexts) {
    takeInterval(context.gate);
    context.users = 1;
  }
  expectSound(m_input);
  EXPECT_TRUE(says(sceneOf(lastSeenContent(m_input, lightCanvas({500, 300}))), "within 3 visits 37.5 %"));
}

TEST_F(DatasetViewsTest, FiftyVisits) {
  m_facts.lengths.assign(51, 4);
  m_facts.longest = 50;
  for (std::size_t position = 13; position <= 50; ++position) {
    m_read.scores.push_back({position, {.mean = 1, .low = 0, .high = 2, .n = position < 30 ? 60U : 25U}, 0.01});
    for (std::vector<ReadingBin>* bins : {&m_read.pointer->byPosition, &m_read.attention[0].byPosition})
      bins->push_back(
          {static_cast<double>(position), static_cast<double>(position), 60, 0.02, 0.02, {1, 0.9, 1.1, 60}});
  }
  expectSound(m_input);
  const Scene scene = sceneOf(scoresByPositionContent(m_input, lightCanvas({570, 270})));
  EXPECT_EQ(termOf(scene, "Position 29 "), "len>=29");
  EXPECT_EQ(termOf(scene, "Position 30 "), "") << "too few samples reach it";
  EXPECT_EQ(scene.table.rows.size(), 50U) << "the table has all";
}

TEST_F(DatasetViewsTest, LongNamesStayInside) {
  m_sample.model.title = std::string(120, 'm') + " of a long study";
  m_input.headModels = {
      {0, "A " + m_sample.model.title}, {1, "B " + std::string(40, 'c')}, {2, "C " + std::string(40, 'd')}};
  m_input.scope = "1 234 567 filtered of 9 876 543 validation samples";
  expectSound(m_input);
  EXPECT_EQ(textsSaying(sceneOf(headRolesContent(m_input, lightCanvas({420, 240}))), "B").size(), 1U);
}

TEST_F(DatasetViewsTest, AModelWithoutAttentionStillHasAPointer) {
  m_sample.model.capabilities.attentionMaps = false;
  m_read.heads.clear();
  m_read.entropy.clear();
  m_read.attention.clear();
  const Canvas canvas = lightCanvas({700, 300});
  EXPECT_NE(sentenceOf(attentionEntropyContent(m_input, canvas)).find("no attention heads"), std::string::npos);
  EXPECT_TRUE(says(sceneOf(byPositionContent(m_input, canvas)), "pointer weight"));
  EXPECT_TRUE(says(sceneOf(scoresByPositionContent(m_input, canvas)), "On one scale"));
}

TEST_F(DatasetViewsTest, AModelWithoutAPointerStillHasHeads) {
  m_sample.model.capabilities.pointer = m_sample.model.capabilities.positionBias = false;
  m_read.pointer.reset();
  m_read.scores.clear();
  const Canvas canvas = lightCanvas({700, 300});
  EXPECT_NE(sentenceOf(scoresByPositionContent(m_input, canvas)).find("no pointer"), std::string::npos);
  EXPECT_TRUE(says(sceneOf(byPositionContent(m_input, canvas)), "attention, layer 1"));
  EXPECT_EQ(sentenceOf(attentionEntropyContent(m_input, canvas)), "");
}

TEST_F(DatasetViewsTest, WhatAModelLacksIsSaidInOneSentence) {
  m_sample.model.capabilities.pointer = m_sample.model.capabilities.gate = false;
  m_sample.model.capabilities.attentionMaps = false;
  m_read = {};
  const Canvas canvas = lightCanvas({700, 300});
  EXPECT_NE(sentenceOf(headRolesContent(m_input, canvas)).find("no attention heads"), std::string::npos);
  EXPECT_NE(sentenceOf(byHoursContent(m_input, canvas)).find("neither"), std::string::npos);
  EXPECT_NE(sentenceOf(gateByContextContent(m_input, canvas)).find("no gate"), std::string::npos);
  m_input.model = nullptr;
  EXPECT_EQ(sentenceOf(headRolesContent(m_input, canvas)), "No model open");
  EXPECT_EQ(sentenceOf(splitsContent(m_input, canvas)), "");
}

TEST_F(DatasetViewsTest, NothingIsDrawnOfNothing) {
  const Canvas canvas = lightCanvas({700, 300});
  DatasetFacts none;
  m_input.facts = &none;
  for (const DatasetPresenter present : presenters) EXPECT_EQ(sentenceOf(present(m_input, canvas)), "No matches");
  m_input.facts = nullptr;
  for (const DatasetPresenter present : presenters) EXPECT_EQ(sentenceOf(present(m_input, canvas)), "Counting");
  m_input.hasDataset = false;
  for (const DatasetPresenter present : presenters) EXPECT_EQ(sentenceOf(present(m_input, canvas)), "No dataset open");
}

}  // namespace
}  // namespace sojourn::present
