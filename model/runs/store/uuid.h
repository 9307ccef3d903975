// SPDX-License-Identifier: GPL-3.0-or-later
// Names that no other machine gives: runs, commands and queued jobs of many machines meet in one folder.
#pragma once

#include <string>
#include <string_view>

namespace sojourn {

/// A random UUID of version 4 in its usual form, 36 characters.
[[nodiscard]] std::string newUuid();

/// Whether a text from outside can be such a name: 1 to 64 letters, digits and hyphens, so that it is safe as the
/// name of a file.
[[nodiscard]] bool isFileId(std::string_view text);

/// Whether a text has the form that newUuid() gives.
[[nodiscard]] bool isUuid(std::string_view text);

}  // namespace sojourn
