// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "model/core/text.h"
#include "views/text/output.h"

namespace sojourn::text {
namespace {

/// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string Table::text() const {
  const std::size_t longest = printsToTerminal() ? 60 : 100'000;
  std::vector<std::vector<std::string>> rows = m_rows;
  std::vector<std::size_t> widths;
  for (auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      row[column] = escapeForDisplay(row[column], longest);
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

std::string clock(std::int32_t minute) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%02d:%02d", minute / 60, minute % 60);
  return text.data();
}

std::string weekdayName(std::int32_t weekday) {
  static constexpr std::array names{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  return weekday >= 0 && weekday < 7 ? names[static_cast<std::size_t>(weekday)] : std::to_string(weekday);
}

std::string place(const PlaceNames& places, LocationId location) {
  const std::string id = std::to_string(location);
  return places.hasName(location) ? id + " " + places.name(location) : id;
}

std::string withInterval(const Estimate& estimate, int digits) {
  if (estimate.n == 0) return "–";
  if (!estimate.hasInterval()) return fixed(estimate.mean, digits);
  return fixed(estimate.mean, digits) + " [" + fixed(estimate.low, digits) + ", " + fixed(estimate.high, digits) + "]";
}

std::string kilometresText(const DistanceFigure& figure) {
  if (!figure.value) return "–";
  std::string text = fixed(*figure.value, 2) + " km";
  if (figure.hasInterval()) text += " [" + fixed(*figure.low, 2) + ", " + fixed(*figure.high, 2) + "]";
  return text;
}

std::string intervalsOver(std::size_t users) {
  if (users >= fewestUsersOfInterval) return "with 95 % intervals from resampling users";
  return "without intervals, which need " + std::to_string(fewestUsersOfInterval) + " users";
}

std::string samplesOfUsers(std::size_t samples, std::size_t users) {
  return std::to_string(samples) + " samples of " + std::to_string(users) + (users == 1 ? " user" : " users");
}

}  // namespace sojourn::text
