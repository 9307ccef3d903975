// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded times shown in another zone. What the model reads never changes.
#pragma once

#include <optional>
#include <string>

#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

inline constexpr int minutesPerDay = 24 * 60;

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

}  // namespace sojourn
