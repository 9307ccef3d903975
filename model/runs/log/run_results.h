// SPDX-License-Identifier: GPL-3.0-or-later
// results.json: the figures of best.pt, there once a run has finished.
#pragma once

#include <optional>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/log/events.h"

namespace sojourn {

struct RunResults {
  struct OnSplit {
    EvalFiguresByTarget metrics;
    std::optional<double> batchMeanLoss;

    bool operator==(const OnSplit&) const = default;
  };
  OnSplit validation;
  std::optional<OnSplit> test;  ///< viewers hide it until it is asked for

  bool operator==(const RunResults&) const = default;
};

inline constexpr const char* resultsSchema = "sojourn.results/1";

/// Errors (ErrorKind::BadInput): unreadable, another schema, or a member absent or wrong, named by its key.
[[nodiscard]] Result<RunResults> readRunResults(const GuardedPath& file);

}  // namespace sojourn
