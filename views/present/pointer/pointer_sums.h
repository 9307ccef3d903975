// SPDX-License-Identifier: GPL-3.0-or-later
// What the Pointer view computes before it draws: sums per place and the scale that its score columns share.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/results/inspection.h"

namespace sojourn::present {

struct PlaceSum {
  LocationId location = 0;
  std::size_t visits = 0;
  double weight = 0;  ///< pointer(y), summed over the window's visits to the place
  double copied = 0;  ///< gate * weight
};

/// One entry a distinct place of the window, heaviest first, ties by smaller id. The weights sum to 1.
[[nodiscard]] std::vector<PlaceSum> sumsPerPlace(const Inspection& inspection);

/// Weight and copied mass of a visit or place, before and now; a weight is absent where there was or is no such visit.
struct MassChange {
  std::optional<double> weightNow, weightBefore;
  double copiedNow = 0, copiedBefore = 0;
  [[nodiscard]] double change() const { return copiedNow - copiedBefore; }
};

struct PlaceChange {
  LocationId location = 0;
  std::size_t visits = 0;  ///< now
  MassChange sums;
};

/// The places of the sequence shown as sumsPerPlace() orders them, then those that only the reference has.
[[nodiscard]] std::vector<PlaceChange> changesPerPlace(const Inspection& now, const Inspection& before);

/// A closed interval that holds 0, with ends that read well.
struct Scale {
  double low = 0, high = 1;
  int decimals = 1;  ///< that its ends need
};

/// Holds all finite values and 0, ends rounded outwards to a step of 1, 2 or 5 times a power of ten.
[[nodiscard]] Scale scaleAround(const std::vector<std::vector<float>>& columns);

}  // namespace sojourn::present
