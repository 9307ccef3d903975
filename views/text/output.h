// SPDX-License-Identifier: GPL-3.0-or-later
// Where answers go: JSON to a file or to standard output, text tables to standard output.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/result.h"
#include "model/results/explanation_summary.h"

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
/// To a file, or to standard output where `out` is "-". Errors: ErrorKind::Failed where it cannot be written.
[[nodiscard]] Status write(std::string_view text, const std::string& out);
/// Where standard output is no terminal another program reads it: nothing is cut to fit there.
[[nodiscard]] bool printsToTerminal();

/// A float as the shortest decimal that reads back as the same float; null where it is not finite.
[[nodiscard]] Json number(float value);
/// null where it is not finite.
[[nodiscard]] Json number(double value);
/// Null where nothing stands behind it.
[[nodiscard]] Json estimateJson(const Estimate& estimate);

/// The value, or null where there is none.
template <class Value>
[[nodiscard]] Json orNull(const std::optional<Value>& value) {
  if (!value) return nullptr;
  if constexpr (std::floating_point<Value>)
    return number(*value);
  else
    return *value;
}

/// What `json` makes of each item, as a list.
template <class Items, class ToJson>
[[nodiscard]] Json listOf(const Items& items, const ToJson& json) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(json(item));
  return list;
}
/// A list of objects as CSV, a line each below a line of names. Members of objects within an object become columns of
/// their own: "fit_age".
[[nodiscard]] std::string csvOfList(const Json& list);

template <class Numbers>
[[nodiscard]] Json numbers(const Numbers& values) {
  return listOf(values, [](auto value) { return number(value); });
}

}  // namespace sojourn::text
