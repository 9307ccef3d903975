// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/visit_text.h"

#include <array>
#include <cstdio>

namespace sojourn::text {

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

}  // namespace sojourn::text
