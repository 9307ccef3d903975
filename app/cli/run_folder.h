// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of one training: what was asked, the checkpoints, the figures (SPEC 8.2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/output.h"
#include "model/config/training_config.h"
#include "model/core/result.h"
#include "model/data/dataset.h"
#include "model/formats/checkpoint_file.h"
#include "model/results/metrics.h"

namespace sojourn::cli {

/// What run.json records beside the configuration.
struct RunRecord {
  std::string command;  ///< the words of the command line, quoted where a shell would need it
  std::int64_t parameters = 0;
};

/// The figures of best.pt on one split.
struct SplitResult {
  MetricsByTarget metrics;
  double batchMeanLoss = 0;
};

class RunFolder {
 public:
  /// Makes the folder and the one for checkpoints in it. Errors: it holds a run already, or anything else
  /// (ErrorKind::BadInput); it cannot be made (Failed).
  [[nodiscard]] static Result<RunFolder> create(const std::filesystem::path& path);

  /// run.json, once.
  [[nodiscard]] Status writeRecord(const RunRecord& record, const TrainingConfig& config, const Dataset& dataset) const;
  /// checkpoints/{name}.pt
  [[nodiscard]] Status writeCheckpoint(const std::string& name, const CheckpointFile& checkpoint) const;
  /// results.json: the last file of a run that finished.
  [[nodiscard]] Status writeResults(const SplitResult& validation, const std::optional<SplitResult>& test) const;

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  [[nodiscard]] std::filesystem::path checkpoint(const std::string& name) const;

 private:
  explicit RunFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  std::filesystem::path m_path;
};

/// The command line as a person could type it again.
[[nodiscard]] std::string commandText(int argc, const char* const* argv);

}  // namespace sojourn::cli
