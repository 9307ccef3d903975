// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text and back, with a decimal point whatever the locale is; printf and strtod follow the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sojourn {

/// With so many decimals: "0.05", "-12.00"; "nan", "inf".
[[nodiscard]] std::string fixedNumber(double value, int decimals);
/// With at most so many significant digits: "0.0489", "1e-05".
[[nodiscard]] std::string shortNumber(double value, int digits);
/// "1.43e-03" with two decimals.
[[nodiscard]] std::string scientificNumber(double value, int decimals);
/// The number that the whole text is; nothing where it is another text.
[[nodiscard]] std::optional<double> numberFrom(std::string_view text);

}  // namespace sojourn
