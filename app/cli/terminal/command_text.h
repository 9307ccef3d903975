// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a command line as text again.
#pragma once

#include <string>

namespace sojourn::cli {

/// The command line as a person could type it again, quoted where a shell would need it.
[[nodiscard]] std::string commandText(int argc, const char* const* argv);

}  // namespace sojourn::cli
