// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a workspace are not where they were, and where they might be now.
#pragma once

#include <filesystem>
#include <vector>

#include "views/session/files/workspace_file.h"

namespace sojourn::session {

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
