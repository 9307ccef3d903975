// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs: order, means over seeds, the best of a column, test figures that stay hidden, its text.
#include "views/monitor/state/compare.h"

#include <gmock/gmock.h>

#include "tests/monitor/state/compared_runs.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Comparing : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(m_runs.folder().settle()); }
  [[nodiscard]] present::CompareTable::Cell cell(const std::string& name, RunFigure figure) {
    for (const auto& row : m_runs.table().rows)
      if (row.cells.front().text == name) return row.cells[test::ComparedRuns::columnOf(figure)];
    ADD_FAILURE() << name << " is not in the table";
    return {};
  }

  test::ComparedRuns m_runs;
};

TEST_F(Comparing, SeedsStandBelowTheirMeansInTheOrderOfTheColumn) {
  EXPECT_THAT(m_runs.names(), ElementsAre("b", "a", "- a-s2", "- a-s1")) << "by the lowest loss: 3.5, 3.65, 3.6, 3.7";
  // The spread of 3.6 and 3.7 is 0.1 / sqrt(2).
  EXPECT_EQ(cell("a", RunFigure::LowestLoss).text, "3.650 \u00B1 0.071");
  EXPECT_EQ(cell("a-s2", RunFigure::LowestLoss).text, "3.600");
  m_runs.act(present::SortRuns{static_cast<int>(test::ComparedRuns::columnOf(RunFigure::LowestLoss)), true});
  EXPECT_THAT(m_runs.names(), ElementsAre("a", "- a-s1", "- a-s2", "b"));
  m_runs.act(present::SortRuns{0, false});
  EXPECT_THAT(m_runs.names(), ElementsAre("a", "- a-s1", "- a-s2", "b"));
  m_runs.act(present::GroupSeeds{false});
  EXPECT_THAT(m_runs.names(), ElementsAre("a-s1", "a-s2", "b"));
}

TEST_F(Comparing, WhatIsAbsentStandsLastInBothDirections) {
  m_runs.act(present::GroupSeeds{false});
  m_runs.act(present::ShowTest{m_runs.folder().id("b"), true});
  ASSERT_TRUE(m_runs.folder().until([&] { return cell("b", RunFigure::TestAccuracy).text == "48.5"; }));
  const auto column = static_cast<int>(test::ComparedRuns::columnOf(RunFigure::TestAccuracy));
  for (const bool descending : {false, true}) {
    m_runs.act(present::SortRuns{column, descending});
    EXPECT_EQ(m_runs.names().front(), "b") << descending;
  }
}

TEST_F(Comparing, AGroupIsClosedAndOpened) {
  const std::string key = m_runs.table().rows[1].id;
  m_runs.act(present::FoldSeeds{key});
  EXPECT_THAT(m_runs.names(), ElementsAre("b", "a"));
  EXPECT_FALSE(m_runs.table().rows[1].open);
  m_runs.act(present::FoldSeeds{key});
  EXPECT_EQ(m_runs.table().rows.size(), 4U);
}

TEST_F(Comparing, TheBestOfAColumnIsMarkedAmongTheRuns) {
  EXPECT_TRUE(cell("b", RunFigure::LowestLoss).best);
  EXPECT_FALSE(cell("a", RunFigure::LowestLoss).best);
  EXPECT_FALSE(cell("a-s2", RunFigure::LowestLoss).best);
  EXPECT_FALSE(cell("b", RunFigure::Throughput).best) << "faster is not better";
}

TEST_F(Comparing, TestFiguresAreHiddenUntilTheyAreAskedForAndCounted) {
  const auto hidden = cell("b", RunFigure::TestAccuracy);
  EXPECT_EQ(hidden.text, "hidden");
  EXPECT_EQ(hidden.button.action, present::MonitorAction(present::ShowTest{m_runs.folder().id("b"), true}));
  EXPECT_THAT(hidden.button.question, HasSubstr("Choosing a model by its test figures makes them too optimistic"));
  EXPECT_EQ(cell("a-s1", RunFigure::TestAccuracy).text, "\u2013");
  EXPECT_THAT(asTabbedText(m_runs.table()), Not(HasSubstr("48.5"))) << "the text tells nothing more";
  m_runs.act(present::ShowTest{m_runs.folder().id("b"), true});
  ASSERT_TRUE(m_runs.folder().until([&] { return cell("b", RunFigure::TestAccuracy).text == "48.5"; }));
  EXPECT_EQ(m_runs.monitor().run(m_runs.folder().id("b"))->run->entry.notes.reveals, 1);
  const auto shown = cell("b", RunFigure::TestAccuracy);
  ASSERT_EQ(shown.back.action, present::MonitorAction(present::ShowTest{m_runs.folder().id("b"), false}));
  m_runs.act(shown.back.action);
  EXPECT_EQ(cell("b", RunFigure::TestAccuracy).text, "hidden");
}

TEST_F(Comparing, AGroupHasTheColourOfItsFirstRunInEveryOrder) {
  const auto rowOf = [this](const std::string& name) {
    for (const auto& row : m_runs.table().rows)
      if (row.cells.front().text == name) return row;
    ADD_FAILURE() << name << " is not in the table";
    return present::CompareTable::Row{};
  };
  const auto column = static_cast<int>(test::ComparedRuns::columnOf(RunFigure::LowestLoss));
  for (const bool descending : {false, true}) {
    m_runs.act(present::SortRuns{column, descending});
    // Colours follow from ids, which are random here: a line is dashed where another run has its colour already.
    const auto expected = rowOf(rowOf("a-s1").dashed ? "a-s2" : "a-s1");
    EXPECT_EQ(rowOf("a").ink, expected.ink) << descending;
    EXPECT_EQ(rowOf("a").dashed, expected.dashed) << descending;
  }
}

TEST_F(Comparing, ItIsFilteredAsTheWallIs) {
  m_runs.monitor().setFilter("a-s1");
  m_runs.monitor().update(wallNow());
  EXPECT_THAT(m_runs.names(), ElementsAre("a", "- a-s1"));
  EXPECT_EQ(cell("a", RunFigure::LowestLoss).text, "3.650 \u00B1 0.071") << "the mean is of all seeds";
  EXPECT_THAT(m_runs.table().caption, StartsWith("1 run"));
}

TEST_F(Comparing, RunsAndGroupsArePutIntoTheCharts) {
  const std::string key = m_runs.table().rows[1].id;
  m_runs.act(present::ShowSeedsInCharts{key, true});
  EXPECT_TRUE(m_runs.table().rows[1].chosen);
  m_runs.act(present::ShowInCharts{m_runs.folder().id("a-s1"), false});
  EXPECT_FALSE(m_runs.table().rows[1].chosen) << "not all of them";
}

TEST(CompareTable, ARunsNameIsNoFormulaAndOneCell) {
  using namespace present;
  CompareTable table;
  table.columns.resize(1);
  table.columns[0].title = "Run";
  table.rows.resize(1);
  table.rows[0].cells.resize(1);
  table.rows[0].cells[0].text = "=HYPERLINK(\"x\")\tb";
  EXPECT_EQ(asTabbedText(table), "Run\n'=HYPERLINK(\"x\")\\x09b\n");
}

TEST_F(Comparing, TheTextHasACellForEachColumn) {
  const std::string text = asTabbedText(m_runs.table());
  EXPECT_THAT(text, StartsWith("Run\tState\tLowest loss\tBest Acc@1\tBest known\tBest Acc@5\tBest MRR\t"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 5);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\t')), 5 * (m_runs.table().columns.size() - 1));
}

}  // namespace
}  // namespace sojourn::monitor
