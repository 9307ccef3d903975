// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a run directory are called (SPEC 8.2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace sojourn {

/// Names only; nothing is looked at or made.
struct RunPaths {
  std::filesystem::path folder;

  [[nodiscard]] std::filesystem::path record() const { return folder / "run.json"; }
  [[nodiscard]] std::filesystem::path events() const { return folder / "events.jsonl"; }
  [[nodiscard]] std::filesystem::path status() const { return folder / "status.json"; }
  [[nodiscard]] std::filesystem::path lock() const { return folder / "run.lock"; }
  [[nodiscard]] std::filesystem::path control() const { return folder / "control"; }
  [[nodiscard]] std::filesystem::path results() const { return folder / "results.json"; }
  [[nodiscard]] std::filesystem::path viewer() const { return folder / "viewer.json"; }
  [[nodiscard]] std::filesystem::path standardError() const { return folder / "stderr.txt"; }

  [[nodiscard]] std::filesystem::path checkpoints() const { return folder / "checkpoints"; }
  [[nodiscard]] std::filesystem::path lastCheckpoint() const { return checkpoints() / "last.pt"; }
  [[nodiscard]] std::filesystem::path bestCheckpoint() const { return checkpoints() / "best.pt"; }
  [[nodiscard]] std::filesystem::path epochCheckpoint(std::int64_t epoch) const {
    return checkpoints() / ("epoch-" + fourDigits(epoch) + ".pt");
  }

  [[nodiscard]] std::filesystem::path probes() const { return folder / "probes"; }
  [[nodiscard]] std::filesystem::path probe(std::int64_t epoch) const {
    return probes() / (fourDigits(epoch) + ".safetensors");
  }

  /// How events name a file of the run: relative to its folder, with forward slashes ("checkpoints/best.pt").
  [[nodiscard]] std::string inEvents(const std::filesystem::path& file) const {
    return file.lexically_relative(folder).generic_string();
  }

 private:
  [[nodiscard]] static std::string fourDigits(std::int64_t epoch) {
    std::string digits = std::to_string(epoch);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    return digits;
  }
};

/// How a checkpoint is named where several runs may be meant: "v45-42/best.pt" for a file in a run's folder of
/// checkpoints, else the file's name.
[[nodiscard]] inline std::string checkpointTitle(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  const std::filesystem::path run = folder.parent_path().filename();
  const bool ofRun = folder == RunPaths{folder.parent_path()}.checkpoints() && !run.empty();
  return (ofRun ? run / file.filename() : file.filename()).generic_string();
}

/// Deletes the temporary files that a trainer left behind when it was killed while it wrote. For the holder of the
/// run's lock.
void removeTemporaryFiles(const RunPaths& run);

}  // namespace sojourn
