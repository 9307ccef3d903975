// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes what a killed program left half written in a run directory.
#include "model/runs/store/run_paths.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/core/files.h"
#include "model/runs/store/ids_and_times.h"

namespace sojourn {
namespace {

enum class Age { Any, AnHour };

/// Whether a file has not changed for an hour by the clock, which a link or a file of the future has not.
bool isOld(const GuardedPath& file) {
  constexpr double anHour = 3600;
  struct stat info {};
  if (!statGuarded(file, info) || !S_ISREG(info.st_mode)) return false;
  return wallNow() - static_cast<double>(info.st_mtim.tv_sec) > anHour;
}

/// Deletes the temporary files of those names that `isOurs`.
template <class IsOurs>
void removeTemporariesIn(const GuardedPath& folder, Age age, const IsOurs& isOurs) {
  const auto names = namesIn(folder);
  if (!names) return;
  for (const std::string& name : *names) {
    const auto staged = stagedName(name);
    if (!staged || !isOurs(*staged)) continue;
    if (age == Age::Any || isOld(folder / name)) static_cast<void>(removeGuarded(folder / name));
  }
}

}  // namespace

void removeTemporaryFiles(const RunPaths& run) {
  static constexpr std::array<std::string_view, 3> ofTheTrainer{"run.json", "status.json", "results.json"};
  removeTemporariesIn(run.folder, Age::Any, [](const std::string& name) {
    return std::ranges::find(ofTheTrainer, std::string_view(name)) != ofTheTrainer.end();
  });
  removeTemporariesIn(run.checkpoints(), Age::Any, [](const std::string& name) { return name.ends_with(".pt"); });
  removeTemporariesIn(run.probes(), Age::Any, [](const std::string& name) { return name.ends_with(".safetensors"); });
  removeTemporariesIn(run.folder, Age::AnHour,
                      [&run](const std::string& name) { return name == run.viewer().filename(); });
  removeTemporariesIn(run.control(), Age::AnHour, [](const std::string& name) {
    const std::filesystem::path file(name);
    return file.extension() == ".json" && isUuid(file.stem().string());
  });
}

}  // namespace sojourn
