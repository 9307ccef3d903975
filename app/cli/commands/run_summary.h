// SPDX-License-Identifier: GPL-3.0-or-later
// What `sojourn info` says about a run in a few figures: how far it is, on what data, and its best epoch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/model_description.h"
#include "model/runs/log/run_history.h"

namespace sojourn::cli {

/// The epoch whose weights are best.pt, with its figures on the validation split.
struct BestEpoch {
  std::int64_t epoch = 0;
  double loss = 0;      ///< mean of batch means, what the early stop goes by
  double accuracy = 0;  ///< at rank 1, percent, all targets
};
/// Nothing where no epoch has ended with figures that are numbers.
[[nodiscard]] std::optional<BestEpoch> bestEpochOf(const RunHistory& history);

struct RunSummary {
  std::string path;
  std::string model;                   ///< the registry's id
  std::string dataset;                 ///< its prefix
  std::string datasetFolder;
  std::optional<std::string> state;    ///< running, finished, ...
  std::optional<std::int64_t> epoch;   ///< being trained, or the last
  std::optional<std::int64_t> epochs;  ///< planned at most
  std::optional<std::int64_t> steps;   ///< done so far
  std::optional<BestEpoch> best;
};

/// Reads the run in a folder as far as it can be read; adds to `problems` what is wrong with it. Errors:
/// ErrorKind::Cancelled.
[[nodiscard]] Result<RunSummary> summariseRun(const std::filesystem::path& folder, std::vector<Problem>& problems,
                                              const CancelToken& cancel);

}  // namespace sojourn::cli
