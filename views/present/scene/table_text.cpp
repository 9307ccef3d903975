// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/table_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace sojourn::present {

std::string cellText(const Table::Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  const double number = std::get<double>(cell);
  if (std::isnan(number)) return {};
  // Pictures are made from float32: as many digits as it takes to read the float back, not the double's tail.
  std::array<char, 32> digits{};
  const auto narrow = static_cast<float>(number);
  const bool isFloat = static_cast<double>(narrow) == number && std::abs(number) < 1e7 && number != std::round(number);
  const auto end = isFloat ? std::to_chars(digits.data(), digits.data() + digits.size(), narrow)
                           : std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return {digits.data(), end.ptr};
}

}  // namespace sojourn::present
