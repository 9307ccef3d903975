// SPDX-License-Identifier: GPL-3.0-or-later
// Fake histories for the tests of the Training curves view.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "model/runs/log/run_history.h"
#include "views/present/training/training_curves.h"

namespace sojourn::present {

struct FakeRun {
  std::int64_t epochs = 12;
  std::int64_t stepsPerEpoch = 58;
  std::int64_t begunSteps = 0;  ///< of an epoch that has not ended
  std::int64_t best = 7;        ///< its validation loss is the lowest
  double rate = 6.5e-4;
  double start = 1.78e9;  ///< wall time
  bool steps = true;      ///< false: a log of epochs
};

/// Falling losses with a little noise that depends on the step alone; one second a step.
[[nodiscard]] RunHistory fakeHistory(const FakeRun& run);

/// Adds one step at the end.
void addStep(RunHistory& history, std::int64_t step, std::int64_t epoch, double loss);

[[nodiscard]] CurveRun curveRun(const RunHistory& history, std::size_t index, std::string title);

/// The picture, dark by default; fails the test where it is an EmptyState.
[[nodiscard]] Scene sceneOf(std::span<const CurveRun> runs, const CurveOptions& options = {}, Size size = {1180, 400},
                            const Theme& theme = Theme::darkTheme());
/// The hit areas whose label begins with `words`.
[[nodiscard]] std::vector<HitArea> hitsSaying(const Scene& scene, std::string_view text);
[[nodiscard]] std::vector<LineShape> linesOf(const Scene& scene, Color color);

/// Runs of different lengths and starts.
class TrainingCurves : public testing::Test {
 protected:
  void make(std::size_t count);
  std::vector<RunHistory> histories;
  std::vector<CurveRun> runs;
};

}  // namespace sojourn::present
