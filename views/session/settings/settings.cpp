// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/settings/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

#include "model/core/files.h"
#include "views/session/settings/settings_json.h"

namespace sojourn::session {
namespace {

constexpr std::int32_t furthestOffset = 24 * 60;
constexpr std::uint64_t largestPlace = std::numeric_limits<LocationId>::max();

const char* themeName(ThemeChoice theme) {
  switch (theme) {
    case ThemeChoice::System:
      return "system";
    case ThemeChoice::Light:
      return "light";
    case ThemeChoice::Dark:
      return "dark";
  }
  return "system";
}

ThemeChoice themeFromName(const std::string& name) {
  for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
    if (name == themeName(theme)) return theme;
  }
  return ThemeChoice::System;
}

std::optional<std::int32_t> idOf(const std::string& text) {
  std::int32_t id = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id < 0) return std::nullopt;
  return id;
}

/// Names by id; JSON's keys are texts, so ids are written as such. Keys that are no id are left out.
std::map<std::int32_t, std::string> names(const Json& object, const char* key) {
  std::map<std::int32_t, std::string> result;
  const Json* value = member(object, key, &Json::is_object, "an object");
  if (!value) return result;
  for (const auto& [idText, name] : value->items()) {
    if (!name.is_string()) throw WrongType(std::string("\"") + key + "\" holds something that is not a text");
    if (const auto id = idOf(idText)) result[*id] = name.get<std::string>();
  }
  return result;
}

/// A place by user; what is no id is left out.
std::map<UserId, LocationId> placesByUser(const Json& object, const char* key) {
  std::map<UserId, LocationId> result;
  const Json* value = member(object, key, &Json::is_object, "an object");
  if (!value) return result;
  for (const auto& [idText, place] : value->items()) {
    const auto id = idOf(idText);
    if (!place.is_number_unsigned() || place.get<std::uint64_t>() > largestPlace)
      throw WrongType(std::string("\"") + key + "\" holds something that is not a place");
    if (id) result[*id] = place.get<LocationId>();
  }
  return result;
}

Json rolesToJson(const std::map<UserId, ConfirmedRoles>& roles, LocationId ConfirmedRoles::*role) {
  Json object = Json::object();
  for (const auto& [user, confirmed] : roles)
    if (confirmed.*role != 0) object[std::to_string(user)] = confirmed.*role;
  return object;
}

Json namesToJson(const std::map<std::int32_t, std::string>& values) {
  Json object = Json::object();
  for (const auto& [id, name] : values) object[std::to_string(id)] = name;
  return object;
}

DatasetSettings datasetSettings(const Json& object) {
  if (!object.is_object()) throw WrongType("\"datasets\" holds something that is not an object");
  DatasetSettings settings;
  settings.displayOffsetMinutes =
      static_cast<std::int32_t>(whole(object, "display_offset_minutes", -furthestOffset, furthestOffset, 0));
  const Json* chosen = member(object, "zone_chosen", &Json::is_boolean, "true or false");
  settings.zoneChosen = chosen && chosen->get<bool>();
  settings.names.places = names(object, "places");
  settings.names.users = names(object, "users");
  for (const auto& [user, place] : placesByUser(object, "home")) settings.names.roles[user].home = place;
  for (const auto& [user, place] : placesByUser(object, "work")) settings.names.roles[user].work = place;
  return settings;
}

LaunchPlace launchPlace(const Json& object) {
  LaunchPlace place;
  place.data = text(object, "data");
  place.runFolder = text(object, "run_folder");
  if (const std::string device = text(object, "device"); !device.empty()) place.device = device;
  place.threads = text(object, "threads");
  if (const std::string number = text(object, "at_a_time"); !number.empty()) place.atATime = number;
  return place;
}

Json toJson(const LaunchPlace& place) {
  return {{"data", place.data},
          {"run_folder", place.runFolder},
          {"device", place.device},
          {"threads", place.threads},
          {"at_a_time", place.atATime}};
}

Settings settingsFrom(const Json& json) {
  const std::string schema = text(json, "schema");
  const bool earlier = schema == earlierSettingsSchema;
  if (!earlier && schema != settingsSchema) throw WrongType("is not of the schema " + std::string(settingsSchema));
  Settings settings;
  if (const Json* launch = member(json, "launch", &Json::is_object, "an object"))
    settings.launch = launchPlace(*launch);
  settings.recentDatasets = textList(json, "recent_datasets", recentLimit);
  settings.recentCheckpoints = textList(json, "recent_checkpoints", recentLimit);
  settings.recentWorkspaces = textList(json, "recent_workspaces", recentLimit);
  settings.theme = themeFromName(text(json, "theme"));
  const Json* shown = member(json, "proposals_shown", &Json::is_boolean, "true or false");
  settings.proposalsShown = !shown || shown->get<bool>();
  settings.textPercent = static_cast<std::int32_t>(whole(json, "text_percent", 50, 300, 100));
  const Json* introduced = member(json, "introduced", &Json::is_boolean, "true or false");
  settings.introduced = introduced && introduced->get<bool>();
  settings.windowGeometry = text(json, "window_geometry");
  const Json* layouts = earlier ? member(json, "layouts", &Json::is_object, "an object") : nullptr;
  if (layouts) settings.windowGeometry = text(*layouts, "window");
  if (const Json* datasets = member(json, "datasets", &Json::is_object, "an object")) {
    for (const auto& [name, value] : datasets->items()) settings.datasets[name] = datasetSettings(value);
  }
  return settings;
}

}  // namespace

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
  return readSettingsJson<Settings>(content, where, settingsFrom);
}

Result<Settings> readSettings(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::path there = file;
  if (!std::filesystem::exists(there, ignored)) there = file.parent_path() / earlierSettingsName;
  if (!std::filesystem::exists(there, ignored)) return Settings{};
  const auto bytes = readFile(there, mostSettingsBytes);
  if (!bytes) return bytes.error();
  return parseSettings(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), there.string());
}

std::string formatSettings(const Settings& settings) {
  Json datasets = Json::object();
  for (const auto& [name, one] : settings.datasets) {
    datasets[name] = {{"display_offset_minutes", one.displayOffsetMinutes},
                      {"zone_chosen", one.zoneChosen},
                      {"home", rolesToJson(one.names.roles, &ConfirmedRoles::home)},
                      {"work", rolesToJson(one.names.roles, &ConfirmedRoles::work)},
                      {"places", namesToJson(one.names.places)},
                      {"users", namesToJson(one.names.users)}};
  }
  const nlohmann::ordered_json json{{"schema", settingsSchema},
                                    {"recent_workspaces", settings.recentWorkspaces},
                                    {"recent_datasets", settings.recentDatasets},
                                    {"recent_checkpoints", settings.recentCheckpoints},
                                    {"launch", toJson(settings.launch)},
                                    {"theme", themeName(settings.theme)},
                                    {"proposals_shown", settings.proposalsShown},
                                    {"text_percent", settings.textPercent},
                                    {"introduced", settings.introduced},
                                    {"window_geometry", settings.windowGeometry},
                                    {"datasets", datasets}};
  // File names need not be UTF-8; such bytes are replaced, and the file will simply not be found next time.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Status writeSettings(const std::filesystem::path& file, const Settings& settings) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) {
    return Error{ErrorKind::Failed, file.parent_path().string(), "cannot be created (" + failed.message() + ")",
                 "check the permissions of the folder above it"};
  }
  return writeFileAtomically(file, formatSettings(settings));
}

}  // namespace sojourn::session
