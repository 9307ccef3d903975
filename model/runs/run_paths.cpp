// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes what a killed trainer left half written in a run directory.
#include "model/runs/run_paths.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/core/staged_file.h"

namespace sojourn {
namespace {

/// Deletes the temporary files of those names that `isOurs`.
template <class IsOurs>
void removeTemporariesIn(const GuardedPath& folder, const IsOurs& isOurs) {
  const auto names = namesIn(folder);
  if (!names) return;
  for (const std::string& name : *names) {
    const auto staged = stagedName(name);
    if (staged && isOurs(*staged)) static_cast<void>(removeGuarded(folder / name));
  }
}

}  // namespace

void removeTemporaryFiles(const RunPaths& run) {
  // Neither viewer.json's nor those in control/: there viewers write at any time.
  static constexpr std::array<std::string_view, 3> ofTheTrainer{"run.json", "status.json", "results.json"};
  removeTemporariesIn(run.folder, [](const std::string& name) {
    return std::ranges::find(ofTheTrainer, std::string_view(name)) != ofTheTrainer.end();
  });
  removeTemporariesIn(run.checkpoints(), [](const std::string& name) { return name.ends_with(".pt"); });
  removeTemporariesIn(run.probes(), [](const std::string& name) { return name.ends_with(".safetensors"); });
}

}  // namespace sojourn
