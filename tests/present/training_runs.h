// SPDX-License-Identifier: GPL-3.0-or-later
// Invented histories for the tests of the Training curves view.
#pragma once

#include <cstdint>
#include <string>

#include "model/runs/run_history.h"
#include "views/present/training_curves.h"

namespace sojourn::present {

struct InventedRun {
  std::int64_t epochs = 12;
  std::int64_t stepsPerEpoch = 58;
  std::int64_t begunSteps = 0;  ///< of an epoch that has not ended
  std::int64_t best = 7;        ///< its validation loss is the lowest
  double rate = 6.5e-4;
  double start = 1.78e9;  ///< wall time
  bool steps = true;      ///< false: a log of epochs
};

/// Falling losses with a little noise that depends on the step alone; one second a step.
[[nodiscard]] RunHistory inventedHistory(const InventedRun& run);

/// Adds one step at the end.
void addStep(RunHistory& history, std::int64_t step, std::int64_t epoch, double loss);

[[nodiscard]] CurveRun curveRun(const RunHistory& history, std::size_t index, std::string title);

}  // namespace sojourn::present
