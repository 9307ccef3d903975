// SPDX-License-Identifier: GPL-3.0-or-later
// Brief names for where there is little room: many begin and end alike.
#pragma once

#include <string>
#include <vector>

namespace sojourn {

/// The names without what all of them begin with and end with, in whole words: "seed42" and "seed43" of
/// "v45-seed42-best" and "v45-seed43-best". Where nothing would be left of one, they keep their ends, else their
/// beginnings; one name alone is as it is.
[[nodiscard]] std::vector<std::string> withoutCommonParts(std::vector<std::string> names);

/// The same with an ellipsis where something is left out: "\u2026seed42\u2026".
[[nodiscard]] std::vector<std::string> briefNames(const std::vector<std::string>& names);

}  // namespace sojourn
