// SPDX-License-Identifier: GPL-3.0-or-later
// The runs compared: a table that is sorted by any column, seeds of one configuration below a line of their means.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/runs/catalogue/run_catalogue.h"
#include "views/monitor/state/panel_data.h"
#include "views/present/monitor/monitor_panel_data.h"
#include "views/present/runs/run_figures.h"
#include "views/session/runs/run_comparison.h"
#include "views/session/runs/run_lines.h"

namespace sojourn::monitor {

/// What a column tells: a figure, or where it has none, words.
struct CompareColumn {
  std::optional<RunFigure> figure{};
  RunText text = RunText::Name;
};

class Compare {
 public:
  explicit Compare(session::RunLibrary& library, session::RunComparison& comparison)
      : m_library(library), m_comparison(comparison) {}

  /// Makes the table again. `shown`: the runs that pass the wall's filter; means are of all runs of a group, shown or
  /// not.
  void update(const std::vector<WatchedRun>& runs, const std::set<std::string>& shown, const present::RunPlots& plots);
  [[nodiscard]] const present::CompareTable& table() const { return m_table; }
  /// From left to right: the figures that runs are compared by are before what describes them.
  [[nodiscard]] static const std::vector<CompareColumn>& columns();
  [[nodiscard]] int sortedBy() const { return m_column; }
  [[nodiscard]] bool descending() const { return m_descending; }
  [[nodiscard]] bool grouped() const { return m_grouped; }
  /// Carries out an action of the table; false for another.
  void act(const present::RunTableAction& action);

 private:
  void setChosen(const std::string& group, bool chosen);

  session::RunLibrary& m_library;
  session::RunComparison& m_comparison;
  present::CompareTable m_table;
  std::map<std::string, std::vector<std::string>> m_members;  ///< of each group, their folders
  std::set<std::string> m_folded;
  int m_column = 2;  ///< by lowest loss
  bool m_descending = false;
  bool m_grouped = true;
};

}  // namespace sojourn::monitor
