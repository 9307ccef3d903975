// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;

class SampleViewTest : public ::testing::Test {
 protected:
  SampleViewTest() : m_table(test::fakeDataset(), Split::Test) { m_view.reset(&m_table); }

  bool fill(SampleIndex first, std::size_t count) {
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < count; ++i) outcomes.push_back(test::fakeOutcome(*m_table.sequences(), first + i));
    m_table.fill(first, outcomes);
    return m_view.rowsFilled(first, count);
  }
  void filter(const std::string& text) { m_view.setFilter(SampleFilter::parse(text, nullptr).filter); }
  std::vector<SampleIndex> rows() const { return {m_view.rows().begin(), m_view.rows().end()}; }
  /// The same table and filter, made in one go.
  void expectLikeNew(const std::string& text) {
    SampleView fresh;
    fresh.reset(&m_table);
    fresh.setFilter(SampleFilter::parse(text, nullptr).filter);
    fresh.setSort(m_view.sort());
    EXPECT_EQ(rows(), std::vector<SampleIndex>(fresh.rows().begin(), fresh.rows().end()));
    const auto expectSame = [](const RankTotals& a, const RankTotals& b) {
      EXPECT_EQ(a.samples(), b.samples());
      EXPECT_EQ(a.evaluated(), b.evaluated());
      for (const int k : {1, 3, 5, 10}) EXPECT_EQ(a.correct(k), b.correct(k));
      EXPECT_EQ(a.mrr().has_value(), b.mrr().has_value());
      if (a.mrr() && b.mrr()) {
        EXPECT_NEAR(*a.mrr(), *b.mrr(), 1e-9);
      }
    };
    const SampleTotals &a = m_view.totals(), &b = fresh.totals();
    expectSame(a.filtered, b.filtered);
    expectSame(a.filteredKnown, b.filteredKnown);
    expectSame(a.whole, b.whole);
    expectSame(a.wholeKnown, b.wholeKnown);
  }

  SampleTable m_table;
  SampleView m_view;
};

TEST_F(SampleViewTest, CountsTotals) {
  fill(0, 40);
  filter("user:1");
  const SampleTotals& totals = m_view.totals();
  EXPECT_EQ(totals.whole.samples(), 40U);
  EXPECT_EQ(totals.whole.correct(1), 6U) << "rows 0, 7, ... 35";
  EXPECT_DOUBLE_EQ(totals.whole.accuracy(1).value(), 15.0);
  EXPECT_DOUBLE_EQ(totals.whole.accuracy(10).value(), 100.0);
  EXPECT_EQ(totals.wholeKnown.samples(), 36U) << "targets 1 at rows 0, 11, 22, 33";
  EXPECT_EQ(totals.filtered.samples(), 14U);
  EXPECT_EQ(totals.filteredKnown.samples(), 12U) << "rows 0 and 33 are user 1's";
  // Ranks 1..7 five times, and 1..5 once more.
  const double reciprocal = 5 * (1 + 0.5 + 1.0 / 3 + 0.25 + 0.2 + 1.0 / 6 + 1.0 / 7) + (1 + 0.5 + 1.0 / 3 + 0.25 + 0.2);
  EXPECT_NEAR(totals.whole.mrr().value(), 100 * reciprocal / 40, 1e-9);
}

TEST_F(SampleViewTest, NothingEvaluatedSaysNothing) {
  EXPECT_EQ(m_view.totals().whole.samples(), 40U);
  EXPECT_FALSE(m_view.totals().whole.accuracy(1));
  EXPECT_FALSE(m_view.totals().whole.mrr());
}

TEST_F(SampleViewTest, GrowsWithTheOutcomesAsIfMadeInOneGo) {
  for (const std::string text : {"", "wrong", "gate<0.5 user:1", "unseen", "in-history:yes rank>2"}) {
    m_table.clearOutcomes();
    m_view.reset(&m_table);
    filter(text);
    // The blocks come out of order, as after a pass that was begun again.
    for (const SampleIndex first : {10U, 0U, 30U, 20U}) {
      fill(first, 10);
      expectLikeNew(text);
    }
  }
}

TEST_F(SampleViewTest, KeepsItsOrderWhileOutcomesCome) {
  m_view.setSort({SampleColumn::Rank, true});
  for (SampleIndex first = 0; first < 40; first += 4) fill(first, 4);
  m_view.settle();
  expectLikeNew("");
  EXPECT_EQ(rows()[0], 6U);
  EXPECT_EQ(rows()[39], 35U);
}

TEST_F(SampleViewTest, VersionFollowsTheSetAndNotTheOrder) {
  const auto version = m_view.version();
  m_view.setSort({SampleColumn::Length, true});
  EXPECT_EQ(m_view.version(), version);
  fill(0, 10);
  EXPECT_EQ(m_view.version(), version) << "an open filter shows the same rows";
  filter("wrong");
  EXPECT_GT(m_view.version(), version);
  const auto filtered = m_view.version();
  EXPECT_TRUE(fill(10, 5));
  EXPECT_GT(m_view.version(), filtered);
}

TEST_F(SampleViewTest, TellsWhereARowStands) {
  filter("index:5..9");
  m_view.setSort({SampleColumn::Index, true});
  EXPECT_THAT(rows(), ElementsAre(9, 8, 7, 6, 5));
  EXPECT_EQ(m_view.positionOf(7), 2U);
  EXPECT_FALSE(m_view.positionOf(4));
}

TEST_F(SampleViewTest, WithoutATableThereIsNothing) {
  m_view.reset(nullptr);
  EXPECT_TRUE(m_view.rows().empty());
  EXPECT_FALSE(m_view.rowsFilled(0, 3));
  EXPECT_EQ(m_view.totals().whole.samples(), 0U);
}

}  // namespace
}  // namespace sojourn::session
