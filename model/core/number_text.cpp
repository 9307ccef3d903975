// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/number_text.h"

#include <array>
#include <charconv>

namespace sojourn {
namespace {

std::string written(double value, std::chars_format format, int digits) {
  // The largest double has 309 digits before the point.
  std::array<char, 400> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, format, digits).ptr};
}

}  // namespace

std::string fixedNumber(double value, int decimals) {
  return written(value, std::chars_format::fixed, decimals);
}

std::string shortNumber(double value, int digits) {
  return written(value, std::chars_format::general, digits);
}

std::string scientificNumber(double value, int decimals) {
  return written(value, std::chars_format::scientific, decimals);
}

std::optional<double> numberFrom(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

}  // namespace sojourn
