// SPDX-License-Identifier: GPL-3.0-or-later
// JSON that people write by hand or send to each other, held to exactly what is expected: every key known, none twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/core/result.h"
#include "model/data/io/scenario.h"

namespace sojourn {

using StrictJson = nlohmann::ordered_json;

/// Carries a refusal out of the readers below; readStrictJson() catches it.
struct JsonRefusal {
  std::string place;  ///< "visit 3, weekday"; empty for the whole text
  std::string what;
  std::string remedy;
};

/// Parses within JsonLimits, nesting bounded by `deepest`, and refuses repeated keys, which JSON allows and nobody
/// means. Throws JsonRefusal.
[[nodiscard]] StrictJson parseStrictJson(std::string_view text, int deepest);

/// The keys must be exactly these; those of `optional` may be absent.
void checkJsonKeys(const StrictJson& object, const std::string& place, std::initializer_list<const char*> required,
                   std::initializer_list<const char*> optional);
[[nodiscard]] std::int32_t jsonWhole(const StrictJson& value, const std::string& place, std::int32_t least,
                                     std::int32_t most);
/// At most `longest` bytes.
[[nodiscard]] std::string jsonText(const StrictJson& value, const std::string& place, std::size_t longest);
/// Which of the words it is.
[[nodiscard]] std::size_t jsonWord(const StrictJson& value, const std::string& place,
                                   std::span<const char* const> words);

/// The value in one line; bytes that are no UTF-8, as file names may have, become U+FFFD.
[[nodiscard]] std::string jsonLine(const StrictJson& value);

/// A whole file as text.
[[nodiscard]] Result<std::string> readJsonFile(const std::filesystem::path& path, std::uint64_t mostBytes);

/// The error that an exception of these readers stands for; to be called in a catch block.
[[nodiscard]] Error strictJsonError(const std::string& where);

/// `read` of the parsed text; what it throws becomes an error at `where`.
template <class T, class Read>
[[nodiscard]] Result<T> readStrictJson(std::string_view text, int deepest, const std::string& where, const Read& read) {
  try {
    return read(parseStrictJson(text, deepest));
  } catch (...) {
    return strictJsonError(where);
  }
}

// Sequences and samples as parts of a larger text.

/// Throws JsonRefusal; `place` names the part in it, empty for the whole text.
[[nodiscard]] Sequence sequenceOfJson(const StrictJson& json, const std::string& place);
/// Visits stand on lines of their own, behind `indent`.
[[nodiscard]] std::string sequenceJsonText(const Sequence& sequence, const std::string& indent);

/// {"dataset","fingerprint","split","index"}. Throws JsonRefusal.
[[nodiscard]] ScenarioOrigin sampleOfJson(const StrictJson& json, const std::string& place);
[[nodiscard]] StrictJson sampleAsJson(const ScenarioOrigin& sample);
/// Throws JsonRefusal.
[[nodiscard]] Split splitOfJson(const StrictJson& value, const std::string& place);

}  // namespace sojourn
