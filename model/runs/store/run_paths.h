// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a run directory are called (SPEC 8.2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "model/core/guarded_path.h"
#include "model/results/program_command.h"

namespace sojourn {

/// Names only; nothing is looked at or made. What lies in the folder is guarded: a hostile folder may hold
/// links, and the functions of guarded_path.h do not follow them.
struct RunPaths {
  std::filesystem::path folder;

  [[nodiscard]] GuardedPath record() const { return in() / "run.json"; }
  [[nodiscard]] GuardedPath events() const { return in() / "events.jsonl"; }
  [[nodiscard]] GuardedPath status() const { return in() / "status.json"; }
  [[nodiscard]] GuardedPath lock() const { return in() / "run.lock"; }
  [[nodiscard]] GuardedPath control() const { return in() / "control"; }
  [[nodiscard]] GuardedPath results() const { return in() / "results.json"; }
  [[nodiscard]] GuardedPath viewer() const { return in() / "viewer.json"; }
  [[nodiscard]] GuardedPath standardError() const { return in() / "stderr.txt"; }

  [[nodiscard]] GuardedPath checkpoints() const { return in() / "checkpoints"; }
  [[nodiscard]] GuardedPath lastCheckpoint() const { return checkpoints() / "last.pt"; }
  [[nodiscard]] GuardedPath bestCheckpoint() const { return checkpoints() / "best.pt"; }
  [[nodiscard]] GuardedPath epochCheckpoint(std::int64_t epoch) const {
    return checkpoints() / ("epoch-" + fourDigits(epoch) + ".pt");
  }

  [[nodiscard]] GuardedPath probes() const { return in() / "probes"; }
  [[nodiscard]] GuardedPath probe(std::int64_t epoch) const { return probes() / (fourDigits(epoch) + ".safetensors"); }

  /// How events name a file of the run: relative to its folder, with forward slashes ("checkpoints/best.pt").
  [[nodiscard]] std::string inEvents(const std::filesystem::path& file) const {
    return file.lexically_relative(folder).generic_string();
  }

 private:
  [[nodiscard]] GuardedPath in() const { return folder; }
  [[nodiscard]] static std::string fourDigits(std::int64_t epoch) {
    std::string digits = std::to_string(epoch);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    return digits;
  }
};

/// How a checkpoint is named where several runs may be meant: "v45-42/best.pt" for a file in a run's folder of
/// checkpoints, else the file's name; a program's command.
[[nodiscard]] inline std::string checkpointTitle(const std::filesystem::path& file) {
  if (auto command = programCommandIn(file.native())) return std::move(*command);
  const std::filesystem::path folder = file.parent_path();
  const std::filesystem::path run = folder.parent_path().filename();
  const bool ofRun = folder == RunPaths{folder.parent_path()}.checkpoints() && !run.empty();
  return (ofRun ? run / file.filename() : file.filename()).generic_string();
}

/// Deletes the temporary files that killed programs left half written: those of the names above, no others; a viewer's
/// (of its commands, of viewer.json) once they are an hour old. For the holder of the run's lock.
void removeTemporaryFiles(const RunPaths& run);

}  // namespace sojourn
