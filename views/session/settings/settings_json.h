// SPDX-License-Identifier: GPL-3.0-or-later
// Members of the settings' JSON, present and earlier: absent ones are defaults, wrong types are refused.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/result.h"

namespace sojourn::session {

using Json = nlohmann::json;

inline constexpr const char* settingsSchema = "sojourn.settings/1";
inline constexpr const char* earlierSettingsSchema = "sojourn.workspace/1";  ///< settings and workspace in one
inline constexpr std::uint64_t mostSettingsBytes = 16'000'000;

/// Thrown by these and caught by readSettingsJson(): a value of another type than the key has.
struct WrongType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A member of an object, or null where it is absent. `is` checks its type.
[[nodiscard]] const Json* member(const Json& object, const char* key, bool (Json::*is)() const noexcept,
                                 const char* wanted);
[[nodiscard]] std::string text(const Json& object, const char* key);
/// A whole number within the limits, else `fallback`.
[[nodiscard]] std::int64_t whole(const Json& object, const char* key, std::int64_t low, std::int64_t high,
                                 std::int64_t fallback);
[[nodiscard]] std::vector<std::string> textList(const Json& object, const char* key, std::size_t limit);

/// The object that the text is, of bounded depth; exceptions of the library and of these become errors.
[[nodiscard]] Error unusableSettings(const std::string& where, const std::string& what);
[[nodiscard]] Json parseSettingsJson(std::string_view content);

template <class T, class Read>
[[nodiscard]] Result<T> readSettingsJson(std::string_view content, const std::string& where, const Read& read) {
  try {
    return read(parseSettingsJson(content));
  } catch (const Json::exception&) {
    return unusableSettings(where, "is not valid JSON");
  } catch (const WrongType& wrong) {
    return unusableSettings(where, wrong.what());
  }
}

}  // namespace sojourn::session
