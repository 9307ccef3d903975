// SPDX-License-Identifier: GPL-3.0-or-later
// Text that came from a file, made fit for a terminal, a screen or a shell; numbers as text and back, with a decimal
// point whatever the locale is (printf and strtod follow the locale).
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace sojourn {

/// Replaces control characters, DEL, C1 controls, bidi overrides and invalid UTF-8 by visible escapes ("\x1b"), and
/// shortens to at most maxLength bytes, the ellipsis included, so that a second pass changes nothing. What a file says
/// is never shown raw (SPEC 8.3). A maxLength below 3 gives an ellipsis alone.
[[nodiscard]] std::string escapeForDisplay(std::string_view text, std::size_t maxLength = 200);

/// Whether the text is well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// Thousands separated by U+2009 thin spaces, as everywhere in the product: "3 502"; plain digits after
/// setDigitsGrouped(false).
[[nodiscard]] std::string groupThousands(long long value);
/// Of the whole program: where standard output is no terminal, another program reads the numbers.
void setDigitsGrouped(bool grouped);

/// Bytes in the unit a person reads: "9.6 MB" (powers of 1000).
[[nodiscard]] std::string humanBytes(unsigned long long bytes);

/// One word for a POSIX shell: as it is where that is safe, else in single quotes.
[[nodiscard]] std::string shellWord(std::string_view word);

/// "a, b, c".
[[nodiscard]] std::string commaList(std::span<const std::string> words);

/// With so many decimals: "0.05", "-12.00"; "nan", "inf".
[[nodiscard]] std::string fixedNumber(double value, int decimals);
/// With at most so many significant digits: "0.0489", "1e-05".
[[nodiscard]] std::string shortNumber(double value, int digits);
/// "1.43e-03" with two decimals.
[[nodiscard]] std::string scientificNumber(double value, int decimals);
/// The number that the whole text is, without a plus; nothing where it is another text or beyond T.
template <class T>
[[nodiscard]] std::optional<T> plainNumber(std::string_view text) {
  T value{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}
/// The same, with a plus or without.
template <class T = double>
[[nodiscard]] std::optional<T> numberFrom(std::string_view text) {
  return plainNumber<T>(text.starts_with('+') ? text.substr(1) : text);
}

}  // namespace sojourn
