// SPDX-License-Identifier: GPL-3.0-or-later
// Reads TensorBoard's event files: curves by tags, put together step by step.
#include <algorithm>
#include <array>
#include <utility>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/import/curve_set.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFiles = 1000;
constexpr std::uintmax_t mostTensorboardBytes = 4'000'000'000;
/// Keras and others write a folder for each split.
constexpr std::array<const char*, 7> splitFolders{"train", "training", "validation", "val", "valid", "eval", "test"};

bool isEventFile(const fs::path& file) {
  return file.filename().string().find("tfevents") != std::string::npos;
}

std::vector<fs::path> eventFilesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (isEventFile(entry->path()) && entry->is_regular_file(ignored)) files.push_back(entry->path());
    if (files.size() >= mostFiles) break;
  }
  // Their names begin with the time at which they were begun.
  std::ranges::sort(files);
  return files;
}

class Collector {
 public:
  explicit Collector(std::string where) : m_where(std::move(where)) {}

  [[nodiscard]] Status read(const fs::path& file, const std::string& before, const CancelToken& cancel) {
    std::error_code error;
    m_bytes += fs::file_size(file, error);
    if (!error && m_bytes > mostTensorboardBytes) {
      return Error{ErrorKind::BadInput, file.string(), "makes more than 4 GB of event files", "open a part of them"};
    }
    const auto events = readTfEvents(file, cancel);
    if (!events) {
      if (events.error().kind == ErrorKind::Cancelled) return events.error();
      m_problems.push_back(events.error());
      return {};
    }
    m_bad += events->badRecords;
    std::vector<ScalarSeries> curves = events->series;
    for (ScalarSeries& curve : curves) curve.tag = before + curve.tag;
    m_curves.add(std::move(curves));
    return {};
  }

  [[nodiscard]] Result<ImportedRun> finish() {
    ImportedRun run;
    run.format = ImportFormat::TensorBoard;
    run.problems = std::move(m_problems);
    if (m_bad > 0) {
      run.problems.push_back(
          {ErrorKind::BadInput, m_where, "holds " + std::to_string(m_bad) + " damaged records", "they are left out"});
    }
    const MetricNameResolver meanings = m_curves.meanings();
    run.notes = meanings.notes();
    for (std::string& note : m_curves.notes()) run.notes.push_back(std::move(note));
    ImportBuilder builder(m_where);
    m_curves.merge(meanings, builder);
    if (const Status done = builder.finish(run); !done) return run.problems.empty() ? done.error() : run.problems[0];
    return run;
  }

 private:
  std::string m_where;
  CurveSet m_curves;
  std::vector<Error> m_problems;
  std::int64_t m_bad = 0;
  std::uintmax_t m_bytes = 0;
};

}  // namespace

bool looksLikeEventFile(std::string_view head) {
  if (head.size() < tfevents::headerBytes) return false;
  const auto bytes = asBytes(head);
  return readLittle<std::uint32_t>(bytes, 8) == tfevents::maskedCrc(bytes.first(8));
}

std::vector<fs::path> eventFiles(const fs::path& folder) {
  std::vector<fs::path> files = eventFilesIn(folder);
  for (const char* split : splitFolders) {
    const std::vector<fs::path> ofSplit = eventFilesIn(folder / split);
    files.insert(files.end(), ofSplit.begin(), ofSplit.end());
  }
  return files;
}

std::optional<fs::path> folderOfEvents(const fs::path& folder) {
  if (eventFilesIn(folder).empty()) return std::nullopt;
  const bool ofSplit = std::ranges::find(splitFolders, folder.filename().string()) != splitFolders.end();
  return ofSplit ? folder.parent_path() : folder;
}

Result<ImportedRun> importTensorBoard(const fs::path& path, const CancelToken& cancel) {
  Collector collector(path.string());
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    if (const Status read = collector.read(path, {}, cancel); !read) return read.error();
    return collector.finish();
  }
  for (const fs::path& file : eventFiles(path)) {
    const bool direct = file.parent_path() == path;
    const std::string before = direct ? std::string() : file.parent_path().filename().string() + "/";
    if (const Status read = collector.read(file, before, cancel); !read) return read.error();
  }
  return collector.finish();
}

}  // namespace sojourn
