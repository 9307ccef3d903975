// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/run_catalogue.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "model/runs/wall_time.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 3;
constexpr std::size_t mostFolders = 10'000;

double uptime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class T>
Result<std::shared_ptr<const T>> shared(Result<T> value) {
  if (!value) return value.error();
  return std::make_shared<const T>(std::move(*value));
}

}  // namespace

bool isRunFolder(const fs::path& folder) {
  const RunPaths run{folder};
  std::error_code error;
  return fs::exists(run.record(), error) || (fs::exists(run.lock(), error) && fs::exists(run.events(), error));
}

std::vector<fs::path> findRuns(const fs::path& folder) {
  if (isRunFolder(folder)) return {folder};
  std::vector<fs::path> runs;
  std::vector<std::pair<fs::path, int>> waiting{{folder, 0}};
  std::size_t seen = 0;
  while (!waiting.empty() && seen < mostFolders) {
    const auto [current, depth] = std::move(waiting.back());
    waiting.pop_back();
    std::error_code error;
    for (fs::directory_iterator entry(current, error), end; !error && entry != end; entry.increment(error)) {
      std::error_code ignored;
      if (entry->is_symlink(ignored) || !entry->is_directory(ignored) || ++seen > mostFolders) continue;
      if (isRunFolder(entry->path())) {
        runs.push_back(entry->path());
      } else if (depth + 1 < deepest) {
        waiting.emplace_back(entry->path(), depth + 1);
      }
    }
  }
  std::ranges::sort(runs);
  return runs;
}

std::string RunEntry::title() const {
  return notes.name.empty() ? paths.folder.filename().string() : notes.name;
}

template <class T, class Read>
void RunCatalogue::reread(Cached<T>& cached, const fs::path& file, const Read& read) {
  std::error_code error;
  Stamp stamp{.size = fs::file_size(file, error), .time = {}};
  if (!error) stamp.time = fs::last_write_time(file, error);
  if (error) {
    cached = {};
    return;
  }
  if (cached.stamp == stamp) return;
  auto value = read(file);
  cached.stamp = stamp;
  cached.value.reset();
  cached.error.reset();
  if (value) {
    cached.value = std::move(*value);
  } else {
    cached.error = value.error();
  }
}

RunEntry RunCatalogue::look(const fs::path& folder, Known& known) const {
  RunEntry entry;
  entry.paths = {folder};
  reread(known.record, entry.paths.record(), [](const fs::path& file) { return shared(readRunRecord(file)); });
  reread(known.results, entry.paths.results(), [](const fs::path& file) { return shared(readRunResults(file)); });
  reread(known.notes, entry.paths.viewer(), readViewerNotes);
  entry.record = known.record.value.value_or(nullptr);
  entry.results = known.results.value.value_or(nullptr);
  entry.notes = known.notes.value.value_or(ViewerNotes{});
  for (const auto* error : {&known.record.error, &known.results.error, &known.notes.error}) {
    if (*error) entry.problems.push_back(**error);
  }
  std::error_code error;
  if (!fs::exists(entry.paths.status(), error)) return entry;
  const auto status = readRunStatus(entry.paths.status());
  if (!status) {
    entry.problems.push_back(status.error());
    return entry;
  }
  entry.status = *status;
  entry.liveness = known.watch.judge(*status, wallNow(), uptime());
  return entry;
}

std::vector<RunEntry> RunCatalogue::refresh() {
  std::vector<RunEntry> entries;
  std::map<fs::path, Known> before = std::exchange(m_known, {});
  for (const fs::path& folder : findRuns(m_folder)) {
    Known& known = m_known[folder];
    if (const auto found = before.find(folder); found != before.end()) known = std::move(found->second);
    RunEntry entry = look(folder, known);
    if (isRunFolder(folder)) entries.push_back(std::move(entry));  // it may have been deleted meanwhile
  }
  return entries;
}

}  // namespace sojourn
