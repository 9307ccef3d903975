// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace as a file (sojourn.workspace/2): what was open, chosen, filtered and edited, how it was looked at, and
// which of its files are not where they were.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/core/result.h"
#include "model/results/program_command.h"
#include "model/results/selection.h"
#include "views/session/explain/saved_evaluation.h"
#include "views/session/samples/sample_notes.h"
#include "views/session/samples/sample_table.h"
#include "views/session/settings/kept_options.h"
#include "views/session/what_if/edit_history.h"

namespace sojourn::session {

/// What a workspace's file is called.
inline constexpr const char* workspaceSuffix = ".sojourn.json";
[[nodiscard]] bool isWorkspaceFile(const std::filesystem::path& path);
/// Its name without the suffix.
[[nodiscard]] std::string workspaceName(const std::filesystem::path& path);

inline constexpr const char* workspaceSchema = "sojourn.workspace/2";

/// In the order of SequenceEdit's alternatives.
inline constexpr std::array editKindNames{
    "replace_location", "set_start",  "set_day",  "shift_time", "set_duration", "remove_visits", "insert_visit",
    "duplicate",        "move_visit", "set_user", "set_target", "shift_target", "replace_all"};
static_assert(editKindNames.size() == std::variant_size_v<SequenceEdit>);

/// In the order of ReferenceKind.
inline constexpr std::array referenceKindNames{"recorded", "sample", "scenario", "state"};

/// A file or folder outside the workspace, and what its content was.
struct SavedPath {
  std::filesystem::path path;           ///< as it was when it was saved
  std::filesystem::path relative = {};  ///< from the workspace's folder; empty where they have no folder in common
  std::string sha256 = {};              ///< as its reader gives it; empty: not known

  bool operator==(const SavedPath&) const = default;
};

/// Attention heads that a workspace may ask for.
inline constexpr int mostHeads = 4096;

struct WorkspaceState {
  bool demo = false;                 ///< the demo city; then `dataset` is absent
  std::optional<SavedPath> dataset;  ///< DATA of the command line: folder/prefix
  /// Absent: none, or with the demo its own.
  std::optional<SavedPath> checkpoint;
  std::optional<ProgramCommand> program;  ///< in place of a checkpoint; never started because a file names it
  std::optional<int> heads;  ///< where their number was chosen
  std::string pseudonyms;    ///< the seed; all ids below are pseudonyms then; empty: as recorded
  Split split = Split::Test;
  std::size_t index = 0;

  std::string filter;
  SampleSort sort;
  Selection selection;  ///< without what is hovered
  WhatIfState whatIf;
  /// How the methods of explanation do over the filtered samples, as far as it was measured.
  std::vector<SavedEvaluation> evaluations;

  std::vector<NotedSample> notes;  ///< of all datasets
  std::vector<SavedFilter> filters;

  std::vector<SavedPath> runs;                 ///< run directories, folders of them, logs of other programs
  std::map<std::string, bool> referenceLines;  ///< by the run's path: drawn as a reference, or not

  std::string front;                           ///< which workspace of the tool bar is shown: "inspect", ...
  std::map<std::string, std::string> layouts;  ///< by name; opaque to everyone but the window
  KeptOptions options;                         ///< of the window's views

  /// The file that this is an autosave of; empty in any other file, and where the workspace has no name.
  std::filesystem::path autosaveOf;

  bool operator==(const WorkspaceState&) const = default;
};

/// What counts as a change that is to be saved: all but where one is just looking (sample, selection, layout).
[[nodiscard]] WorkspaceState substanceOf(WorkspaceState state);

/// JSON as parseWorkspace() reads it; paths also relative to `folder` where they share one with it (empty: never).
/// Bytes of a text that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string formatWorkspace(const WorkspaceState& state, const std::filesystem::path& folder);
/// Errors name the key: not JSON, another schema or version, unknown or repeated keys, wrong types, values out of any
/// range, paths with a NUL. What only the dataset can tell (places, samples, words of a filter) is not checked here.
[[nodiscard]] Result<WorkspaceState> parseWorkspace(std::string_view json, const std::string& where);

/// At most 32 MB. Of a path that has moved along with the workspace's folder, `path` is where it is now.
[[nodiscard]] Result<WorkspaceState> readWorkspaceFile(const std::filesystem::path& file);
/// Makes the folder where it is missing; atomic.
[[nodiscard]] Status writeWorkspaceFile(const std::filesystem::path& file, const WorkspaceState& state);

struct MissingFile {
  enum class What { Dataset, Checkpoint, Runs };
  What what = What::Dataset;
  std::filesystem::path path;        ///< where it was
  std::filesystem::path found = {};  ///< where it is, once that is known

  bool operator==(const MissingFile&) const = default;
};

/// Whether there is something of that kind at the path; its content is not read.
[[nodiscard]] bool isThere(MissingFile::What what, const std::filesystem::path& path);

/// Looks at the disk.
[[nodiscard]] std::vector<MissingFile> missingFiles(const WorkspaceState& state);

/// `files[index]` is at `path` now. The others that lay in the same folder, or in one above it that has moved along,
/// are looked for at the corresponding place.
void relocate(std::vector<MissingFile>& files, std::size_t index, const std::filesystem::path& path);

/// The workspace with what was found, and without what was not.
[[nodiscard]] WorkspaceState withFiles(WorkspaceState state, const std::vector<MissingFile>& files);

}  // namespace sojourn::session
