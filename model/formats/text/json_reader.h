// SPDX-License-Identifier: GPL-3.0-or-later
// Parses JSON from untrusted files in time linear in its size. Every reader of JSON goes through here: the library's
// own parser searches all keys of an object for each new one, and all items of a list for each object in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/core/result.h"

namespace sojourn {

/// More keys than any file of ours has in one object.
inline constexpr std::size_t mostJsonKeys = 10'000;

struct JsonLimits {
  int levels = 32;                  ///< of objects and lists within each other
  std::size_t keys = mostJsonKeys;  ///< of one object
  bool repeatedKeys = true;         ///< the last one counts; false: refused
};

/// Why a text is refused; `detail` says where a syntax error is, as far as it is known.
struct JsonFault {
  enum class Kind { Syntax, Levels, Keys, RepeatedKey };
  Kind kind = Kind::Syntax;
  std::string what = {};    ///< a sentence fragment: "is not well-formed JSON"
  std::string detail = {};  ///< "parse error at line 1, column 3: ..."; empty unless Kind::Syntax
};

struct ParsedJson {
  nlohmann::ordered_json value = {};
  std::optional<JsonFault> fault = {};  ///< nothing where `value` is the text; else that is null
};

/// Members stay in the order of the text. The caller has bounded the text's size: the values take at most about
/// thirty times as much.
[[nodiscard]] ParsedJson parseJson(std::string_view text, const JsonLimits& limits = {});

}  // namespace sojourn
