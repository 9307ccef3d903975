// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/files/path_classifier.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/io/dataset_files.h"
#include "model/data/records/recognise_input.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/import/import_run.h"
#include "views/session/files/workspace_file.h"

namespace sojourn::session {
namespace {

/// The runs that a path means: a run, a file in one, a folder that holds some and no dataset, a log of another program
/// by what is in it. Else empty.
std::filesystem::path runsAt(const std::filesystem::path& given, bool folder) {
  if (!folder) {
    const bool ofRun = given.filename() == "run.json" || given.filename() == "events.jsonl";
    if (ofRun && isRunFolder(given.parent_path())) return given.parent_path();
    return importFormatOf(given) ? importTarget(given) : std::filesystem::path();
  }
  if (isRunFolder(given) || importFormatOf(given)) return given;
  if (!datasetsIn(given).empty()) return {};
  return findRuns(given).empty() && findImports(given).empty() ? std::filesystem::path() : given;
}

/// Predictions of another program begin with the names of their columns; labels have others.
bool holdsPredictions(const std::filesystem::path& csv) {
  constexpr std::string_view begin = "index,rank1";
  std::string text(begin.size(), '\0');
  return std::ifstream(csv).read(text.data(), static_cast<std::streamsize>(text.size())) && text == begin;
}

}  // namespace

std::filesystem::path dataPathOf(const std::filesystem::path& path) {
  if (path.extension() != ".pk") return path;
  std::string prefix = path.stem().string();
  for (const Split split : allSplits) {
    const std::string ending = std::string("_") + splitName(split);
    if (prefix.ends_with(ending)) {
      prefix.resize(prefix.size() - ending.size());
      break;
    }
  }
  return path.parent_path() / prefix;
}

FoundPath classifyPath(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  if (isWorkspaceFile(path) && !folder && std::filesystem::exists(path, ignored)) return {PathKind::Workspace, path};
  if (!folder && (suffix == ".mbtiles" || suffix == ".geojson")) return {PathKind::Map, path};
  if (suffix == ".csv" && !folder && holdsPredictions(path)) return {PathKind::Predictions, path};
  // A table whose columns say who was where and when is one of movements, whatever else is in it.
  const bool looked = suffix != ".pk" && (!folder || datasetsIn(path).empty());
  const auto input = looked ? recogniseInput(path) : std::nullopt;
  if (input && input->missing.empty() && !isRunFolder(path)) return {PathKind::Input, path};
  if (std::filesystem::path runs = runsAt(path, folder); !runs.empty()) return {PathKind::Runs, std::move(runs)};
  if (input) return {PathKind::Input, path};
  if (folder || suffix == ".pk") return {PathKind::Dataset, dataPathOf(path)};
  return {suffix == ".csv" ? PathKind::Labels : PathKind::Checkpoint, path};
}

PathClassifier::PathClassifier(Workspace& workspace, std::function<void(const std::vector<FoundPath>&)> found)
    : m_found(std::move(found)),
      m_query(
          workspace,
          [this] {
            if (const auto answer = m_query.answer()) m_found(*answer);
          },
          QueryThread::Own) {}

void PathClassifier::classify(std::vector<std::filesystem::path> paths) {
  if (paths.empty()) return;
  m_query.forget();
  const std::string name = escapeForDisplay(paths.front().filename().string(), 60);
  m_query.ask({.title = tr("Looking at %1", {name}), .unit = "paths", .subject = "the paths", .shownAtOnce = true},
              [paths = std::move(paths)](const CancelToken& cancel, const Progress&,
                                         const auto&) -> Result<std::vector<FoundPath>> {
                std::vector<FoundPath> found;
                for (const std::filesystem::path& path : paths) {
                  if (cancel.cancelled()) break;
                  found.push_back(classifyPath(path));
                }
                return found;
              });
}

}  // namespace sojourn::session
