// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded times shown in another zone (what the model reads never changes), and how clock times, days and durations
// are written everywhere on screen (VISUAL 1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

inline constexpr int minutesPerDay = 24 * 60;

/// Rounded down, also below 0.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t value, std::int64_t by) {
  return (value >= 0 ? value : value - (by - 1)) / by;
}
/// What is left of it: from 0 to by - 1.
[[nodiscard]] constexpr std::int64_t wrapped(std::int64_t value, std::int64_t by) {
  return value - by * floorDivide(value, by);
}

/// A point in the week as a clock on the wall shows it.
struct LocalTime {
  int weekday = 0;   ///< 0 = Monday .. 6 = Sunday
  int minute = 0;    ///< of the day, 0..1439
  int dayShift = 0;  ///< local day - recorded day: -1, 0 or 1 (more where the minute was outside the day)

  bool operator==(const LocalTime&) const = default;
};

/// The start of a visit in a zone that is `utcOffsetMinutes` ahead of the recorded one. Any weekday and minute are
/// taken, as files may hold values out of range; both wrap around.
[[nodiscard]] LocalTime localStart(const Visit& visit, int utcOffsetMinutes);

/// How far shown times are moved: "+08:00", "\u221203:30"; empty for none.
[[nodiscard]] std::string offsetText(int minutes);

/// The whole hours by which clocks differ from UTC at the middle (median) longitude of the places, 15 degrees an hour;
/// nothing where no place has coordinates. A guess by the sun: borders are not known here.
[[nodiscard]] std::optional<int> solarUtcOffsetMinutes(const PlaceNames& places);

/// "12.3 h", "44 min", "2.1 d" from minutes.
[[nodiscard]] std::string durationText(double minutes);
/// The size of a span to the minute: "45 min", "2 h", "2 h 15 min".
[[nodiscard]] std::string hoursAndMinutes(double minutes);
/// "08:10" of a minute of the day; any integer is wrapped into the day.
[[nodiscard]] std::string clockText(std::int64_t minuteOfDay);
/// "Mon" .. "Sun"; anything else "day 9".
[[nodiscard]] std::string weekdayText(std::int64_t weekday);

}  // namespace sojourn
