// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set on this machine, whatever workspace is open, as a JSON file that is not trusted until it is
// checked. What belongs to the work itself is in a workspace's file (workspace_file.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/results/program_command.h"
#include "views/session/place_names/place_naming.h"

namespace sojourn::session {

/// Where a launch takes place, as typed.
struct LaunchPlace {
  std::string data;       ///< DATA of the command line; empty: the demo city
  std::string runFolder;  ///< "~/runs/{model}-{seed}": a name in braces stands for its value
  std::string device = "auto";
  std::string threads;  ///< empty: the trainer chooses
  std::string atATime = "1";

  static void fields(auto& json, auto& place) {
    json.orDefault("at_a_time", place.atATime);
    json.orDefault("data", place.data);
    json.orDefault("device", place.device);
    json.orDefault("run_folder", place.runFolder);
    json.orDefault("threads", place.threads);
  }

  bool operator==(const LaunchPlace&) const = default;
};

enum class ThemeChoice { System, Light, Dark };

/// What a person has said about one dataset; kept by its prefix and the fingerprint of what was read.
struct DatasetSettings {
  std::int32_t displayOffsetMinutes = 0;  ///< -1440..1440
  bool zoneChosen = false;                ///< chosen by hand: no other zone is offered
  std::string checkpoint;                 ///< the last that was open with it and fits; empty: none
  GivenNames names;
  std::vector<std::string> mapFiles;  ///< below its maps: MBTiles and GeoJSON, at most mostMapFiles
  bool mapChosen = false;             ///< by hand: the demo has a map of its own until then

  static void fields(auto& json, auto& settings);

  bool operator==(const DatasetSettings&) const = default;
};

struct Settings {
  std::vector<std::string> recentDatasets;     ///< newest first, at most recentLimit
  std::vector<std::string> recentCheckpoints;  ///< newest first, at most recentLimit
  std::vector<std::string> recentWorkspaces;   ///< newest first, at most recentLimit
  /// By programNameOf(), newest first, at most recentLimit.
  std::vector<std::pair<std::string, ProgramCommand>> recentPrograms;
  LaunchPlace launch;                          ///< where the last training was launched
  std::string device = "auto";                 ///< where models compute, as deviceFromText() reads it
  ThemeChoice theme = ThemeChoice::System;
  std::int32_t textPercent = 100;  ///< of the window's text, 50..300
  bool introduced = false;         ///< the first start has been explained
  bool proposalsShown = true;
  std::string pseudonymSeed;   ///< of the pseudonyms that the window shows; empty: none was made yet
  std::string windowGeometry;  ///< opaque to everyone but the window (base64 of its bytes)
  std::map<std::string, DatasetSettings> datasets;

  static void fields(auto& json, auto& settings);

  bool operator==(const Settings&) const = default;
};

/// The key of Settings::datasets. The fingerprint keeps two datasets of one name apart.
[[nodiscard]] std::string datasetKey(const std::string& prefix, const std::string& fingerprint);

inline constexpr std::size_t recentLimit = 10;
inline constexpr std::size_t mostMapFiles = 8;

/// Puts the newest first, without a double, and keeps the list short.
void remember(std::vector<std::string>& recent, const std::string& path);
void remember(std::vector<std::pair<std::string, ProgramCommand>>& recent, const ProgramCommand& program);

/// "$XDG_STATE_HOME/sojourn/settings.json", or below ~/.local/state where that is not set.
[[nodiscard]] std::filesystem::path defaultSettingsFile();

inline constexpr std::uint64_t mostSettingsBytes = 16'000'000;

/// A file that is not there gives the defaults. Errors: not JSON, another
/// schema, wrong types; a value out of range is replaced by its default. At most 16 MB, whatever it claims.
[[nodiscard]] Result<Settings> readSettings(const std::filesystem::path& file);
[[nodiscard]] Result<Settings> parseSettings(std::string_view json, const std::string& where);
[[nodiscard]] std::string formatSettings(const Settings& settings);
/// Makes the folder where it is missing; atomic. A dataset without settings gets no entry. What equals `before` is left
/// as the file has it, so that two studios do not undo each other's changes.
[[nodiscard]] Status writeSettings(const std::filesystem::path& file, const Settings& settings,
                                   const std::optional<Settings>& before = {});

}  // namespace sojourn::session
