// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a row or column that is a visit: its place, its shown day and time, its swatch.
#pragma once

#include <string>
#include <vector>

#include "views/present/samples/sample_context.h"

namespace sojourn::present {

struct VisitLabel {
  LocationId location = 0;
  std::string place;    ///< "Office", safe to draw
  std::string weekday;  ///< "Thu", as shown
  std::string time;     ///< "Thu 10:06", as shown
  Swatch swatch;
  std::int32_t daysAgo = 0;  ///< as shown: neighbours with the same number lie within one day bracket

  /// "Office, Thu 10:06"
  [[nodiscard]] std::string full() const { return place + ", " + time; }
};

/// Of a visit of the sequence shown or of its reference.
[[nodiscard]] VisitLabel visitLabel(const SampleContext& context, const Visit& visit);

/// One label a visit of the inspected sequence, in its order: made once, used for every row, column and cell.
[[nodiscard]] std::vector<VisitLabel> visitLabels(const SampleContext& context);

}  // namespace sojourn::present
