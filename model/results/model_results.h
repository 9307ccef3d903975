// SPDX-License-Identifier: GPL-3.0-or-later
// What trained models reached on the test split over their seeds, a row for each model and configuration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/spread.h"

namespace sojourn {

/// Over the runs, each in percent.
struct MeanMetrics {
  std::int64_t n = 0;  ///< samples
  Spread accuracy1, accuracy5, accuracy10, mrr, ndcg10, f1;
};

/// Runs that differ in nothing but their seed.
struct ModelResults {
  std::string model;     ///< the registry's id
  std::string settings;  ///< what its configuration has and the published recipe has not: "2 heads"; mostly empty
  std::vector<std::string> runs;       ///< folders
  std::int64_t parameters = 0;         ///< trainable numbers
  MeanMetrics all, known, unseen;      ///< on the test split, of best.pt
  Spread medianError, meanError;       ///< of first places, kilometres; of no run without coordinates
  Spread seconds;                      ///< of training and validation
  std::optional<double> claimed = {};  ///< Acc@1 of all targets in the built-in claims, percent
};

/// A run whose figures enter no mean.
struct UncountedRun {
  std::string run;  ///< folder
  std::string why;  ///< "is not finished", "has no test figures", "repeats seed 3 of RUN", ...
};

struct ResultsTable {
  std::string dataset;               ///< prefix
  std::vector<ModelResults> models;  ///< by their mean Acc@1, the highest first
  std::vector<UncountedRun> notCounted = {};
};

}  // namespace sojourn
