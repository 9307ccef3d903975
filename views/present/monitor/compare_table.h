// SPDX-License-Identifier: GPL-3.0-or-later
// A table of runs to be compared, with a line above the seeds of one configuration.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "views/present/monitor/monitor_panel_data.h"

namespace sojourn::present {

struct CompareTable {
  struct Column {
    std::string title, description;
    bool number = false;  ///< stands at the right
    float widest = 0;     ///< longer texts are cut; 0: as wide as its texts
  };
  struct Cell {
    std::string text{};
    std::string hint{};     ///< tooltip
    bool best = false;      ///< of its column, among the runs
    ActionButton button{};  ///< in place of the text where its own is not empty: what is hidden until it is asked for
    ActionButton back{};    ///< before the text where its own is not empty: takes back what was asked for
  };
  struct Row {
    std::string id;  ///< the run's folder, or the group's key
    bool group = false, member = false;
    bool open = true;     ///< a group whose seeds are shown
    bool chosen = false;  ///< in the charts: a run, or all runs of a group
    bool selected = false;
    bool dashed = false;      ///< its line, since an earlier run has the colour
    Color ink;                ///< of its line in the charts, where it is in them
    std::vector<Cell> cells;  ///< a column each
  };

  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string caption;  ///< "12 runs, 2 groups of seeds"
};

/// The rows as lines of cells with tabs between, a line of titles first: what is hidden stays so.
[[nodiscard]] std::string asTabbedText(const CompareTable& table);

}  // namespace sojourn::present
