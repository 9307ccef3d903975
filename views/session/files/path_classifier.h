// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out what dropped or chosen paths are, in the background: a folder may be large, or far away.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "views/session/queries/workspace_query.h"

namespace sojourn::session {

enum class PathKind {
  Workspace,
  Runs,
  Dataset,
  Input,  ///< tracks, visits or check-ins: for the Import page
  Map,    ///< tiles or a layer: the background of a map
  Labels,
  Predictions,
  Checkpoint
};

struct FoundPath {
  PathKind kind = PathKind::Checkpoint;
  std::filesystem::path path;  ///< to be opened: the run of a file in one, folder/prefix of a .pk file
  bool operator==(const FoundPath&) const = default;
};

/// What a file or folder that a person points at means. Walks folders.
[[nodiscard]] FoundPath classifyPath(const std::filesystem::path& path);
/// folder/prefix for a .pk file, the path itself else.
[[nodiscard]] std::filesystem::path dataPathOf(const std::filesystem::path& path);

/// Owner thread only; shows what it does as a job of the workspace.
class PathClassifier {
 public:
  /// `found` is called on the owner thread. `workspace` outlives this.
  PathClassifier(Workspace& workspace, std::function<void(const std::vector<FoundPath>&)> found);

  /// In place of paths that are still being looked at.
  void classify(std::vector<std::filesystem::path> paths);

 private:
  std::function<void(const std::vector<FoundPath>&)> m_found;
  WorkspaceQuery<std::vector<FoundPath>> m_query;
};

}  // namespace sojourn::session
