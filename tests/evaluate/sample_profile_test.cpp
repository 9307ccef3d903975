// SPDX-License-Identifier: GPL-3.0-or-later
// What is counted of samples, and the gate by context, on small cases by hand.
#include "model/evaluate/sample_profile.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

/// Three samples: a stay at an unseen place, a return after three visits, a target that the window lacks.
SequenceSet threeSamples() {
  SequenceSet set;
  const auto visit = [](LocationId location, std::int32_t weekday, std::int32_t hour) {
    return Visit{.location = location, .weekday = weekday, .startMinute = hour * 60, .durationMinutes = 30};
  };
  set.append({.user = 7, .visits = {visit(2, 0, 8), visit(unseenLocation, 0, 9)}, .target = unseenLocation});
  set.append({.user = 7, .visits = {visit(3, 1, 8), visit(4, 1, 9), visit(5, 1, 23)}, .target = 3});
  set.append({.user = 9, .visits = {visit(2, 6, 8), visit(3, 6, 23)}, .target = 9});
  return set;
}

std::vector<std::size_t> everyRow(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

TEST(DatasetFacts, CountByHand) {
  const SequenceSet set = threeSamples();
  const DatasetFacts facts = datasetFacts(set, everyRow(set));
  EXPECT_EQ(facts.n, 3U);
  EXPECT_EQ(facts.visits, 7U);
  EXPECT_EQ(facts.shortest, 2U);
  EXPECT_EQ(facts.longest, 3U);
  EXPECT_EQ(facts.medianLength, 2);
  EXPECT_EQ(facts.lengths, (std::vector<std::size_t>{0, 0, 2, 1}));
  EXPECT_EQ(facts.hourWeekday[0][9], 1U);
  EXPECT_EQ(facts.hourWeekday[1][23], 1U);
  EXPECT_EQ(facts.hourWeekday[6][23], 1U);
  EXPECT_EQ(facts.targetInWindow, 2U);
  EXPECT_DOUBLE_EQ(facts.withinThree.mean, 2.0 / 3);
  EXPECT_DOUBLE_EQ(facts.inWindow.mean, 2.0 / 3);
  EXPECT_FALSE(facts.inWindow.hasInterval()) << "two users";
  ASSERT_EQ(facts.lastSeen.size(), 2U);
  EXPECT_EQ(facts.lastSeen[0].visitsAgo, 1U);
  EXPECT_EQ(facts.lastSeen[0].unseen, 1U);
  EXPECT_EQ(facts.lastSeen[1].visitsAgo, 3U);
  EXPECT_EQ(facts.unseen, 1U);
  EXPECT_EQ(facts.stays, 1U);
  EXPECT_EQ(facts.unseenStays, 1U);
  ASSERT_EQ(facts.targetCounts.size(), 2U) << "unseen is no place";
  EXPECT_EQ(facts.targetCounts[0].location, 3);
  ASSERT_EQ(facts.users.size(), 2U);
  EXPECT_EQ(facts.users[0].user, 7);
  EXPECT_EQ(facts.users[0].n, 2U);
}

TEST(DatasetFacts, OfNothingAreEmpty) {
  const DatasetFacts facts = datasetFacts(SequenceSet(), {});
  EXPECT_EQ(facts.n, 0U);
  EXPECT_TRUE(facts.lengths.empty());
}

TEST(DatasetFacts, TheMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle) {
  const SequenceSet set = threeSamples();
  EXPECT_EQ(datasetFacts(set, std::vector<std::size_t>{0, 1}).medianLength, 2.5);
}

TEST(GateProfile, AveragesContextsInTheZoneShown) {
  const SequenceSet set = threeSamples();
  std::vector<Outcome> outcomes(3);
  for (std::size_t i = 0; i < 3; ++i) outcomes[i].gate = 0.25F * static_cast<float>(i + 1);
  outcomes[1].rank = 1;
  const auto mean = [&](const GateProfile& profile, const std::string& filter) {
    for (const GateContext& context : profile.contexts)
      if (context.filter == filter) return context.gate.mean;
    return std::nan("");
  };
  const GateProfile recorded = gateProfile(set, everyRow(set), outcomes);
  EXPECT_DOUBLE_EQ(recorded.mean, 0.5);
  EXPECT_DOUBLE_EQ(mean(recorded, "right"), 0.5);
  EXPECT_DOUBLE_EQ(mean(recorded, "wrong"), 0.5);
  EXPECT_DOUBLE_EQ(mean(recorded, "unseen"), 0.25);
  EXPECT_DOUBLE_EQ(mean(recorded, "in-history:no"), 0.75);
  EXPECT_DOUBLE_EQ(mean(recorded, "hour:18..23"), 0.625);
  EXPECT_DOUBLE_EQ(mean(recorded, "weekday:sat..sun"), 0.75);
  const GateProfile shifted = gateProfile(set, everyRow(set), outcomes, 8 * 60);
  EXPECT_TRUE(std::isnan(mean(shifted, "hour:18..23")));
  EXPECT_DOUBLE_EQ(mean(shifted, "hour:6..11"), 0.625);
  EXPECT_TRUE(std::isnan(mean(shifted, "weekday:sat..sun"))) << "Sunday 23 h is Monday there";
  EXPECT_FALSE(recorded.contexts.front().gate.hasInterval()) << "two users";
  outcomes.assign(3, Outcome{.gate = std::nanf("")});
  EXPECT_EQ(gateProfile(set, everyRow(set), outcomes).n, 0U);
}

}  // namespace
}  // namespace sojourn
