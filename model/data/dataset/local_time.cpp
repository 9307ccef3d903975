// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/local_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "model/core/text.h"

namespace sojourn {
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

std::string durationText(double minutes) {
  if (std::isnan(minutes)) return "\u2013";
  if (minutes < 59.5) return fixedNumber(minutes, 0) + " min";
  if (minutes < 48 * 60) return fixedNumber(minutes / 60, 1) + " h";
  return fixedNumber(minutes / 1440, 1) + " d";
}

std::string hoursAndMinutes(double minutes) {
  const long long whole = std::llround(std::fabs(minutes));
  const std::string hours = std::to_string(whole / 60) + " h", rest = std::to_string(whole % 60) + " min";
  if (whole < 60) return rest;
  return whole % 60 == 0 ? hours : hours + " " + rest;
}

std::string clockText(std::int64_t minuteOfDay) {
  const std::int64_t minute = wrapped(minuteOfDay, minutesPerDay);
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d", static_cast<int>(minute / 60), static_cast<int>(minute % 60));
  return text;
}

std::string weekdayText(std::int64_t weekday) {
  static constexpr std::array names{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  if (weekday < 0 || weekday > 6) return "day " + std::to_string(weekday);
  return names[static_cast<std::size_t>(weekday)];
}

}  // namespace sojourn
