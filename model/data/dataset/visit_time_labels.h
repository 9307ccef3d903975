// SPDX-License-Identifier: GPL-3.0-or-later
// How clock times, days and durations are written everywhere on screen (VISUAL 1).
#pragma once

#include <cstdint>
#include <string>

namespace sojourn {

/// "12.3 h", "44 min", "2.1 d" from minutes.
[[nodiscard]] std::string durationText(double minutes);
/// "08:10" of a minute of the day; any integer is wrapped into the day.
[[nodiscard]] std::string clockText(std::int64_t minuteOfDay);
/// "Mon" .. "Sun"; anything else "day 9".
[[nodiscard]] std::string weekdayText(std::int64_t weekday);

}  // namespace sojourn
