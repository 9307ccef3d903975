// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/files/workspace_migration.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/formats/text/json_fields.h"
#include "views/session/settings/settings.h"

namespace sojourn::session {
namespace {

constexpr std::size_t mostRunSources = 100;
constexpr std::size_t mostScenarios = 1000;

/// What the file of settings and workspace said of the workspace.
struct EarlierWorkspace {
  std::string data, checkpoint, split;
  int heads = 0;
  std::int64_t index = 0;
  std::vector<std::string> runSources;
  std::string runsFolder;  ///< as it was called when there could be but one
  std::map<std::string, bool> referenceLines;
  std::map<std::string, std::string> layouts;

  static void fields(auto& json, auto& earlier) {
    json.schema(earlierSettingsSchema);
    json.orDefault("data", earlier.data);
    json.orDefault("checkpoint", earlier.checkpoint);
    json.orDefault("heads", earlier.heads, 1, mostHeads);
    json.orDefault("split", earlier.split);
    json.orDefault("index", earlier.index, 0, std::int64_t{1} << 31);
    json.orDefault("run_sources", earlier.runSources);
    json.orDefault("runs_folder", earlier.runsFolder);
    json.orDefault("reference_lines", earlier.referenceLines);
    json.orDefault("layouts", earlier.layouts);
  }
};

std::optional<SavedPath> savedPath(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return SavedPath{.path = path};
}

WorkspaceState stateOf(EarlierWorkspace earlier) {
  WorkspaceState state;
  state.dataset = savedPath(earlier.data);
  state.demo = !state.dataset;
  if (!state.demo) {
    state.checkpoint = savedPath(earlier.checkpoint);
    if (earlier.heads > 0) state.heads = earlier.heads;
    state.split = splitFromName(earlier.split).value_or(Split::Test);
    state.index = static_cast<std::size_t>(earlier.index);
  }
  std::vector<std::string>& sources = earlier.runSources;
  if (sources.empty()) sources.push_back(earlier.runsFolder);
  if (sources.size() > mostRunSources) sources.resize(mostRunSources);
  for (const std::string& source : sources) {
    if (auto saved = savedPath(source)) state.runs.push_back(std::move(*saved));
  }
  state.referenceLines = std::move(earlier.referenceLines);
  state.layouts = std::move(earlier.layouts);
  state.layouts.erase("window");
  return state;
}

std::vector<Scenario> scenariosIn(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator file(folder, ignored), end;
       !ignored && file != end && files.size() < mostScenarios; file.increment(ignored)) {
    if (file->path().extension() == ".json") files.push_back(file->path());
  }
  std::ranges::sort(files);
  std::vector<Scenario> scenarios;
  for (const auto& file : files) {
    if (auto scenario = readScenarioFile(file)) scenarios.push_back(std::move(*scenario));
  }
  return scenarios;
}

}  // namespace

Result<WorkspaceState> earlierWorkspace(const std::filesystem::path& stateFolder) {
  const std::filesystem::path file = stateFolder / earlierSettingsName;
  WorkspaceState state;
  state.demo = true;
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) {
    const auto bytes = readFile(file, mostSettingsBytes);
    if (!bytes) return bytes.error();
    const auto json = parseJsonObject({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string());
    if (!json) return json.error();
    auto earlier = structOf<EarlierWorkspace>(*json, file.string());
    if (!earlier) return earlier.error();
    state = stateOf(std::move(*earlier));
  }
  state.whatIf.scenarios = scenariosIn(stateFolder / "scenarios");
  return state;
}

}  // namespace sojourn::session
