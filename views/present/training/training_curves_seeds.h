// SPDX-License-Identifier: GPL-3.0-or-later
// The seeds of one configuration that are drawn as one line of the training curves.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "views/present/training/training_curves.h"

namespace sojourn::present {

struct SeedsInCurves {
  std::vector<std::size_t> members;  ///< of the runs

  /// Two runs of one seed count once.
  [[nodiscard]] std::size_t seeds(std::span<const CurveRun> runs) const;
};

/// The runs of each group that has several in the curves, on the axes where their points meet.
[[nodiscard]] std::vector<SeedsInCurves> seedsIn(std::span<const CurveRun> runs, const CurveOptions& options);

/// "3 seeds", "2 of 3 seeds" where the others are not in the curves, "2 runs, 1 seed".
[[nodiscard]] std::string groupText(const SeedsInCurves& group, std::span<const CurveRun> runs);

}  // namespace sojourn::present
