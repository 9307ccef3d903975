// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/files/missing_files.h"

#include <algorithm>

namespace sojourn::session {

bool isThere(MissingFile::What what, const std::filesystem::path& path) {
  std::error_code ignored;
  switch (what) {
    case MissingFile::What::Dataset:
      return locateDataset(path).ok();
    case MissingFile::What::Checkpoint:
      return std::filesystem::is_regular_file(path, ignored);
    case MissingFile::What::Runs:
      return std::filesystem::exists(path, ignored);
  }
  return false;
}

std::vector<MissingFile> missingFiles(const WorkspaceState& state) {
  using What = MissingFile::What;
  std::vector<MissingFile> missing;
  const auto look = [&](What what, const SavedPath& saved) {
    if (!isThere(what, saved.path)) missing.push_back({.what = what, .path = saved.path});
  };
  if (state.dataset) look(What::Dataset, *state.dataset);
  if (state.checkpoint) look(What::Checkpoint, *state.checkpoint);
  for (const SavedPath& run : state.runs) look(What::Runs, run);
  return missing;
}

void relocate(std::vector<MissingFile>& files, std::size_t index, const std::filesystem::path& path) {
  if (index >= files.size()) return;
  files[index].found = path;
  // The nearest folder first, then those above as long as both paths have the same names below them.
  std::filesystem::path before = files[index].path, after = path;
  while (before.has_relative_path() && after.has_relative_path()) {
    const bool sameName = before.filename() == after.filename();
    before = before.parent_path();
    after = after.parent_path();
    for (MissingFile& other : files) {
      if (!other.found.empty()) continue;
      const std::filesystem::path below = other.path.lexically_relative(before);
      if (below.empty() || *below.begin() == ".." || *below.begin() == ".") continue;
      if (const auto candidate = after / below; isThere(other.what, candidate)) other.found = candidate;
    }
    if (!sameName) break;
  }
}

WorkspaceState withFiles(WorkspaceState state, const std::vector<MissingFile>& files) {
  using What = MissingFile::What;
  for (const MissingFile& file : files) {
    const auto replace = [&](std::optional<SavedPath>& saved) {
      if (file.found.empty())
        saved.reset();
      else
        saved->path = file.found;
    };
    if (file.what == What::Dataset && state.dataset) replace(state.dataset);
    if (file.what == What::Checkpoint && state.checkpoint) replace(state.checkpoint);
    if (file.what != What::Runs) continue;
    const auto run = std::ranges::find(state.runs, file.path, &SavedPath::path);
    if (run == state.runs.end()) continue;
    if (file.found.empty())
      state.runs.erase(run);
    else
      run->path = file.found;
  }
  return state;
}

}  // namespace sojourn::session
