// SPDX-License-Identifier: GPL-3.0-or-later
// How far a word that somebody typed is from one that exists, to propose what was meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sojourn {

/// The least number of letters inserted, removed, replaced or swapped with the next (optimal string alignment); the
/// words are short.
[[nodiscard]] std::size_t typingErrors(std::string_view a, std::string_view b);

/// The candidate that takes the fewest single letters typed wrong, left out, added or swapped with the next; empty
/// where that is more than one in three letters.
[[nodiscard]] std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace sojourn
