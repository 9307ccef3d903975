// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a set, the gate's histogram and the position bias, on samples small enough to count by hand.
#include "model/evaluate/metrics.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct Sample {
  UserId user;
  std::int32_t weekday, startMinute;
  std::size_t length;
  std::int32_t rank;
  float gate;
};

/// The outcomes of samples, and the set they are of.
struct Case {
  SequenceSet set;
  std::vector<std::size_t> rows;
  std::vector<Outcome> outcomes;
};

Case caseOf(const std::vector<Sample>& samples) {
  Case made;
  for (const Sample& sample : samples) {
    Sequence sequence{
        .user = sample.user, .visits = std::vector<Visit>(sample.length, Visit{.location = 2}), .target = 2};
    sequence.visits.back().weekday = sample.weekday;
    sequence.visits.back().startMinute = sample.startMinute;
    made.rows.push_back(made.rows.size());
    made.set.append(sequence);
    Outcome outcome;
    outcome.rank = sample.rank;
    outcome.gate = sample.gate;
    outcome.copyShare = std::isnan(sample.gate) ? nan : 0.5F;
    outcome.pointerEntropy = sample.gate;
    made.outcomes.push_back(outcome);
  }
  return made;
}

const std::vector<Sample> samples{{1, 0, 23 * 60 + 30, 3, 1, 0.25F},
                                  {1, 6, 23 * 60 + 30, 5, 2, 0.75F},
                                  {2, 2, 8 * 60, 6, 1, 0.75F},
                                  {2, 2, 8 * 60 + 59, 60, 1, nan}};

TEST(Slices, ByUser) {
  const Case some = caseOf(samples);
  const auto slices = sliceBy(SliceBy::User, some.set, some.rows, some.outcomes);
  ASSERT_EQ(slices.size(), 2U);
  EXPECT_EQ(slices[0].key, 1);
  EXPECT_EQ(slices[0].label, "User 1");
  EXPECT_EQ(slices[0].n, 2U);
  EXPECT_EQ(slices[0].correct, 1U);
  EXPECT_DOUBLE_EQ(slices[0].accuracy, 50);
  EXPECT_DOUBLE_EQ(slices[0].meanGate, 0.5);
  EXPECT_DOUBLE_EQ(slices[0].gateDeviation, 0.25);
  EXPECT_EQ(slices[1].withGate, 1U) << "a sample without a gate is counted, its gate is not";
  EXPECT_EQ(slices[1].n, 2U);
}

TEST(Slices, HourAndWeekdayFollowTheShownZoneAcrossMidnightAndTheWeek) {
  const Case some = caseOf(samples);
  auto hours = sliceBy(SliceBy::Hour, some.set, some.rows, some.outcomes);
  ASSERT_EQ(hours.size(), 2U);
  EXPECT_EQ(hours[0].label, "08:00");
  EXPECT_EQ(hours[0].n, 2U);
  EXPECT_EQ(hours[1].key, 23);
  hours = sliceBy(SliceBy::Hour, some.set, some.rows, some.outcomes, 60);
  EXPECT_EQ(hours[0].key, 0);
  EXPECT_EQ(hours[1].key, 9);

  auto days = sliceBy(SliceBy::Weekday, some.set, some.rows, some.outcomes, 60);
  ASSERT_EQ(days.size(), 3U);
  EXPECT_EQ(days[0].label, "Mon") << "Sunday 23:30 is Monday an hour later";
  EXPECT_EQ(days[1].label, "Tue");
  days = sliceBy(SliceBy::Weekday, some.set, some.rows, some.outcomes, -24 * 60);
  EXPECT_EQ(days.back().label, "Sun") << "Monday is Sunday a day earlier";
}

TEST(Slices, ByLengthAndByCorrectness) {
  const Case some = caseOf(samples);
  const auto lengths = sliceBy(SliceBy::Length, some.set, some.rows, some.outcomes);
  ASSERT_EQ(lengths.size(), 3U);
  EXPECT_EQ(lengths[0].label, "3\u20135 visits");
  EXPECT_EQ(lengths[0].n, 2U);
  EXPECT_EQ(lengths[1].key, 6);
  EXPECT_EQ(lengths[2].label, "51 or more visits");
  const auto right = sliceBy(SliceBy::Correctness, some.set, some.rows, some.outcomes);
  ASSERT_EQ(right.size(), 2U);
  EXPECT_EQ(right[0].label, "Wrong");
  EXPECT_EQ(right[1].n, 3U);
}

TEST(Slices, GateHistogramKeepsRightAndWrongApart) {
  const Case some = caseOf(samples);
  const GateSummary gate = summariseGate(some.outcomes, 4);
  ASSERT_EQ(gate.bins.size(), 4U);
  EXPECT_EQ(gate.n, 3U);
  EXPECT_EQ(gate.bins[1].right, 1U) << "0.25 belongs to [0.25, 0.5)";
  EXPECT_EQ(gate.bins[3].right, 1U);
  EXPECT_EQ(gate.bins[3].wrong, 1U);
  EXPECT_DOUBLE_EQ(gate.bins[3].accuracy(), 50);
  EXPECT_NEAR(gate.mean, (0.25 + 0.75 + 0.75) / 3, 1e-12);
  EXPECT_NEAR(gate.deviation, std::sqrt(2.0 / 9) / 2, 1e-12);
  EXPECT_DOUBLE_EQ(gate.meanRight, 0.5);
  EXPECT_DOUBLE_EQ(gate.meanWrong, 0.75);
  EXPECT_DOUBLE_EQ(gate.meanCopyShare, 0.5);
}

TEST(Slices, AGateOfOneFallsIntoTheLastBin) {
  Outcome outcome;
  outcome.gate = 1;
  EXPECT_EQ(summariseGate(std::vector{outcome}).bins[39].wrong, 1U);
}

TEST(Slices, AModelWithoutGateHasAnEmptySummary) {
  Outcome outcome;
  outcome.gate = outcome.biasDeviation = outcome.biasDivergence = nan;
  const GateSummary gate = summariseGate(std::vector{outcome});
  EXPECT_EQ(gate.n, 0U);
  EXPECT_TRUE(std::isnan(gate.mean));
  EXPECT_EQ(summarisePositionBias(std::vector{outcome}).n, 0U);
}

TEST(Slices, PositionBiasIsSummedUpOverSamples) {
  std::vector<Outcome> outcomes(2);
  outcomes[0].biasDeviation = 0.02F;
  outcomes[1].biasDeviation = 0.04F;
  outcomes[0].contentDeviation = 1;
  outcomes[1].contentDeviation = 2;
  outcomes[0].biasDivergence = 0;
  outcomes[1].biasDivergence = 0.5F;
  outcomes[1].changedWithoutBias = true;
  const PositionBiasSummary bias = summarisePositionBias(outcomes);
  EXPECT_EQ(bias.n, 2U);
  EXPECT_NEAR(bias.biasDeviation, 0.03, 1e-7);
  EXPECT_DOUBLE_EQ(bias.contentDeviation, 1.5);
  EXPECT_DOUBLE_EQ(bias.divergence, 0.25);
  EXPECT_EQ(bias.changed, 1U);
  EXPECT_DOUBLE_EQ(bias.changedShare, 50);
}

TEST(Slices, PositionsAreTaughtByAllSequencesThatReachThem) {
  const Case some = caseOf(samples);  // lengths 3, 5, 6, 60
  const auto reaching = sequencesReaching(some.set, 8);
  EXPECT_EQ(reaching, (std::vector<std::size_t>{0, 4, 4, 4, 3, 3, 2, 1}));
  EXPECT_EQ(sequencesReaching(some.set, 64)[60], 1U);
  EXPECT_EQ(sequencesReaching(some.set, 64)[61], 0U);
  EXPECT_TRUE(sequencesReaching(some.set, 0).empty());
}

}  // namespace
}  // namespace sojourn
