// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/local_time.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace sojourn {
namespace {

std::int64_t floorDivide(std::int64_t value, std::int64_t by) {
  return (value >= 0 ? value : value - (by - 1)) / by;
}

std::int64_t wrapped(std::int64_t value, std::int64_t by) {
  return value - by * floorDivide(value, by);
}

}  // namespace

LocalTime localStart(const Visit& visit, int utcOffsetMinutes) {
  const std::int64_t minute = std::int64_t{visit.startMinute} + utcOffsetMinutes;
  const std::int64_t days = floorDivide(minute, minutesPerDay);
  return {.weekday = static_cast<int>(wrapped(visit.weekday + days, 7)),
          .minute = static_cast<int>(wrapped(minute, minutesPerDay)),
          .dayShift = static_cast<int>(days)};
}

std::string offsetText(int minutes) {
  if (minutes == 0) return {};
  const int size = std::abs(minutes);
  char text[32];
  std::snprintf(text, sizeof text, "%02d:%02d", size / 60, size % 60);
  return (minutes < 0 ? "\u2212" : "+") + std::string(text);
}

std::optional<int> solarUtcOffsetMinutes(const PlaceNames& places) {
  std::vector<double> longitudes;
  for (const auto& [id, where] : places.allCoordinates()) longitudes.push_back(where.longitude);
  if (longitudes.empty()) return std::nullopt;
  const auto middle = longitudes.begin() + static_cast<std::ptrdiff_t>(longitudes.size() / 2);
  std::ranges::nth_element(longitudes, middle);
  return static_cast<int>(std::lround(*middle / 15)) * 60;
}

}  // namespace sojourn
