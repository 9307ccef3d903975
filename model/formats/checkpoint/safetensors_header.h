// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON header of a safetensors file, read as a stream: nothing but the three levels that may occur is ever built.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sojourn {

struct SafetensorsEntry {
  std::string name;
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;  ///< within the data
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;
  std::vector<std::pair<std::string, std::string>> metadata;
};

/// What is wrong with a header, or the header.
struct SafetensorsHeaderResult {
  std::optional<SafetensorsHeader> header;
  std::string finding;     ///< a sentence fragment
  std::size_t offset = 0;  ///< where in the text, as far as known
};

[[nodiscard]] SafetensorsHeaderResult parseSafetensorsHeader(std::string_view json);

}  // namespace sojourn
