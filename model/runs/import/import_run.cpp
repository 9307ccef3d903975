// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/import/import_run.h"

#include <algorithm>
#include <array>

#include "model/core/files.h"
#include "model/core/name_table.h"
#include "model/core/text.h"
#include "model/formats/bytes/file_kind.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t headBytes = 65'536;
constexpr std::uint64_t mostRunBytes = 256'000'000;
constexpr std::array exportFiles{"steps.csv", "epochs.csv", "eval.csv"};

/// The most telling form first: an event file is none by chance, a table almost anything.
std::optional<ImportFormat> formatOf(std::string_view head) {
  if (looksLikeEventFile(head)) return ImportFormat::TensorBoard;
  if (head.find('\0') != std::string_view::npos) return std::nullopt;
  if (looksLikeMetricFile(head)) return ImportFormat::MetricFiles;
  if (looksLikeJsonLines(head)) return ImportFormat::JsonLines;
  if (looksLikeTable(head)) return ImportFormat::Table;
  if (looksLikeTrainingLog(head)) return ImportFormat::TrainingLog;
  return std::nullopt;
}

/// Whether a file's name says nothing about what is in it.
bool saysLittle(const std::string& stem) {
  constexpr std::array words{"training", "train", "log",    "logs",   "metrics", "progress", "history",
                             "results",  "steps", "epochs", "events", "eval",    "output",   "stdout"};
  return std::ranges::find(words, stem) != words.end() || stem.find("tfevents") != std::string::npos;
}

std::string titleOf(const fs::path& path, bool isFolder) {
  fs::path whole = path.lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  const std::string name = whole.filename().string();
  if (isFolder && isMlflowRun(path)) {
    const auto given = readFile(path / "tags" / "mlflow.runName", 1000);
    if (given && !given->empty()) return escapeForDisplay(asText(*given), 100);
  }
  if (isFolder || !saysLittle(whole.stem().string())) return isFolder ? name : whole.stem().string();
  const std::string folder = whole.parent_path().filename().string();
  const std::string shown = name.find("tfevents") != std::string::npos ? std::string("events") : name;
  return folder.empty() ? name : folder + " (" + shown + ")";
}

Result<ImportedRun> importFolder(const fs::path& folder, const CancelToken& cancel) {
  if (isExport(folder)) return importExport(folder, cancel);
  if (isMlflowRun(folder)) return importMlflowRun(folder, cancel);
  if (!eventFiles(folder).empty()) return importTensorBoard(folder, cancel);
  return Error{ErrorKind::BadInput, folder.string(), "holds neither event files nor metrics nor an export of a run",
               "open one of its files by its name"};
}

Result<ImportedRun> importFile(const fs::path& file, const CancelToken& cancel) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return Error{ErrorKind::BadInput, file.string(), fs::exists(file, error) ? "is not a regular file" : "is not there",
                 "name a log, a table, JSON lines or TensorBoard's event file"};
  }
  const std::string head = beginningOf(file, headBytes);
  const auto format = formatOf(head);
  if (!format) {
    return wrongFile(
        file.string(), asBytes(head), "is not a readable training log",
        "name a training.log, a CSV with columns like step and loss, JSON lines, or TensorBoard's event file");
  }
  if (*format == ImportFormat::TensorBoard) return importTensorBoard(file, cancel);
  const auto bytes = readFile(file, mostRunBytes);
  if (!bytes) return bytes.error();
  const std::string_view text = asText(*bytes);
  if (*format == ImportFormat::MetricFiles) return importMetricFile(text, file.string());
  if (*format == ImportFormat::JsonLines) return importJsonLines(text, file.string(), cancel);
  if (*format == ImportFormat::Table) return importTable(text, file.string(), cancel);
  return importTrainingLog(text, file.string(), cancel);
}

}  // namespace

std::string_view importFormatName(ImportFormat format) {
  constexpr NameTable<5> names{"training log", "table (CSV)", "JSON lines", "TensorBoard events", "MLflow metrics"};
  return nameIn(names, format);
}

std::optional<ImportFormat> importFormatOf(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return formatOf(beginningOf(path, headBytes));
  if (isExport(path)) return ImportFormat::Table;
  if (isMlflowRun(path)) return ImportFormat::MetricFiles;
  return eventFiles(path).empty() ? std::nullopt : std::optional(ImportFormat::TensorBoard);
}

fs::path importTarget(const fs::path& path) {
  const bool ofExport = std::ranges::find(exportFiles, path.filename().string()) != exportFiles.end();
  return ofExport && isExport(path.parent_path()) ? path.parent_path() : path;
}

Result<ImportedRun> importRun(const fs::path& path, const CancelToken& cancel) {
  std::error_code error;
  const bool isFolder = fs::is_directory(path, error);
  auto run = isFolder ? importFolder(path, cancel) : importFile(path, cancel);
  if (run) run->title = titleOf(path, isFolder);
  return run;
}

std::vector<fs::path> importFiles(const fs::path& folder) {
  if (!isExport(folder)) return isMlflowRun(folder) ? metricFiles(folder) : eventFiles(folder);
  std::vector<fs::path> files;
  for (const char* name : exportFiles) files.push_back(folder / name);
  return files;
}

std::vector<fs::path> findImports(const fs::path& folder, bool* undecided) {
  if (isExport(folder) || isMlflowRun(folder)) return {folder};
  if (const auto events = folderOfEvents(folder)) return {*events};
  std::vector<fs::path> logs;
  bool configured = false;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    const std::string name = entry->path().filename().string();
    if (name.ends_with("config.yaml") || name.ends_with("config.yml")) configured = true;
    if (name.ends_with(".log") && entry->is_regular_file(ignored)) logs.push_back(entry->path());
  }
  if (!configured) return {};
  const std::size_t erased = std::erase_if(
      logs, [](const fs::path& log) { return formatOf(beginningOf(log, headBytes)) != ImportFormat::TrainingLog; });
  if (undecided && erased > 0) *undecided = true;
  std::ranges::sort(logs);
  return logs;
}

}  // namespace sojourn
