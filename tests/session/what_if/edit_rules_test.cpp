// SPDX-License-Identifier: GPL-3.0-or-later
// One rule over many samples, on an engine that predicts the place of the last visit: every figure is counted by hand.
#include "views/session/what_if/edit_rules.h"

#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;

/// Predicts the last visit's place; the target is first where it is that, else seventh. The gate is a tenth a visit.
class LastPlaceEngine final : public FakeEngine {
 public:
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel, const Progress&) const override {
    evaluateDoor.pass();
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    evaluated += rows.size();
    if (fails) return Error{ErrorKind::Failed, "row 3", "holds a NaN", "another model"};
    std::vector<Outcome> outcomes;
    for (const std::size_t row : rows) {
      Outcome outcome;
      outcome.prediction = set.locations(row).back();
      outcome.rank = outcome.prediction == set.target(row) ? 1 : 7;
      outcome.gate = 0.1F * static_cast<float>(set.length(row));
      outcomes.push_back(outcome);
    }
    return outcomes;
  }
  mutable std::atomic<std::size_t> evaluated{0};
  std::atomic<bool> fails{false};
};

Sequence sequence(std::initializer_list<LocationId> places, LocationId target) {
  Sequence made{.user = 1, .visits = {}, .target = target};
  int minute = 480;
  for (const LocationId place : places) {
    made.visits.push_back({place, 2, minute, 30, 0});
    minute += 60;
  }
  return made;
}

class RuleEffectTest : public ::testing::Test {
 protected:
  RuleEffectTest() {
    m_set.append(sequence({2, 3}, 3));
    m_set.append(sequence({5}, 5));
    m_set.append(sequence({4, 3}, 4));
    m_set.append(sequence({2, 2, 6}, unseenLocation));
  }
  RuleEffect effect(const EditRule& rule) {
    const std::vector<std::size_t> rows{0, 1, 2, 3};
    const std::vector<std::optional<Outcome>> unknown(rows.size());
    auto found = effectOfRule(m_engine, m_set, rows, unknown, rule);
    EXPECT_TRUE(found.ok());
    return *found;
  }

  LastPlaceEngine m_engine;
  SequenceSet m_set;
};

TEST_F(RuleEffectTest, WithoutTheLastVisit) {
  const RuleEffect found = effect(DropLastVisit{});
  EXPECT_EQ(found.asked, 4U);
  EXPECT_EQ(found.samples, 4U);
  EXPECT_EQ(found.leftAlone, 1U) << "one visit must stay";
  EXPECT_EQ(found.changed, 3U);
  EXPECT_EQ(found.before, (RightCounts{4, 2, 2, 4}));
  EXPECT_EQ(found.after, (RightCounts{4, 2, 2, 4}));
  EXPECT_EQ(found.beforeKnown, (RightCounts{3, 2, 2, 3}));
  EXPECT_EQ(found.afterKnown, (RightCounts{3, 2, 2, 3}));
  EXPECT_NEAR(found.gateBefore, 0.2, 1e-6);
  EXPECT_NEAR(found.gateAfter, 0.125, 1e-6);
  EXPECT_EQ(found.gainers, (std::vector<PlaceChange>{{2, 0, 2}, {4, 0, 1}}));
  EXPECT_EQ(found.losers, (std::vector<PlaceChange>{{3, 2, 0}, {6, 1, 0}}));
}

TEST_F(RuleEffectTest, OnePlaceByAnother) {
  const RuleEffect found = effect(ReplacePlace{3, 5});
  EXPECT_EQ(found.leftAlone, 2U) << "two never were there";
  EXPECT_EQ(found.changed, 2U);
  EXPECT_EQ(found.after.within1, 1U) << "targets stay what they were";
  EXPECT_EQ(found.gainers, (std::vector<PlaceChange>{{5, 1, 3}}));
  EXPECT_EQ(found.losers, (std::vector<PlaceChange>{{3, 2, 0}}));
  EXPECT_EQ(found.gateBefore, found.gateAfter);
}

TEST_F(RuleEffectTest, TheLastVisitsAlone) {
  const RuleEffect found = effect(KeepLastVisits{2});
  EXPECT_EQ(found.leftAlone, 3U);
  EXPECT_EQ(found.changed, 0U);
  EXPECT_NEAR(found.gateAfter, 0.175, 1e-6);
  EXPECT_TRUE(found.gainers.empty());
}

TEST_F(RuleEffectTest, TimesThatLeaveTheWindowLeaveTheSampleAlone) {
  Sequence old = sequence({2, 3}, 3);
  old.visits[0].daysAgo = 7;
  old.visits[0].startMinute = 20;
  EXPECT_FALSE(applyRule(old, ShiftAllTimes{-60}));
  EXPECT_FALSE(applyRule(old, ShiftAllTimes{0})) << "nothing to do";
  const auto later = applyRule(old, ShiftAllTimes{90});
  ASSERT_TRUE(later);
  EXPECT_EQ(later->visits[0].startMinute, 110);
  EXPECT_EQ(later->visits[1].startMinute, 540 + 90);
}

TEST_F(RuleEffectTest, WhatIsKnownIsNotEvaluatedAgain) {
  const std::vector<std::size_t> rows{0, 1, 2};
  std::vector<std::optional<Outcome>> known(3);
  known[0] = Outcome{.prediction = 9, .rank = 1, .gate = 0.9F};
  const auto found = effectOfRule(m_engine, m_set, rows, known, KeepLastVisits{1});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(m_engine.evaluated, 2U + 2U) << "two unknown ones, two edited ones";
  EXPECT_EQ(found->losers, (std::vector<PlaceChange>{{9, 1, 0}}));
}

TEST(EditRuleName, SaysWhatItDoes) {
  const auto place = [](LocationId location) { return "P" + std::to_string(location); };
  EXPECT_EQ(ruleName(DropLastVisit{}, place), "Drop the last visit");
  EXPECT_EQ(ruleName(ShiftAllTimes{90}, place), "Shift all times by +90 min");
  EXPECT_EQ(ruleName(ShiftAllTimes{-15}, place), "Shift all times by \u221215 min");
  EXPECT_EQ(ruleName(ReplacePlace{2, 14}, place), "Replace P2 by P14");
  EXPECT_EQ(ruleName(KeepLastVisits{3}, place), "Keep the last 3 visits");
}

class EditRulesTest : public ::testing::Test {
 protected:
  EditRulesTest() {
    m_studio.engine = [this](const auto&, const auto&) -> Result<EnginePtr> { return EnginePtr(m_engine); };
    m_studio.openAll();
    m_rules = std::make_unique<EditRules>(m_studio.workspace(), [this] { ++m_reported; });
  }
  ~EditRulesTest() override {
    m_engine->evaluateDoor.open();
    m_rules.reset();
  }
  [[nodiscard]] bool ended() {
    return m_studio.until([&] { return !m_rules->running(); });
  }

  std::shared_ptr<LastPlaceEngine> m_engine = std::make_shared<LastPlaceEngine>();
  Studio m_studio;
  std::unique_ptr<EditRules> m_rules;
  int m_reported = 0;
};

TEST_F(EditRulesTest, RunsOverWhatTheFilterShows) {
  ASSERT_TRUE(m_rules->canRun());
  m_studio->samples().setFilterText("user:1");
  const std::size_t shown = m_studio->samples().view().rows().size();
  ASSERT_LT(shown, 40U);
  m_rules->run(DropLastVisit{}, "Drop the last visit");
  ASSERT_EQ(m_studio->jobs().all().size(), 1U);
  EXPECT_EQ(m_studio->jobs().all()[0].title, "Drop the last visit");
  ASSERT_TRUE(ended());
  EXPECT_TRUE(m_studio->jobs().all().empty());
  ASSERT_TRUE(m_rules->effect());
  EXPECT_EQ(m_rules->effect()->samples, shown);
  EXPECT_EQ(m_rules->effect()->rule, "Drop the last visit");
  EXPECT_FALSE(m_rules->outdated());
  m_studio->samples().setFilterText("");
  EXPECT_TRUE(m_rules->outdated()) << "other samples are shown now";
  EXPECT_GT(m_reported, 1);
}

TEST_F(EditRulesTest, IsStoppedFromTheJobBox) {
  m_engine->evaluateDoor.shut();
  const int before = m_engine->evaluateDoor.arrivals();
  m_rules->run(KeepLastVisits{1}, "Keep the last visit alone");
  while (m_engine->evaluateDoor.arrivals() == before) std::this_thread::yield();
  m_studio->jobs().cancel(m_studio->jobs().all()[0].id);
  m_engine->evaluateDoor.open();
  ASSERT_TRUE(ended());
  EXPECT_FALSE(m_rules->effect()) << "nothing was evaluated";
  EXPECT_FALSE(m_rules->error());
}

TEST_F(EditRulesTest, FailuresAreReported) {
  m_engine->fails = true;
  m_rules->run(DropLastVisit{}, "Drop the last visit");
  ASSERT_TRUE(ended());
  ASSERT_TRUE(m_rules->error());
  EXPECT_EQ(m_rules->error()->what, "holds a NaN");
  EXPECT_FALSE(m_rules->effect());
}

}  // namespace
}  // namespace sojourn::session
