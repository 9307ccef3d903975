// SPDX-License-Identifier: GPL-3.0-or-later
// Names that no other machine gives, and times of day: what runs, commands and queued jobs are marked with.
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

/// Seconds since 1970, UTC.
[[nodiscard]] double wallNow();

/// "2026-01-31T08:15:00Z"
[[nodiscard]] std::string utcText(double wall);

}  // namespace sojourn
