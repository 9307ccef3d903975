// SPDX-License-Identifier: GPL-3.0-or-later
// A folder as years of training leave it: many runs, one of them very long. Written in one stroke a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "model/runs/store/run_process.h"

namespace sojourn::test {

/// events.jsonl of a training of so many steps: numbers of full length, as training gives them, a system event every 50
/// steps, an epoch and its validation every `stepsPerEpoch`.
[[nodiscard]] std::string longLog(std::int64_t steps, std::int64_t stepsPerEpoch = 100);

/// A whole run directory around such a log, but for checkpoints; the process of a live one is this.
void writeLongRun(const std::filesystem::path& folder, std::int64_t steps, RunState state = RunState::Finished);

struct ManyRuns {
  int runs = 200;
  std::int64_t steps = 3'000;
  std::int64_t longest = 1'000'000;  ///< of one more, which is running; 0: without it
};
/// Named 000, 001, ... and long; of every ten one has failed and one was stopped.
void writeManyRuns(const std::filesystem::path& folder, const ManyRuns& many = {});

}  // namespace sojourn::test
