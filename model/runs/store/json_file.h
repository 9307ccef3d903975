// SPDX-License-Identifier: GPL-3.0-or-later
// The small JSON files of a run directory, in one bounded read.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/formats/text/json_fields.h"

namespace sojourn {

inline constexpr std::uint64_t largestJsonFile = 1'000'000;

/// Reads a file of at most `maxBytes` that holds one JSON object. Errors as readFile() and parseJsonObject().
[[nodiscard]] Result<nlohmann::ordered_json> readJsonObject(const GuardedPath& file,
                                                            std::uint64_t maxBytes = largestJsonFile);

/// The same as a struct. Errors name the member by its key.
template <JsonStruct T>
[[nodiscard]] Result<T> readJsonStruct(const GuardedPath& file, std::uint64_t maxBytes = largestJsonFile) {
  const auto json = readJsonObject(file, maxBytes);
  if (!json) return json.error();
  return structOf<T>(*json, file.string());
}

/// What a file holds that is taken away once it has been read.
struct JsonEntry {
  enum class State {
    Whole,       ///< `json` is what it holds
    Absent,      ///< there is no such file any more
    Unreadable,  ///< it cannot be read now, and may be later: no permission, too many open files
    Broken,      ///< it will not get better: no JSON object, too large, a link, a folder
  };
  State state = State::Absent;
  nlohmann::ordered_json json;
  Error error;  ///< of one that is Unreadable or Broken
};
[[nodiscard]] JsonEntry readJsonEntry(const GuardedPath& file, std::uint64_t maxBytes = largestJsonFile);

}  // namespace sojourn
