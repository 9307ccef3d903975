// SPDX-License-Identifier: GPL-3.0-or-later
// Where answers go: JSON to a file or to standard output, text tables to standard output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/result.h"

namespace sojourn::text {

using Json = nlohmann::ordered_json;

/// JSON as people like to read it: objects and lists of objects broken into lines, lists of numbers in one line. Pure
/// ASCII, numbers that are not finite as null.
[[nodiscard]] std::string prettyJson(const Json& json);

/// As a list of objects.
[[nodiscard]] Json toJson(const std::vector<Problem>& problems);

/// Writes to `out`, or to standard output where it is "-". Errors: ErrorKind::Failed where it cannot be written.
[[nodiscard]] Status writeJson(const Json& json, const std::string& out);
/// The same with `problems` as the last member.
[[nodiscard]] Status writeJson(Json json, const std::string& out, const std::vector<Problem>& problems);

/// Writes to standard output and checks that it got there.
[[nodiscard]] Status print(std::string_view text);

/// A float as the shortest decimal that reads back as the same float; null where it is not finite.
[[nodiscard]] Json number(float value);
/// null where it is not finite.
[[nodiscard]] Json number(double value);

}  // namespace sojourn::text
