// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers, times and days are written everywhere on screen (VISUAL 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/data/dataset/local_time.h"

namespace sojourn {
struct Estimate;
struct PairedDifference;
}

namespace sojourn::present {

/// Three decimals, "<0.001" below 0.0005 but above 0, "0" for exactly 0, "\u2013" for NaN.
[[nodiscard]] std::string probability(double value);
/// Where three decimals have no room: ".27", "1.0"; empty below 0.005, where a number would only say "nothing".
[[nodiscard]] std::string shortProbability(double value);
/// Six significant digits with U+2212 as minus: what hovering shows and copying takes.
[[nodiscard]] std::string exactText(double value);
/// That many decimals with U+2212 as minus, "\u2013" for NaN.
[[nodiscard]] std::string fixedText(double value, int decimals);
/// Four decimals: attention weights, since uniform attention over 50 visits is 0.02.
[[nodiscard]] std::string weightText(double value);
/// Two decimals with U+2212 as minus.
[[nodiscard]] std::string scoreText(double value);
/// Three decimals with U+2212 as minus.
[[nodiscard]] std::string biasText(double value);
/// Percentage points with one decimal and their sign: "+23.0".
[[nodiscard]] std::string signedPoints(double points);
/// "-2.1 (-3.0 to -1.2, p 0.003 after Holm)"; the value alone where there is no interval.
[[nodiscard]] std::string differenceText(const PairedDifference& difference);
/// A count with its thousands apart: "3 502".
[[nodiscard]] std::string grouped(std::size_t count);
/// One decimal, no unit.
[[nodiscard]] std::string percent(double value);
/// With its sign: "+0.078", "\u22120.115", "0" when it rounds to nothing.
[[nodiscard]] std::string signedProbability(double value);
/// Where that has no room: "+.28", "\u2212.12"; empty where it is less than 0.005.
[[nodiscard]] std::string shortSignedProbability(double value);
// Of visits, shared with what names edits and flags.
using sojourn::clockText;
using sojourn::durationText;
using sojourn::offsetText;
using sojourn::weekdayText;

/// "one user: no interval", "3 users: no interval"; of more users than are needed, "too few users: no interval", as
/// fewer of them stand behind a single figure.
[[nodiscard]] std::string noIntervalText(std::size_t users);
/// "95 % 0.12 to 0.31", or why there is none.
[[nodiscard]] std::string intervalText(const Estimate& estimate, std::size_t users);

}  // namespace sojourn::present
