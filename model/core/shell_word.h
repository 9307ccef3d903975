// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines that somebody pastes into a shell.
#pragma once

#include <string>
#include <string_view>

namespace sojourn {

/// One word for a POSIX shell: as it is where that is safe, else in single quotes.
[[nodiscard]] std::string shellWord(std::string_view word);

}  // namespace sojourn
