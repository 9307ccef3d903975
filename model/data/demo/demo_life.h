// SPDX-License-Identifier: GPL-3.0-or-later
// A resident's weeks, day by day, as the stays that a phone would have recorded.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/data/demo/demo_resident.h"

namespace sojourn {

/// Minutes count from the midnight before the first Monday.
struct DemoStay {
  std::size_t place = 0;
  int begin = 0;
  int end = 0;
  std::vector<std::size_t> causes;  ///< earlier stays of the same resident by which a rule led here
  std::optional<DemoRule> rule;     ///< that led here

  [[nodiscard]] int day() const { return begin / (24 * 60); }
};

/// The stays of `days` days, in their order, without overlap, with a walk of some minutes between them.
[[nodiscard]] std::vector<DemoStay> liveThrough(const DemoResident& resident, const DemoMap& map, int days,
                                                DemoRandom random);

}  // namespace sojourn
