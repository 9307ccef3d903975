// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of time as numbers (PREPARE.md 1), whatever the locale is.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sojourn {

/// What a text of time says.
struct Stamp {
  std::int64_t ms = 0;  ///< since 1970-01-01 00:00, of UTC or of a clock whose zone the text does not name
  bool local = false;   ///< the text has no offset
};

/// ISO 8601 with a date, a clock time and perhaps an offset; `Tue Apr 03 18:00:09 +0000 2012`; a Unix number in s, ms,
/// us or ns by its size. Finer than a millisecond is cut off. `separator` may stand between date and clock time, beside
/// T and a space. Nothing for any other text. A number beyond 64 bits gives the largest one.
[[nodiscard]] std::optional<Stamp> parseStamp(std::string_view text, char separator = 'T');

/// Minutes ahead of UTC: "+08:00", "-0330", "+02".
[[nodiscard]] std::optional<std::int32_t> parseOffset(std::string_view text);

/// 1970 to 2099, UTC.
[[nodiscard]] constexpr bool isTimeInRange(std::int64_t ms) {
  return ms >= 0 && ms < 4'102'444'800'000;
}

}  // namespace sojourn
