// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which places, days or features win the prediction together, and what each player adds (Shapley 1953).
#pragma once

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace sojourn {

struct ShapleyValues {
  std::vector<double> values = {};  ///< [players]; they sum to whole - empty
  std::vector<double> errors = {};  ///< [players] standard error; empty where exact
  double whole = 0;                 ///< value with all players
  double empty = 0;                 ///< value with none
  bool exact = true;
  std::size_t orders = 0;  ///< drawn, reverses among them; 0 where exact

  /// What the values miss of whole - empty: nothing but rounding.
  [[nodiscard]] double gap() const { return whole - empty - std::accumulate(values.begin(), values.end(), 0.0); }
};

/// Who plays: visits of one place, of one day, or a feature of all visits. An absent place or day is hidden (SPEC 6);
/// an absent feature's embedding is zero in every visit.
enum class Players { Places, Days, Features };

/// "places", "days", "features": in files.
[[nodiscard]] constexpr const char* playersName(Players players) {
  return players == Players::Places ? "places" : players == Players::Days ? "days" : "features";
}

struct ShapleyExplanation {
  Players players = Players::Places;
  std::vector<std::string> names;                ///< "14", "2 days ago", "weekday"
  std::vector<std::vector<std::size_t>> visits;  ///< of each player; empty for features
  ShapleyValues result;
};

}  // namespace sojourn
