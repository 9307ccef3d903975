// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/table.h"

#include <algorithm>
#include <cmath>

#include "model/core/number_text.h"
#include "model/core/text.h"

namespace sojourn::text {
namespace {

/// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string Table::text() const {
  std::vector<std::vector<std::string>> rows = m_rows;
  std::vector<std::size_t> widths;
  for (auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      row[column] = escapeForDisplay(row[column], 60);
      widths[column] = std::max(widths[column], width(row[column]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string space(widths[column] - width(row[column]), ' ');
      if (column > 0) line += "  ";
      line += column == 0 ? row[column] + space : space + row[column];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  return fixedNumber(value, digits);
}

}  // namespace sojourn::text
