// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of other programs, opened as runs to look at: what a foreign file says of a training.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/log/run_history.h"
#include "model/runs/store/run_files.h"

namespace sojourn {

enum class ImportFormat {
  TrainingLog,  ///< lines of text with "Epoch 3/50 | Train: 4.2 | Val: 3.2 | Acc@1: 38.6%"
  Table,        ///< CSV, with commas, semicolons or tabs; also what `sojourn export --csv` writes
  JsonLines,    ///< an object a line: our events, or {"step":1,"loss":4.2}; or a file with a list of such objects
  TensorBoard,  ///< event files
  MetricFiles,  ///< MLflow's: a file for each metric
};

/// "training log", "table (CSV)", "JSON lines", "TensorBoard events", "MLflow metrics"
[[nodiscard]] std::string_view importFormatName(ImportFormat format);

/// What was read. Never written anywhere.
struct ImportedRun {
  ImportFormat format = ImportFormat::TrainingLog;
  std::string title;                        ///< of the file and, where that says little, of its folder
  std::string model;                        ///< as the file says; may be empty
  RunHistory history{};                     ///< columns that the file does not tell are empty
  std::optional<RunResults::OnSplit> test;  ///< viewers hide it until it is asked for
  std::int64_t plannedEpochs = 0;           ///< 0: not said
  std::int64_t parameters = 0;              ///< 0: not said
  bool ended = false;                       ///< the file says so
  std::vector<std::string> notes;           ///< what was read as what, and what was made of it
  std::vector<Error> problems;              ///< what was left out
};

/// What a file is, by its first 64 kB, whatever its name; of a folder: TensorBoard's event files, MLflow's metrics or
/// an export of ours in it. Nothing where it is no log that can be read. Never an error: what cannot be opened is none.
[[nodiscard]] std::optional<ImportFormat> importFormatOf(const std::filesystem::path& path);

/// The run that a path means: a file of `sojourn export --csv` stands for its folder, all else for itself.
[[nodiscard]] std::filesystem::path importTarget(const std::filesystem::path& path);

/// The files that a folder's run is read from: event files, MLflow's metrics, or the tables of an export.
[[nodiscard]] std::vector<std::filesystem::path> importFiles(const std::filesystem::path& folder);

/// Reads a file, or a folder with event files, MLflow's metrics or an export. Errors (ErrorKind::BadInput): absent,
/// unreadable, no such log, larger than 256 MB (event files: 4 GB), not one row that could be used;
/// ErrorKind::Cancelled.
[[nodiscard]] Result<ImportedRun> importRun(const std::filesystem::path& path, const CancelToken& cancel = {});

/// The logs in one folder that are runs by what lies about them, sorted: a *.log beside a *config.yaml, the folder
/// itself where it holds event files, MLflow's metrics or an export; of a folder named train, validation, val, eval or
/// test with event files the one above it, which holds the splits of one run. A table among data is none: it has to be
/// opened by its name.
///
/// `undecided` becomes true where a log beside a configuration says nothing yet that could be read: look again later.
[[nodiscard]] std::vector<std::filesystem::path> findImports(const std::filesystem::path& folder,
                                                             bool* undecided = nullptr);

}  // namespace sojourn
