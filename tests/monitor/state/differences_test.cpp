// SPDX-License-Identifier: GPL-3.0-or-later
// What tells configurations apart: keys that differ, values marked against the selected run, settings against the
// reference.
#include "views/monitor/state/panel_data.h"

#include <gmock/gmock.h>

#include "tests/monitor/watched_folder.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Differences : public ::testing::Test {
 protected:
  void SetUp() override {
    add("first", 7, 6.5e-4);
    add("second", 42, 6.5e-4);
    add("third", 7, 1e-3);
    ASSERT_TRUE(m_folder.settle());
    monitor().select(m_folder.id("first"));
    for (const char* name : {"second", "third"}) monitor().act(present::ShowInCharts{m_folder.id(name), true});
    ASSERT_TRUE(m_folder.until([&] { return monitor().differences().runs.size() == 3; }));
  }
  void add(const char* name, std::int64_t seed, double rate) {
    auto options = test::WatchedFolder::options(RunState::Finished);
    options.seed = seed;
    options.learningRate = rate;
    options.created = "2026-01-31T08:1" + std::to_string(m_made++) + ":00Z";
    m_folder.add(name, options);
  }
  [[nodiscard]] Monitor& monitor() { return m_folder.monitor(); }
  [[nodiscard]] const present::RunDifferences::Row& row(const std::string& key) {
    const auto& rows = monitor().differences().rows;
    const auto found = std::ranges::find(rows, key, &present::RunDifferences::Row::key);
    EXPECT_NE(found, rows.end()) << key;
    return *found;
  }
  [[nodiscard]] static std::vector<std::string> texts(const present::RunDifferences::Row& row) {
    std::vector<std::string> made;
    for (const auto& value : row.values) made.push_back((value.differs ? "*" : "") + value.text);
    return made;
  }

  test::WatchedFolder m_folder;
  int m_made = 0;
};

TEST_F(Differences, OnlyWhatDiffersKeyByKeyMarkedAgainstTheSelectedRun) {
  ASSERT_EQ(monitor().differences().rows.size(), 2U) << "num_epochs is the same in all";
  EXPECT_EQ(monitor().differences().runs.front().id, m_folder.id("first"));
  const std::size_t second = monitor().differences().runs[1].id == m_folder.id("second") ? 1 : 2;
  const std::vector<std::string> seeds = texts(row("seed"));
  EXPECT_EQ(seeds[0], "7");
  EXPECT_EQ(seeds[second], "*42");
  EXPECT_EQ(seeds[3 - second], "7") << "equal to the selected run's: not marked";
  const std::vector<std::string> rates = texts(row("training.learning_rate"));
  EXPECT_EQ(rates[second], rates[0]);
  EXPECT_EQ(rates[3 - second].front(), '*');
}

TEST_F(Differences, WhatLeavesTheChartsLeavesThem) {
  monitor().act(present::ShowInCharts{m_folder.id("second"), false});
  ASSERT_TRUE(m_folder.until([&] { return monitor().differences().runs.size() == 2; }));
  EXPECT_EQ(monitor().differences().rows.size(), 1U);
  monitor().act(present::ShowInCharts{m_folder.id("third"), false});
  ASSERT_TRUE(m_folder.until([&] { return monitor().differences().runs.size() == 1; }));
  EXPECT_THAT(monitor().differences().rows, IsEmpty());
  EXPECT_EQ(monitor().differences().nothing, "Choose runs in Curves to see how they differ from the selected run");
}

TEST_F(Differences, TheSettingsThatTheReferenceHasOtherwiseAreMarked) {
  // The reference is the first that was made of those in the curves: "first" itself.
  EXPECT_THAT(monitor().card().differing, IsEmpty());
  monitor().select(m_folder.id("third"));
  monitor().act(present::ShowInCharts{m_folder.id("first"), true});
  ASSERT_TRUE(m_folder.until([&] { return monitor().card().name == "third"; }));
  std::vector<std::string> keys;
  for (const auto& [key, value] : monitor().card().differing) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("training.learning_rate"));
  EXPECT_EQ(monitor().card().reference, "first");
}

}  // namespace
}  // namespace sojourn::monitor
