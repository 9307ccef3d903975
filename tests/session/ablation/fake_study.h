// SPDX-License-Identifier: GPL-3.0-or-later
// The run of a study as its trainer leaves it, for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "model/config/config_file.h"
#include "model/runs/store/run_files.h"
#include "tests/runs/fake_run.h"
#include "views/session/ablation/variant_study.h"

namespace sojourn::test {

/// Writes the run `variant`-`seed` of one epoch, with a checkpoint file in which there is nothing.
inline void writeStudyRun(const std::filesystem::path& folder, const std::string& variant, std::int64_t seed,
                          const Dataset& dataset, RunState state = RunState::Finished) {
  const auto variants = session::variantsOf(TrainingConfig(), {}, {});
  const auto found = std::ranges::find(*variants, variant, &session::Variant::name);
  const FakeRun run(
      folder / session::StudyPlan::runOf(*found, seed),
      {.epochs = 2, .state = state, .prefix = dataset.prefix, .loss = {}, .seed = seed, .testAccuracy = 50.0});
  auto record = readRunRecord(run.paths().record());
  record->config = toJson(session::configOf(TrainingConfig(), *found, seed));
  record->dataset.fingerprint = dataset.fingerprint;
  std::filesystem::remove(run.paths().record().string());
  static_cast<void>(writeRunRecord(run.paths().record(), *record));
  std::filesystem::create_directories(run.paths().checkpoints().string());
  std::ofstream(run.paths().bestCheckpoint().string()) << variant;
}

}  // namespace sojourn::test
