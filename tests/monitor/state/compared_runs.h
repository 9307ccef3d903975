// SPDX-License-Identifier: GPL-3.0-or-later
// Runs to be compared: two seeds of one configuration, another learning rate with test figures.
#pragma once

#include "tests/monitor/watched_folder.h"
#include "views/monitor/state/compare.h"

namespace sojourn::test {

/// Lowest losses after three epochs: "a-s1" 3.7, "a-s2" 3.6, "b" 3.5. "b" has 48.5 % on test.
class ComparedRuns {
 public:
  ComparedRuns() {
    add("a-s1", 1, 6.5e-4, 4.0, std::nullopt);
    add("a-s2", 2, 6.5e-4, 3.9, std::nullopt);
    add("b", 1, 1e-3, 3.8, 48.5);
  }
  [[nodiscard]] WatchedFolder& folder() { return m_folder; }
  [[nodiscard]] monitor::Monitor& monitor() { return m_folder.monitor(); }
  [[nodiscard]] const present::CompareTable& table() { return monitor().compare().table(); }
  /// Of each row the name.
  [[nodiscard]] std::vector<std::string> names() {
    std::vector<std::string> made;
    for (const auto& row : table().rows) made.push_back((row.member ? "- " : "") + row.cells.front().text);
    return made;
  }
  void act(const present::MonitorAction& action) {
    if (const auto* ofRun = std::get_if<present::RunAction>(&action)) monitor().act(*ofRun);
    if (const auto* ofTable = std::get_if<present::RunTableAction>(&action)) monitor().act(*ofTable);
    monitor().update(wallNow());
  }
  [[nodiscard]] static std::size_t columnOf(RunFigure figure) {
    const auto& all = monitor::Compare::columns();
    return static_cast<std::size_t>(
        std::ranges::find(all, std::optional(figure), &monitor::CompareColumn::figure) - all.begin());
  }

 private:
  void add(const char* name, std::int64_t seed, double rate, double loss, std::optional<double> test) {
    auto options = WatchedFolder::options(RunState::Finished);
    options.seed = seed;
    options.learningRate = rate;
    options.testAccuracy = test;
    options.created = "2026-01-31T08:1" + std::to_string(m_made++) + ":00Z";
    options.loss = [loss](std::int64_t epoch) { return loss - 0.1 * static_cast<double>(epoch); };
    m_folder.add(name, options);
  }

  WatchedFolder m_folder;
  int m_made = 0;
};

}  // namespace sojourn::test
