// SPDX-License-Identifier: GPL-3.0-or-later
// What tells the configurations of some runs apart, key by key, as a table of words.
#pragma once

#include <string>
#include <vector>

#include "views/present/scene/theme.h"

namespace sojourn::present {

struct RunDifferences {
  struct Run {
    std::string id, name;
    Color ink;            ///< its line in the charts
    bool dashed = false;  ///< that line
  };
  struct Value {
    std::string text;      ///< an en dash where its configuration lacks the key
    bool differs = false;  ///< from the first run's
  };
  struct Row {
    std::string key;
    std::vector<Value> values;  ///< a run each
  };

  std::vector<Run> runs;  ///< the first is the reference of the others
  std::vector<Row> rows;  ///< what is equal in all of them is left out
  std::string nothing;    ///< where there are no rows: why
};

}  // namespace sojourn::present
