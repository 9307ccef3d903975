// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a row or column that is a visit: its place, its shown day and time, its swatch.
#pragma once

#include <string>
#include <vector>

#include "views/present/sample_context.h"

namespace sojourn::present {

struct VisitLabel {
  LocationId location = 0;
  std::string place;    ///< "Office"
  std::string weekday;  ///< "Thu", in the shown zone
  std::string clock;    ///< "10:06", in the shown zone
  Swatch swatch;
  int day = 0;  ///< shown days before the target's recorded day, so that brackets split where the shown day changes

  [[nodiscard]] std::string time() const { return weekday + " " + clock; }
  /// "Office, Thu 10:06"
  [[nodiscard]] std::string full() const { return place + ", " + time(); }
};

/// One label a visit of the inspected sequence, in its order. Names are escaped for display: they come from files.
[[nodiscard]] std::vector<VisitLabel> visitLabels(const SampleContext& context);

}  // namespace sojourn::present
