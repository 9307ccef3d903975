// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/catalogue/run_catalogue.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <utility>

#include "model/core/files.h"
#include "model/core/sha256.h"
#include "model/runs/store/ids_and_times.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 3;
constexpr std::size_t mostFolders = 10'000;
/// Of a run that is over and whose folder has not changed.
constexpr unsigned looksTrusted = 16;

/// Of the time that passes, one part in so many goes into reading a log that grows.
constexpr double importShare = 10;

double uptime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class T>
Result<std::shared_ptr<const T>> shared(Result<T> value) {
  if (!value) return value.error();
  return std::make_shared<const T>(std::move(*value));
}

/// Nobody may look into it. What the system keeps for itself, and what is hidden, is nobody's run.
bool isClosed(const fs::path& folder) {
  std::error_code error;
  static_cast<void>(fs::status(RunPaths{folder}.record(), error));
  const std::string name = folder.filename().string();
  return error == std::errc::permission_denied && !name.starts_with('.') && name != "lost+found";
}

/// The runs in `folder` and below, sorted; `pass` is called with every folder on the way that is none.
template <class Pass>
std::vector<fs::path> walk(const fs::path& folder, const Pass& pass) {
  if (isRunFolder(folder) || isClosed(folder)) return {folder};
  pass(folder);
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
      // Deeper down it may be anything.
      if (isRunFolder(entry->path()) || (depth == 0 && isClosed(entry->path()))) {
        runs.push_back(entry->path());
        continue;
      }
      pass(entry->path());
      if (depth + 1 < deepest) waiting.emplace_back(entry->path(), depth + 1);
    }
  }
  std::ranges::sort(runs);
  return runs;
}

}  // namespace

bool isRunFolder(const fs::path& folder) {
  const RunPaths run{folder};
  return isNamed(run.record()) || (isNamed(run.lock()) && isNamed(run.events()));
}

fs::path importNotesFile(const fs::path& notesFolder, const fs::path& log) {
  return notesFolder / (sha256(asBytes(log.string())).substr(0, 32) + ".json");
}

std::vector<fs::path> findRuns(const fs::path& folder) {
  return walk(folder, [](const fs::path&) {});
}

std::string RunEntry::title() const {
  if (!notes.name.empty()) return notes.name;
  return imported ? imported->title : paths.folder.filename().string();
}

std::string RunEntry::model() const {
  return record ? record->model : imported ? imported->model : std::string();
}

/// Of a folder of event files the newest of them tells whether any has changed.
std::optional<RunCatalogue::Stamp> RunCatalogue::stampOfImport(const fs::path& path) {
  Stamp stamp;
  std::error_code error;
  const auto add = [&](const fs::path& file) {
    stamp.size += fs::file_size(file, error);
    if (!error) stamp.time = std::max(stamp.time, fs::last_write_time(file, error));
  };
  if (!fs::is_directory(path, error)) {
    add(path);
    return error ? std::nullopt : std::optional(stamp);
  }
  for (const fs::path& file : importFiles(path)) add(file);
  return stamp;
}

template <class T, class Read>
void RunCatalogue::reread(Cached<T>& cached, const GuardedPath& file, const Read& read) {
  std::error_code error;
  Stamp stamp{.size = fs::file_size(file, error), .time = {}};
  if (!error) stamp.time = fs::last_write_time(file, error);
  if (error) {
    cached = {};
    // Something else has its name: a folder, a pipe, a link to nowhere.
    if (!isNamed(file)) return;
    if (auto value = read(file); !value) cached.error = value.error();
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
    // What may not be opened now may be later, and is no newer for it.
    if (!std::ifstream(file)) cached.stamp.reset();
  }
}

RunEntry RunCatalogue::look(const fs::path& folder, Known& known) const {
  std::error_code error;
  const auto time = fs::last_write_time(folder, error);
  // Trainers and viewers put their files into place by renaming, which changes the folder. What others write over, and
  // what was renamed in the same moment as the last look, is found by one look in so many.
  if (known.settled && !error && known.folderTime == time && ++known.trusted < looksTrusted) return *known.settled;
  RunEntry entry = lookAtFiles(folder, known);
  const bool over = entry.status && isOver(entry.status->state) && entry.problems.empty();
  const bool old = !error && fs::file_time_type::clock::now() - time > std::chrono::seconds(2);
  known.settled = over && old ? std::optional(entry) : std::nullopt;
  known.folderTime = time;
  known.trusted = 0;
  return entry;
}

RunEntry RunCatalogue::lookAtFiles(const fs::path& folder, Known& known) {
  RunEntry entry;
  entry.paths = {folder};
  if (isClosed(folder)) {
    entry.problems.push_back({ErrorKind::BadInput, folder.string(), "may not be looked into (permission denied)",
                              "ask its owner for the right to read it"});
    return entry;
  }
  reread(known.record, entry.paths.record(), [](const GuardedPath& file) { return shared(readRunRecord(file)); });
  reread(known.results, entry.paths.results(), [](const GuardedPath& file) { return shared(readRunResults(file)); });
  entry.notesFile = entry.paths.viewer();
  reread(known.notes, entry.notesFile, readViewerNotes);
  entry.record = known.record.value.value_or(nullptr);
  entry.results = known.results.value.value_or(nullptr);
  entry.notes = known.notes.value.value_or(ViewerNotes{});
  for (const auto* error : {&known.record.error, &known.results.error, &known.notes.error}) {
    if (*error) entry.problems.push_back(**error);
  }
  if (!isNamed(entry.paths.status())) return entry;
  const auto status = readRunStatus(entry.paths.status());
  if (!status) {
    entry.problems.push_back(status.error());
    return entry;
  }
  entry.status = *status;
  entry.liveness = known.watch.judge(*status, wallNow(), uptime());
  return entry;
}

RunEntry RunCatalogue::lookAtImport(const fs::path& path, Known& known) const {
  RunEntry entry;
  entry.paths = {path};
  if (!m_notesFolder.empty()) {
    entry.notesFile = importNotesFile(m_notesFolder, path);
    reread(known.notes, entry.notesFile, readViewerNotes);
    entry.notes = known.notes.value.value_or(ViewerNotes{});
  }
  const std::optional<Stamp> stamp = stampOfImport(path);
  const bool rested = uptime() - known.importedAt >= importShare * known.importTook;
  const bool first = !known.import.value && !known.import.error;
  if (first || (known.import.stamp != stamp && rested)) {
    const double began = uptime();
    auto run = shared(importRun(path, m_cancel));
    known.importedAt = uptime();
    known.importTook = known.importedAt - began;
    known.import.stamp = stamp;
    known.import.error.reset();
    // What was read stays, should the file have become unreadable.
    if (run) known.import.value = std::move(*run);
    if (!run) known.import.error = run.error();
    known.importResults.reset();
    if (run && (*known.import.value)->test) {
      RunResults results;
      results.test = (*known.import.value)->test;
      known.importResults = std::make_shared<const RunResults>(results);
    }
  }
  entry.imported = known.import.value.value_or(nullptr);
  entry.results = known.importResults;
  if (known.import.error) entry.problems.push_back(*known.import.error);
  if (entry.imported)
    entry.problems.insert(entry.problems.end(), entry.imported->problems.begin(), entry.imported->problems.end());
  if (known.notes.error) entry.problems.push_back(*known.notes.error);
  return entry;
}

void RunCatalogue::searchImports(const fs::path& folder, std::vector<Found>& found) {
  std::error_code error;
  const auto time = fs::last_write_time(folder, error);
  if (error) return;
  const auto [place, isNew] = m_searched.try_emplace(folder);
  Searched& searched = place->second;
  if (isNew || searched.time != time || searched.undecided) {
    searched = {.time = time, .imports = {}, .undecided = false};
    searched.imports = findImports(folder, &searched.undecided);
  }
  for (const fs::path& log : searched.imports) found.push_back({.path = log, .isImport = true});
}

std::vector<RunCatalogue::Found> RunCatalogue::search(const fs::path& source) {
  std::error_code error;
  if (fs::exists(source, error) && !fs::is_directory(source, error)) return {{.path = source, .isImport = true}};
  std::vector<Found> found;
  std::vector<Found> imports;
  for (const fs::path& run : walk(source, [&](const fs::path& folder) { searchImports(folder, imports); }))
    found.push_back({.path = run, .isImport = false});
  std::ranges::sort(imports, {}, &Found::path);
  found.insert(found.end(), imports.begin(), imports.end());
  return found;
}

std::vector<RunEntry> RunCatalogue::refresh() {
  std::vector<RunEntry> entries;
  std::map<fs::path, Known> before = std::exchange(m_known, {});
  for (const fs::path& source : m_sources) {
    for (const auto& [path, isImport] : search(source)) {
      const auto [place, isNew] = m_known.try_emplace(path);
      if (!isNew) continue;  // also in a source before this one
      Known& known = place->second;
      if (const auto found = before.find(path); found != before.end()) known = std::move(found->second);
      RunEntry entry = isImport ? lookAtImport(path, known) : look(path, known);
      // It may have been deleted meanwhile.
      if (isImport || isRunFolder(path) || isClosed(path)) entries.push_back(std::move(entry));
    }
  }
  // A run that has been closed to us is still there.
  for (auto& [path, known] : before) {
    if (known.import.stamp || m_known.contains(path) || !isClosed(path)) continue;
    Known& kept = m_known[path] = std::move(known);
    entries.push_back(look(path, kept));
  }
  return entries;
}

}  // namespace sojourn
