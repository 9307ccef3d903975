// SPDX-License-Identifier: GPL-3.0-or-later
// What every exported file says about where it comes from.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sojourn::session {
class Workspace;
}

namespace sojourn::qt {

/// Program, dataset, checkpoint, sample and the command that shows the same.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> provenanceOf(const session::Workspace& workspace);

}  // namespace sojourn::qt
