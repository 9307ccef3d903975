// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace as a file (sojourn.workspace/2): what was open, chosen, filtered and edited, and how it was looked at.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/results/selection.h"
#include "views/session/explain/saved_evaluation.h"
#include "views/session/samples/sample_notes.h"
#include "views/session/samples/sample_table.h"
#include "views/session/what_if/what_if_state.h"

namespace sojourn::session {

/// What a workspace's file is called.
inline constexpr const char* workspaceSuffix = ".sojourn.json";
[[nodiscard]] bool isWorkspaceFile(const std::filesystem::path& path);
/// Its name without the suffix.
[[nodiscard]] std::string workspaceName(const std::filesystem::path& path);

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
  std::optional<int> heads;  ///< where their number was chosen
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

}  // namespace sojourn::session
