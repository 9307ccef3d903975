// SPDX-License-Identifier: GPL-3.0-or-later
// How a model program is named where a checkpoint may be named.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sojourn {

inline constexpr std::string_view programPrefix = "program:";

/// The command in "program:python my_model.py"; nothing for the name of a file.
[[nodiscard]] inline std::optional<std::string> programCommandIn(std::string_view name) {
  if (!name.starts_with(programPrefix)) return std::nullopt;
  return std::string(name.substr(programPrefix.size()));
}

}  // namespace sojourn
