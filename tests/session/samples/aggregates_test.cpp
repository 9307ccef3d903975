// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/aggregates.h"

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

class AggregatesTest : public ::testing::Test {
 protected:
  AggregatesTest() : m_table(test::fakeDataset({.sequences = 70}), Split::Test) {
    m_view.reset(&m_table);
    m_aggregates.setSource(&m_table, &m_view);
  }
  void fill(SampleIndex first, std::size_t count) {
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < count; ++i) outcomes.push_back(test::fakeOutcome(*m_table.sequences(), first + i));
    m_table.fill(first, outcomes);
    m_view.rowsFilled(first, count);
    m_aggregates.outdate();
  }
  SampleTable m_table;
  SampleView m_view;
  Aggregates m_aggregates;
};

TEST_F(AggregatesTest, AreOfTheSamplesThatAreThere) {
  EXPECT_EQ(m_aggregates.gate(SampleScope::Split).n, 0U);
  fill(0, 35);
  EXPECT_EQ(m_aggregates.gate(SampleScope::Split).n, 35U);
  fill(35, 35);
  const GateSummary& gate = m_aggregates.gate(SampleScope::Split);
  EXPECT_EQ(gate.n, 70U);
  EXPECT_NEAR(gate.mean, 0.45, 1e-6);
  const MetricsByTarget& metrics = m_aggregates.metrics(SampleScope::Split);
  EXPECT_EQ(metrics.all.n, 70U);
  EXPECT_EQ(metrics.all.correct[0], 10U);
  EXPECT_EQ(metrics.all.correct[0], m_view.totals().whole.correct(1)) << "two ways of counting, one figure";
  EXPECT_NEAR(metrics.all.mrr, m_view.totals().whole.mrr().value(), 1e-6);
  EXPECT_EQ(metrics.known.n, m_view.totals().wholeKnown.samples());
}

TEST_F(AggregatesTest, FollowTheFilter) {
  fill(0, 70);
  EXPECT_EQ(m_aggregates.metrics(SampleScope::Filtered).all.n, 70U);
  m_view.setFilter(SampleFilter::parse("right", nullptr).filter);
  m_aggregates.forget();
  EXPECT_EQ(m_aggregates.metrics(SampleScope::Filtered).all.n, 10U);
  EXPECT_EQ(m_aggregates.metrics(SampleScope::Split).all.n, 70U);
  const auto& slices = m_aggregates.slices(SliceBy::User, SampleScope::Filtered);
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_EQ(slices[0].n + slices[1].n + slices[2].n, 10U);
}

TEST_F(AggregatesTest, AreComputedOnceWhileNothingChanges) {
  fill(0, 70);
  const auto* first = m_aggregates.slices(SliceBy::Hour, SampleScope::Split).data();
  EXPECT_EQ(m_aggregates.slices(SliceBy::Hour, SampleScope::Split).data(), first);
  m_aggregates.setOffsetMinutes(480);
  EXPECT_EQ(m_aggregates.slices(SliceBy::Hour, SampleScope::Split).at(0).key, 18) << "10:00 eight hours on";
}

TEST_F(AggregatesTest, CountTheTrainingSequencesThatReachAPosition) {
  const auto& reaching = m_aggregates.sequencesReaching(20);
  ASSERT_EQ(reaching.size(), 20U);
  EXPECT_EQ(reaching[0], 0U);
  EXPECT_EQ(reaching[3], 70U);
  EXPECT_EQ(reaching[7], 14U) << "a fifth has seven visits";
  EXPECT_EQ(reaching[8], 0U);
}

TEST(AggregatesWithoutData, SayNothing) {
  Aggregates aggregates;
  EXPECT_EQ(aggregates.gate(SampleScope::Filtered).n, 0U);
  EXPECT_TRUE(aggregates.slices(SliceBy::User, SampleScope::Split).empty());
  EXPECT_TRUE(aggregates.sequencesReaching(10).empty());
}

}  // namespace
}  // namespace sojourn::session
