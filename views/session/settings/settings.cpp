// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/settings/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/translation.h"
#include "model/formats/text/json_fields.h"
#include "model/results/device.h"

namespace sojourn::session {
namespace {

constexpr const char* settingsSchema = "sojourn.settings/1";
constexpr std::int32_t furthestOffset = 24 * 60;
constexpr NameTable<3> themeNames{"system", "light", "dark"};

std::optional<std::int32_t> idOf(const std::string& text) {
  std::int32_t id = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id < 0) return std::nullopt;
  return id;
}

/// Values by id; JSON's keys are texts, so ids are written as such. Keys that are no id are left out.
template <class Value>
void valuesById(auto& json, const char* key, const std::map<std::int32_t, Value>& values, const auto& take) {
  std::map<std::string, Value> named;
  for (const auto& [id, value] : values) named[std::to_string(id)] = value;
  json.orDefault(key, named);
  for (const auto& [text, value] : named)
    if (const auto id = idOf(text)) take(*id, value);
}

void nameFields(auto& json, const char* key, auto& names) {
  if constexpr (std::is_const_v<std::remove_reference_t<decltype(names)>>)
    valuesById(json, key, names, [](auto...) {});
  else
    valuesById(json, key, names, [&](std::int32_t id, const std::string& name) { names[id] = name; });
}

void roleFields(auto& json, const char* key, auto& roles, LocationId ConfirmedRoles::*role) {
  std::map<UserId, LocationId> places;
  for (const auto& [user, confirmed] : roles)
    if (confirmed.*role != 0) places[user] = confirmed.*role;
  if constexpr (std::is_const_v<std::remove_reference_t<decltype(roles)>>)
    valuesById(json, key, places, [](auto...) {});
  else
    valuesById(json, key, places, [&](UserId user, LocationId place) { roles[user].*role = place; });
}

}  // namespace

void DatasetSettings::fields(auto& json, auto& settings) {
  json.orDefault("checkpoint", settings.checkpoint);
  json.orDefault("display_offset_minutes", settings.displayOffsetMinutes, -furthestOffset, furthestOffset);
  json.orDefault("map_files", settings.mapFiles);
  json.orDefault("map_chosen", settings.mapChosen);
  roleFields(json, "home", settings.names.roles, &ConfirmedRoles::home);
  nameFields(json, "places", settings.names.places);
  nameFields(json, "users", settings.names.users);
  roleFields(json, "work", settings.names.roles, &ConfirmedRoles::work);
  json.orDefault("zone_chosen", settings.zoneChosen);
}

void Settings::fields(auto& json, auto& settings) {
  json.schema(settingsSchema);
  json.orDefault("recent_workspaces", settings.recentWorkspaces);
  json.orDefault("recent_datasets", settings.recentDatasets);
  json.orDefault("recent_checkpoints", settings.recentCheckpoints);
  json.orDefault("recent_programs", settings.recentPrograms);
  json.orDefault("launch", settings.launch);
  json.orDefault("device", settings.device);
  json.orDefault("theme", settings.theme, themeNames);
  json.orDefault("proposals_shown", settings.proposalsShown);
  json.orDefault("pseudonym_seed", settings.pseudonymSeed);
  json.orDefault("text_percent", settings.textPercent, 50, 300);
  json.orDefault("introduced", settings.introduced);
  json.orDefault("window_geometry", settings.windowGeometry);
  json.orDefault("datasets", settings.datasets);
}

std::string datasetKey(const std::string& prefix, const std::string& fingerprint) {
  // A part of it is enough to tell them apart.
  constexpr std::size_t fingerprintLength = 16;
  return prefix + "@" + fingerprint.substr(0, fingerprintLength);
}

void remember(std::vector<std::string>& recent, const std::string& path) {
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > recentLimit) recent.resize(recentLimit);
}

void remember(std::vector<std::pair<std::string, ProgramCommand>>& recent, const ProgramCommand& program) {
  std::pair<std::string, ProgramCommand> newest{programNameOf(program), program};
  std::erase_if(recent, [&](const auto& one) { return one.first == newest.first; });
  recent.insert(recent.begin(), std::move(newest));
  if (recent.size() > recentLimit) recent.resize(recentLimit);
}

std::filesystem::path defaultSettingsFile() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  std::filesystem::path state = variable("XDG_STATE_HOME");
  // The XDG base directory specification: a relative path is to be ignored.
  if (!state.is_absolute()) state = variable("HOME") / ".local" / "state";
  return state / "sojourn" / "settings.json";
}

Result<Settings> parseSettings(std::string_view content, const std::string& where) {
  const auto unusable = [&](const Error& error) {
    return Error{
        ErrorKind::BadInput, where, error.where.empty() ? error.what : error.where + " " + error.what,
        tr("default settings are used; the studio keeps the old file with .unreadable at the end of its name")};
  };
  auto json = parseJsonObject(content, "");
  if (!json) return unusable(json.error());
  auto settings = structOf<Settings>(*json, "");
  if (!settings) return unusable(settings.error());
  for (auto* recent : {&settings->recentDatasets, &settings->recentCheckpoints, &settings->recentWorkspaces})
    if (recent->size() > recentLimit) recent->resize(recentLimit);
  if (settings->recentPrograms.size() > recentLimit) settings->recentPrograms.resize(recentLimit);
  if (!deviceFromText(settings->device)) settings->device = Settings().device;
  if (settings->launch.device.empty()) settings->launch.device = LaunchPlace().device;
  if (settings->launch.atATime.empty()) settings->launch.atATime = LaunchPlace().atATime;
  return settings;
}

Result<Settings> readSettings(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return Settings{};
  const auto bytes = readFile(file, mostSettingsBytes);
  if (!bytes) return bytes.error();
  return parseSettings(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), file.string());
}

std::string formatSettings(const Settings& settings) {
  return jsonFileText(settings, 2);
}

Status writeSettings(const std::filesystem::path& file, const Settings& settings,
                     const std::optional<Settings>& before) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) {
    return Error{ErrorKind::Failed, file.parent_path().string(), tr("cannot be created (%1)", {failed.message()}),
                 tr("check the permissions of the folder above it")};
  }
  const auto jsonOf = [](Settings kept) {
    std::erase_if(kept.datasets, [](const auto& entry) { return entry.second == DatasetSettings{}; });
    return nlohmann::ordered_json::parse(formatSettings(kept));
  };
  auto json = jsonOf(settings);
  if (const auto present = readSettings(file); before && present) {
    const auto unchanged = jsonOf(*before), theirs = jsonOf(*present);
    for (auto& [name, value] : json.items())
      if (value == unchanged.at(name)) value = theirs.at(name);
  }
  return writeFileAtomically(file, json.dump(2) + "\n");
}

}  // namespace sojourn::session
