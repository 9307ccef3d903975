// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/visit_time_labels.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "model/core/number_text.h"

namespace sojourn {

std::string durationText(double minutes) {
  if (std::isnan(minutes)) return "\u2013";
  if (minutes < 59.5) return fixedNumber(minutes, 0) + " min";
  if (minutes < 48 * 60) return fixedNumber(minutes / 60, 1) + " h";
  return fixedNumber(minutes / 1440, 1) + " d";
}

std::string clockText(std::int64_t minuteOfDay) {
  const std::int64_t minute = ((minuteOfDay % 1440) + 1440) % 1440;
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
