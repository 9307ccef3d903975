// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace of a studio from before workspaces were files: in its settings, and scenarios in a folder beside them.
#pragma once

#include <filesystem>

#include "views/session/files/workspace_file.h"

namespace sojourn::session {

/// The demo where there is nothing. The earlier files stay as they are. Errors: the settings cannot be read; a scenario
/// that cannot be is left out.
[[nodiscard]] Result<WorkspaceState> earlierWorkspace(const std::filesystem::path& stateFolder);

}  // namespace sojourn::session
