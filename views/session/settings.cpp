// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "model/core/files.h"

namespace sojourn::session {
namespace {

using Json = nlohmann::json;

constexpr const char* schema = "sojourn.workspace/1";
constexpr std::uint64_t mostBytes = 16'000'000;
constexpr int deepestNesting = 8;
constexpr std::int32_t furthestOffset = 24 * 60;
constexpr int mostHeads = 4096;

/// Thrown and caught within this file: a value of another type than the key has.
struct WrongType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A member of an object, or null where it is absent. `is` checks its type.
const Json* member(const Json& object, const char* key, bool (Json::*is)() const noexcept, const char* wanted) {
  const auto found = object.find(key);
  if (found == object.end()) return nullptr;
  if (!((*found).*is)()) throw WrongType(std::string("\"") + key + "\" is not " + wanted);
  return &*found;
}

std::string text(const Json& object, const char* key) {
  const Json* value = member(object, key, &Json::is_string, "a text");
  return value ? value->get<std::string>() : std::string();
}

/// A whole number within the limits, else `fallback`.
std::int64_t whole(const Json& object, const char* key, std::int64_t low, std::int64_t high, std::int64_t fallback) {
  const Json* value = member(object, key, &Json::is_number, "a number");
  if (!value || !value->is_number_integer()) return fallback;
  if (value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(high)) return fallback;
  const auto number = value->get<std::int64_t>();
  return number < low || number > high ? fallback : number;
}

std::vector<std::string> textList(const Json& object, const char* key, std::size_t limit) {
  std::vector<std::string> list;
  const Json* value = member(object, key, &Json::is_array, "a list");
  if (!value) return list;
  for (const Json& entry : *value) {
    if (!entry.is_string()) throw WrongType(std::string("\"") + key + "\" holds something that is not a text");
    if (list.size() < limit) list.push_back(entry.get<std::string>());
  }
  return list;
}

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

/// Names by id; JSON's keys are texts, so ids are written as such. Keys that are no id are left out.
std::map<std::int32_t, std::string> names(const Json& object, const char* key) {
  std::map<std::int32_t, std::string> result;
  const Json* value = member(object, key, &Json::is_object, "an object");
  if (!value) return result;
  for (const auto& [idText, name] : value->items()) {
    if (!name.is_string()) throw WrongType(std::string("\"") + key + "\" holds something that is not a text");
    std::int32_t id = -1;
    const auto [end, error] = std::from_chars(idText.data(), idText.data() + idText.size(), id);
    if (error == std::errc() && end == idText.data() + idText.size() && id >= 0) result[id] = name.get<std::string>();
  }
  return result;
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
  settings.names.places = names(object, "places");
  settings.names.users = names(object, "users");
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
  Settings settings;
  settings.data = text(json, "data");
  settings.checkpoint = text(json, "checkpoint");
  settings.heads = static_cast<int>(whole(json, "heads", 0, mostHeads, 0));
  settings.split = splitFromName(text(json, "split")).value_or(Split::Test);
  settings.index = static_cast<std::size_t>(whole(json, "index", 0, std::int64_t{1} << 32, 0));
  if (const Json* launch = member(json, "launch", &Json::is_object, "an object"))
    settings.launch = launchPlace(*launch);
  settings.recentDatasets = textList(json, "recent_datasets", recentLimit);
  settings.recentCheckpoints = textList(json, "recent_checkpoints", recentLimit);
  settings.runSources = textList(json, "run_sources", runSourcesLimit);
  // As it was called when there could be but one.
  if (const std::string folder = text(json, "runs_folder"); settings.runSources.empty() && !folder.empty())
    settings.runSources.push_back(folder);
  settings.referenceLines = truths(json, "reference_lines", referenceLinesLimit);
  settings.theme = themeFromName(text(json, "theme"));
  const Json* shown = member(json, "proposals_shown", &Json::is_boolean, "true or false");
  settings.proposalsShown = !shown || shown->get<bool>();
  if (const Json* layouts = member(json, "layouts", &Json::is_object, "an object")) {
    for (const auto& [name, bytes] : layouts->items()) {
      if (!bytes.is_string()) throw WrongType("\"layouts\" holds something that is not a text");
      settings.layouts[name] = bytes.get<std::string>();
    }
  }
  if (const Json* datasets = member(json, "datasets", &Json::is_object, "an object")) {
    for (const auto& [name, value] : datasets->items()) settings.datasets[name] = datasetSettings(value);
  }
  return settings;
}

Error unusable(const std::string& where, const std::string& what) {
  return Error{ErrorKind::BadInput, where, what, "the settings start anew; the old file is kept until they are saved"};
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
  return state / "sojourn" / "workspace.json";
}

Result<Settings> parseSettings(std::string_view content, const std::string& where) {
  bool tooDeep = false;
  try {
    const Json json = Json::parse(content, [&tooDeep](int depth, Json::parse_event_t, Json&) {
      tooDeep = tooDeep || depth > deepestNesting;
      return depth <= deepestNesting;
    });
    if (tooDeep) return unusable(where, "is nested deeper than settings are");
    if (!json.is_object()) return unusable(where, "is not a JSON object");
    if (text(json, "schema") != schema) return unusable(where, "is not of the schema " + std::string(schema));
    return settingsFrom(json);
  } catch (const Json::exception&) {
    return unusable(where, "is not valid JSON");
  } catch (const WrongType& wrong) {
    return unusable(where, wrong.what());
  }
}

Result<Settings> readSettings(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return Settings{};
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return bytes.error();
  return parseSettings(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), file.string());
}

std::string formatSettings(const Settings& settings) {
  Json datasets = Json::object();
  for (const auto& [name, one] : settings.datasets) {
    datasets[name] = {{"display_offset_minutes", one.displayOffsetMinutes},
                      {"places", namesToJson(one.names.places)},
                      {"users", namesToJson(one.names.users)}};
  }
  const nlohmann::ordered_json json{{"schema", schema},
                                    {"data", settings.data},
                                    {"checkpoint", settings.checkpoint},
                                    {"heads", settings.heads},
                                    {"split", splitName(settings.split)},
                                    {"index", settings.index},
                                    {"recent_datasets", settings.recentDatasets},
                                    {"recent_checkpoints", settings.recentCheckpoints},
                                    {"launch", toJson(settings.launch)},
                                    {"run_sources", settings.runSources},
                                    {"reference_lines", settings.referenceLines},
                                    {"theme", themeName(settings.theme)},
                                    {"proposals_shown", settings.proposalsShown},
                                    {"layouts", settings.layouts},
                                    {"datasets", datasets}};
  // File names need not be UTF-8; such bytes are replaced, and the file will simply not be found next time.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Status writeSettings(const std::filesystem::path& file, const Settings& settings) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) {
    return Error{ErrorKind::Failed, file.parent_path().string(), "cannot be made (" + failed.message() + ")",
                 "check the permissions of the folder above it"};
  }
  return writeFileAtomically(file, formatSettings(settings));
}

}  // namespace sojourn::session
