// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/files/workspace_migration.h"

#include <algorithm>

#include "model/core/files.h"
#include "views/session/settings/settings.h"
#include "views/session/settings/settings_json.h"

namespace sojourn::session {
namespace {

constexpr int mostHeads = 4096;
constexpr std::size_t mostRunSources = 100;
constexpr std::size_t mostReferenceLines = 1000;
constexpr std::size_t mostScenarios = 1000;

std::map<std::string, bool> truths(const Json& object, const char* key, std::size_t limit) {
  std::map<std::string, bool> result;
  const Json* value = member(object, key, &Json::is_object, "an object");
  if (!value) return result;
  for (const auto& [name, one] : value->items()) {
    if (!one.is_boolean()) throw WrongType(std::string("\"") + key + "\" holds something that is not true or false");
    if (result.size() < limit) result[name] = one.get<bool>();
  }
  return result;
}

std::optional<SavedPath> savedPath(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return SavedPath{.path = path};
}

WorkspaceState stateFrom(const Json& json) {
  if (text(json, "schema") != earlierSettingsSchema)
    throw WrongType("is not of the schema " + std::string(earlierSettingsSchema));
  WorkspaceState state;
  state.dataset = savedPath(text(json, "data"));
  state.demo = !state.dataset;
  if (state.demo) return state;
  state.checkpoint = savedPath(text(json, "checkpoint"));
  if (const auto heads = whole(json, "heads", 0, mostHeads, 0); heads > 0) state.heads = static_cast<int>(heads);
  state.split = splitFromName(text(json, "split")).value_or(Split::Test);
  state.index = static_cast<std::size_t>(whole(json, "index", 0, std::int64_t{1} << 31, 0));
  return state;
}

void takeRunsAndLayouts(const Json& json, WorkspaceState& state) {
  std::vector<std::string> sources = textList(json, "run_sources", mostRunSources);
  // As it was called when there could be but one.
  if (const std::string folder = text(json, "runs_folder"); sources.empty() && !folder.empty())
    sources.push_back(folder);
  for (const std::string& source : sources) {
    if (auto saved = savedPath(source)) state.runs.push_back(std::move(*saved));
  }
  state.referenceLines = truths(json, "reference_lines", mostReferenceLines);
  const Json* layouts = member(json, "layouts", &Json::is_object, "an object");
  if (!layouts) return;
  for (const auto& [name, bytes] : layouts->items()) {
    if (name != "window") state.layouts[name] = text(*layouts, name.c_str());
  }
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
    auto read =
        readSettingsJson<WorkspaceState>(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()),
                                         file.string(), [](const Json& json) {
                                           WorkspaceState earlier = stateFrom(json);
                                           takeRunsAndLayouts(json, earlier);
                                           return earlier;
                                         });
    if (!read) return read.error();
    state = std::move(*read);
  }
  state.whatIf.scenarios = scenariosIn(stateFolder / "scenarios");
  return state;
}

}  // namespace sojourn::session
