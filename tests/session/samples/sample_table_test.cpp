// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_table.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::fakeDataset;
using ::testing::ElementsAre;

std::vector<SampleIndex> allRows(const SampleTable& table) {
  std::vector<SampleIndex> rows(table.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

void fillRows(SampleTable& table, SampleIndex first, std::size_t count) {
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < count; ++i) outcomes.push_back(test::fakeOutcome(*table.sequences(), first + i));
  table.fill(first, outcomes);
}

TEST(SampleTable, KnowsTheDataAtOnceAndTheModelLater) {
  SampleTable table(fakeDataset(), Split::Test);
  ASSERT_EQ(table.size(), 40U);
  EXPECT_EQ(table.value(5, SampleColumn::User), 3);
  EXPECT_EQ(table.value(5, SampleColumn::Length), 3);
  EXPECT_EQ(table.value(5, SampleColumn::Target), 6);
  EXPECT_EQ(table.value(4, SampleColumn::InHistory), 1);
  EXPECT_EQ(table.value(5, SampleColumn::InHistory), 0);
  EXPECT_EQ(table.value(11, SampleColumn::Unseen), 1);
  for (const auto column : {SampleColumn::Rank, SampleColumn::Gate, SampleColumn::Correct}) {
    EXPECT_FALSE(table.value(5, column)) << columnTitle(column);
  }
  fillRows(table, 0, 10);
  EXPECT_EQ(table.filledCount(), 10U);
  EXPECT_EQ(table.value(5, SampleColumn::Rank), 6);
  EXPECT_EQ(table.value(7, SampleColumn::Correct), 1);
  EXPECT_FALSE(table.value(4, SampleColumn::CopyShare)) << "NaN is no value";
  fillRows(table, 5, 5);
  EXPECT_EQ(table.filledCount(), 10U) << "again is not more";
  table.clearOutcomes();
  EXPECT_EQ(table.filledCount(), 0U);
  EXPECT_FALSE(table.value(5, SampleColumn::Rank));
}

TEST(SampleTable, NeverFillsBeyondItsEnd) {
  SampleTable table(fakeDataset({.sequences = 3}), Split::Test);
  table.fill(2, std::vector<Outcome>(5));
  EXPECT_EQ(table.filledCount(), 1U);
}

TEST(SampleTable, SortsStablyWithMissingValuesLastBothWays) {
  SampleTable table(fakeDataset({.sequences = 12}), Split::Test);
  fillRows(table, 0, 10);  // rows 10 and 11 stay empty; copy share is NaN at 0, 4, 8
  auto rows = allRows(table);
  sortSamples(rows, table, {SampleColumn::Rank, false});
  EXPECT_THAT(rows, ElementsAre(0, 7, 1, 8, 2, 9, 3, 4, 5, 6, 10, 11));
  rows = allRows(table);
  sortSamples(rows, table, {SampleColumn::Rank, true});
  EXPECT_THAT(rows, ElementsAre(6, 5, 4, 3, 2, 9, 1, 8, 0, 7, 10, 11));
  rows = allRows(table);
  sortSamples(rows, table, {SampleColumn::CopyShare, true});
  EXPECT_THAT(rows, ElementsAre(1, 2, 3, 5, 6, 7, 9, 0, 4, 8, 10, 11));
}

TEST(SampleTable, SortsEveryColumnByItsValue) {
  SampleTable table(fakeDataset({.sequences = 200, .locations = 70}), Split::Test);
  fillRows(table, 0, 200);
  for (std::size_t i = 0; i < sampleColumnCount; ++i) {
    const auto column = static_cast<SampleColumn>(i);
    for (const bool descending : {false, true}) {
      auto rows = allRows(table);
      sortSamples(rows, table, {column, descending});
      for (std::size_t at = 1; at < rows.size(); ++at) {
        const auto before = table.value(rows[at - 1], column), after = table.value(rows[at], column);
        if (!after) continue;
        ASSERT_TRUE(before) << columnTitle(column);
        ASSERT_TRUE(descending ? *before >= *after : *before <= *after) << columnTitle(column) << " at " << at;
      }
    }
  }
}

TEST(SampleTable, SortsNegativeAndSmallNumbers) {
  SampleTable table(fakeDataset({.sequences = 5}), Split::Test);
  std::vector<Outcome> outcomes(5);
  const float values[] = {0.5F, -1e-30F, -2.0F, 0.0F, 1e-30F};
  for (std::size_t i = 0; i < 5; ++i) outcomes[i].targetProbability = values[i];
  table.fill(0, outcomes);
  auto rows = allRows(table);
  sortSamples(rows, table, {SampleColumn::TargetProbability, false});
  EXPECT_THAT(rows, ElementsAre(2, 1, 3, 4, 0));
}

TEST(SampleTable, SortsPlacesByTheOrderOfTheirNames) {
  SampleTable table(fakeDataset({.sequences = 4}), Split::Test);  // targets 1, 2, 3, 4
  auto rows = allRows(table);
  sortSamples(rows, table, {SampleColumn::Target, false}, {9, 3, 2, 1, 0});
  EXPECT_THAT(rows, ElementsAre(3, 2, 1, 0));
}

TEST(SampleTable, EmptyTablesAreNoTrouble) {
  const SampleTable table;
  EXPECT_TRUE(table.empty());
  EXPECT_TRUE(table.complete());
  std::vector<SampleIndex> rows;
  sortSamples(rows, table, {SampleColumn::Gate, true});
  EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace sojourn::session
