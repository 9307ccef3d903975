// SPDX-License-Identifier: GPL-3.0-or-later
// The times in what a picture or a page says, so that two of them can be compared whose clocks differ.
#pragma once

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <string>

#include "model/data/dataset/local_time.h"

namespace sojourn::test {

inline constexpr std::array<const char*, 7> weekdays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

/// "Thu 10:06" and "10:06" in a text, moved by so many minutes.
inline void addTimes(const std::string& text, int minutes, std::multiset<std::string>& times) {
  static const std::regex time(R"((?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\b([0-2]\d):([0-5]\d)\b)");
  for (std::sregex_iterator found(text.begin(), text.end(), time), end; found != end; ++found) {
    const std::int64_t moved = 60 * std::stoi((*found)[2]) + std::stoi((*found)[3]) + minutes;
    std::string words;
    if ((*found)[1].matched) {
      const auto day = std::ranges::find(weekdays, (*found)[1].str()) - weekdays.begin();
      words =
          weekdays[static_cast<std::size_t>(wrapped(day + floorDivide(moved, minutesPerDay), 7))] + std::string(" ");
    }
    times.insert(words + clockText(moved));
  }
}

}  // namespace sojourn::test
