// SPDX-License-Identifier: GPL-3.0-or-later
// Text that came from a file, made fit for a terminal or a screen.
#pragma once

#include <string>
#include <string_view>

namespace sojourn {

/// Replaces control characters, DEL, C1 controls, bidi overrides and invalid UTF-8 by visible escapes ("\x1b"), and
/// shortens to at most maxLength bytes, the ellipsis included, so that a second pass changes nothing. What a file says
/// is never shown raw (SPEC 8.3). A maxLength below 3 gives an ellipsis alone.
[[nodiscard]] std::string escapeForDisplay(std::string_view text, std::size_t maxLength = 200);

/// Whether the text is well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// Thousands separated by U+2009 thin spaces, as everywhere in the product: "3 502".
[[nodiscard]] std::string groupThousands(long long value);

/// Bytes in the unit a person reads: "9.6 MB" (powers of 1000).
[[nodiscard]] std::string humanBytes(unsigned long long bytes);

}  // namespace sojourn
