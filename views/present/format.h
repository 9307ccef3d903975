// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers, times and days are written everywhere on screen (VISUAL 1).
#pragma once

#include <cstdint>
#include <string>

namespace sojourn::present {

/// Three decimals, "<0.001" below 0.0005 but above 0, "0" for exactly 0, "\u2013" for NaN.
[[nodiscard]] std::string probability(double value);
/// Two decimals with U+2212 as minus.
[[nodiscard]] std::string scoreText(double value);
/// Three decimals with U+2212 as minus.
[[nodiscard]] std::string biasText(double value);
/// One decimal, no unit.
[[nodiscard]] std::string percent(double value);
/// With its sign: "+0.078", "\u22120.115", "0" when it rounds to nothing.
[[nodiscard]] std::string signedProbability(double value);
/// "12.3 h", "44 min", "2.1 d" from minutes.
[[nodiscard]] std::string durationText(double minutes);
/// "08:10" of a minute of the day; any integer is wrapped into the day.
[[nodiscard]] std::string clockText(std::int64_t minuteOfDay);
/// "Mon" .. "Sun"; anything else "day 9".
[[nodiscard]] std::string weekdayText(std::int64_t weekday);

}  // namespace sojourn::present
