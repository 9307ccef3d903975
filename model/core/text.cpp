// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>

namespace sojourn {
namespace {

struct CodePoint {
  std::uint32_t value;
  std::size_t length;
};

/// Decodes one UTF-8 code point, refusing overlong forms, surrogates and values past U+10FFFF.
std::optional<CodePoint> decodeUtf8(std::string_view text) {
  const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byteAt(0);
  if (lead < 0x80) return CodePoint{lead, 1};
  const std::size_t length = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead >= 0xF5 || text.size() < length) return std::nullopt;
  std::uint32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byteAt(i) & 0xC0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (byteAt(i) & 0x3FU);
  }
  const std::uint32_t smallest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  if (value < smallest || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return CodePoint{value, length};
}

/// Characters that would steer a terminal or reorder the text around them.
bool steersDisplay(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

std::string written(double value, std::chars_format format, int digits) {
  // The largest double has 309 digits before the point.
  std::array<char, 400> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, format, digits).ptr};
}

}  // namespace

std::string escapeForDisplay(std::string_view text, std::size_t maxLength) {
  static constexpr std::string_view ellipsis = "\u2026";
  std::string out;
  std::size_t whole = 0;  // as much of it as leaves room for the ellipsis
  char escape[16];
  while (!text.empty()) {
    const auto point = decodeUtf8(text);
    const std::size_t taken = point ? point->length : 1;
    if (!point) {
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(text[0])));
      out += escape;
    } else if (steersDisplay(point->value)) {
      std::snprintf(escape, sizeof escape, point->value < 0x100 ? "\\x%02x" : "\\u%04x", point->value);
      out += escape;
    } else {
      out += text.substr(0, taken);
    }
    if (out.size() > maxLength) return out.substr(0, whole) + std::string(ellipsis);
    if (out.size() + ellipsis.size() <= maxLength) whole = out.size();
    text.remove_prefix(taken);
  }
  return out;
}

bool isValidUtf8(std::string_view text) {
  while (!text.empty()) {
    const auto point = decodeUtf8(text);
    if (!point) return false;
    text.remove_prefix(point->length);
  }
  return true;
}

namespace {
std::atomic<bool> digitsGrouped{true};
}  // namespace

void setDigitsGrouped(bool grouped) {
  digitsGrouped = grouped;
}

std::string groupThousands(long long value) {
  std::string digits =
      std::to_string(value < 0 ? -static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value));
  if (!digitsGrouped) return value < 0 ? "-" + digits : digits;
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, "\u2009");
  return value < 0 ? "\u2212" + digits : digits;
}

std::string humanBytes(unsigned long long bytes) {
  static constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < std::size(units)) {
    amount /= 1000;
    ++unit;
  }
  return fixedNumber(amount, unit == 0 || amount >= 100 ? 0 : 1) + " " + units[unit];
}

std::string shellWord(std::string_view word) {
  constexpr std::string_view safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:@%+";
  if (!word.empty() && word.find_first_not_of(safe) == std::string_view::npos) return std::string(word);
  // A pasted line end or ^C acts before the shell reads its quotes, and so do the controls of Latin-1 in some
  // terminals.
  const auto isControl = [&](std::size_t i) {
    const auto byte = static_cast<unsigned char>(word[i]);
    const bool ofLatin1 =
        byte == 0xC2 && i + 1 < word.size() && (static_cast<unsigned char>(word[i + 1]) & 0xE0U) == 0x80;
    return byte < 32 || byte == 127 || ofLatin1;
  };
  bool controls = !isValidUtf8(word);
  for (std::size_t i = 0; i < word.size(); ++i) controls = controls || isControl(i);
  std::string quoted = controls ? "$'" : "'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (!controls) {
      quoted += byte == '\'' ? std::string("'\\''") : std::string(1, c);
    } else if (byte == '\'' || byte == '\\') {
      quoted += {'\\', c};
    } else if (byte < 32 || byte > 126) {
      constexpr std::string_view digits = "01234567";
      quoted += {'\\', digits[byte >> 6U], digits[(byte >> 3U) & 7U], digits[byte & 7U]};
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string commaList(std::span<const std::string> words) {
  std::string list;
  for (const std::string& word : words) list += (&word == &words.front() ? "" : ", ") + word;
  return list;
}

std::string fixedNumber(double value, int decimals) {
  return written(value, std::chars_format::fixed, decimals);
}

std::string shortNumber(double value, int digits) {
  return written(value, std::chars_format::general, digits);
}

std::string scientificNumber(double value, int decimals) {
  return written(value, std::chars_format::scientific, decimals);
}

}  // namespace sojourn
