// SPDX-License-Identifier: GPL-3.0-or-later
// The wall's filter: words of which all must be found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "views/monitor/state/watched_run.h"

namespace sojourn::monitor {

/// "model:v45 state:failed s7": a word with a colon looks into one thing (model, state, host, data, name, tag), one
/// without into name, state, reason, differences and model. Letters' case does not matter. An empty one holds all.
class RunFilter {
 public:
  RunFilter() = default;
  explicit RunFilter(std::string_view text);
  [[nodiscard]] bool holds(const WatchedRun& run) const;

 private:
  struct Term {
    std::string key, word;  ///< small letters
  };
  std::vector<Term> m_terms;
};

}  // namespace sojourn::monitor
