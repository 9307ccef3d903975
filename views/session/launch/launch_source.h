// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch may start from, and which folder its queue works in, as far as the open runs and the disk tell.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/config/training_config.h"
#include "views/session/launch/launch_form.h"
#include "views/session/runs/run_library.h"

namespace sojourn::session {

/// What the value of a source begins with; a model's name, a run's folder or a file's path follows.
inline constexpr const char* recipeSource = "recipe:";
inline constexpr const char* runSource = "run:";
inline constexpr const char* fileSource = "file:";

/// The recipes, the files, and those of the runs that have a configuration.
[[nodiscard]] std::vector<FormChoice> launchSources(std::span<const FollowedRunPtr> runs,
                                                    std::span<const std::filesystem::path> files,
                                                    const std::filesystem::path& home);

/// A run's configuration, its defaults filled in; without its dataset, which is a question of its own.
/// Errors (ErrorKind::BadInput): no run.json, or a configuration that cannot be read.
[[nodiscard]] Result<TrainingConfig> configOf(const FollowedRun& run);

/// DATA of the command line on which a run was trained.
[[nodiscard]] std::string dataOf(const RunRecord& record);

/// A configuration's YAML as text, of at most 64 kB. Errors: the file cannot be read, or is no text in UTF-8.
[[nodiscard]] Result<std::string> readYamlText(const std::filesystem::path& file);

/// Writes a configuration whole or not at all; a file that is there is replaced. For a worker's thread.
/// Errors: its folder is not there, or it cannot be written.
[[nodiscard]] Status writeYamlText(const std::filesystem::path& file, const std::string& yaml);

/// YAML files below the folders, sorted; hidden folders, queues and what lies deeper than three levels are left out.
/// Looks at a bounded number of entries: for a worker's thread.
[[nodiscard]] std::vector<std::filesystem::path> yamlFilesBelow(const std::vector<std::filesystem::path>& folders);

/// The first open folder of runs; where single runs or logs are open, the folder around the first; empty: none.
[[nodiscard]] std::filesystem::path openRunsFolder(const RunLibrary& library);

/// Where runs are put if no folder of runs is open.
[[nodiscard]] std::filesystem::path defaultRunsFolder(const std::filesystem::path& home);

/// The run folders that are proposed where no run is relaunched; `runs` may be empty.
[[nodiscard]] std::string proposedRunFolder(const std::filesystem::path& runs, const std::filesystem::path& home);

/// The folder whose queue goes on with a run: the source it came from, or the folder around it.
[[nodiscard]] std::filesystem::path queueFolderOf(const RunLibrary& library, const std::filesystem::path& run);

/// As a person writes it: below the home folder with a tilde.
[[nodiscard]] std::string withTilde(const std::filesystem::path& path, const std::filesystem::path& home);
/// What a person wrote as a path: "~/" is the home folder.
[[nodiscard]] std::filesystem::path fromTilde(const std::string& text, const std::filesystem::path& home);

}  // namespace sojourn::session
