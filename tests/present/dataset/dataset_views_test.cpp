// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Dataset workspace: numbers, tables, what a click filters, and what stands in place of a picture.
#include "views/present/dataset/dataset_views.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

#include "tests/present/dataset/fake_profile.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

namespace sojourn::present {
namespace {

using DatasetPresenter = ViewContent (*)(const DatasetInput&, const Canvas&);
constexpr std::array<DatasetPresenter, 9> presenters{splitsContent,         hoursContent,     lengthsContent,
                                                     placeFrequencyContent, lastSeenContent,  byPositionContent,
                                                     byHoursContent,        headRolesContent, gateByContextContent};

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
      if (area.label.find(label) != std::string::npos && area.action) return area.action->argument;
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
}

TEST_F(DatasetViewsTest, HoursAreThoseOfTheZoneShown) {
  m_input.offsetMinutes = 8 * 60;
  const Scene scene = sceneOf(hoursContent(m_input, lightCanvas({700, 300})));
  EXPECT_EQ(numberIn(scene.table, 3, "18"), 150) << "Thursday 10 h is 18 h there";
  EXPECT_EQ(numberIn(scene.table, 0, "7"), 50) << "Sunday 23 h is Monday 7 h";
  EXPECT_TRUE(says(scene, "Most: Thu 18:00 to 19:00"));
  EXPECT_NE(scene.caption.find("+08:00"), std::string::npos) << scene.caption;
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
