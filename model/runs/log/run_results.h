// SPDX-License-Identifier: GPL-3.0-or-later
// results.json: the figures of best.pt, there once a run has finished.
#pragma once

#include <optional>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/log/events.h"

namespace sojourn {

inline constexpr const char* resultsSchema = "sojourn.results/1";

struct RunResults {
  struct OnSplit {
    MetricsByTarget metrics;
    std::optional<double> batchMeanLoss;

    static void fields(auto& json, auto& split) {
      MetricsByTarget::fields(json, split.metrics);
      json.ifAny("batch_mean_loss", split.batchMeanLoss);
    }

    bool operator==(const OnSplit&) const = default;
  };
  OnSplit validation;
  std::optional<OnSplit> test;  ///< viewers hide it until it is asked for

  static void fields(auto& json, auto& results) {
    json.schema(resultsSchema);
    json("validation", results.validation);
    json.orNull("test", results.test);
  }

  bool operator==(const RunResults&) const = default;
};

/// Errors (ErrorKind::BadInput): unreadable, another schema, or a member absent or wrong, named by its key.
[[nodiscard]] Result<RunResults> readRunResults(const GuardedPath& file);

/// Replaces the file. Errors: ErrorKind::Failed.
[[nodiscard]] Status writeRunResults(const GuardedPath& file, const RunResults& results);

}  // namespace sojourn
