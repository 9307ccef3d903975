// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/strict_json.h"

#include <algorithm>
#include <cmath>

#include "model/core/files.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {

StrictJson parseStrictJson(std::string_view text, int deepest) {
  ParsedJson parsed = parseJson(text, {.levels = deepest, .repeatedKeys = false});
  if (!parsed.fault) return std::move(parsed.value);
  switch (parsed.fault->kind) {
    case JsonFault::Kind::Syntax:
      throw JsonRefusal{"", "is not JSON (" + parsed.fault->detail + ")", "correct the syntax there"};
    case JsonFault::Kind::RepeatedKey:
      throw JsonRefusal{"", parsed.fault->what, "keep one of them"};
    case JsonFault::Kind::Levels:
      throw JsonRefusal{"", "is nested too deep", "this program writes no such form"};
    case JsonFault::Kind::Keys:
      break;
  }
  throw JsonRefusal{"", parsed.fault->what, "this program writes no such form"};
}

void checkJsonKeys(const StrictJson& object, const std::string& place, std::initializer_list<const char*> required,
                   std::initializer_list<const char*> optional) {
  std::string allowed;
  for (const auto& names : {required, optional}) {
    for (const char* name : names) allowed += (allowed.empty() ? "" : ", ") + std::string(name);
  }
  if (!object.is_object()) throw JsonRefusal{place, "is not an object", "give it the keys " + allowed};
  for (const auto& item : object.items()) {
    const auto is = [&](const char* name) { return item.key() == name; };
    if (std::ranges::none_of(required, is) && std::ranges::none_of(optional, is)) {
      throw JsonRefusal{place, "has the unknown key " + item.key(), "use " + allowed};
    }
  }
  for (const char* name : required) {
    if (!object.contains(name)) throw JsonRefusal{place, std::string("has no key ") + name, "it needs " + allowed};
  }
}

std::int32_t jsonWhole(const StrictJson& value, const std::string& place, std::int32_t least, std::int32_t most) {
  const std::string allowed = "it must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const bool whole =
      value.is_number_integer() || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
  if (!whole) {
    throw JsonRefusal{place, "is " + value.dump(-1, ' ', true, StrictJson::error_handler_t::replace).substr(0, 60),
                      allowed};
  }
  const double number = value.get<double>();
  if (number < least || number > most) throw JsonRefusal{place, "is " + value.dump(), allowed};
  return static_cast<std::int32_t>(number);
}

std::string jsonText(const StrictJson& value, const std::string& place, std::size_t longest) {
  if (!value.is_string()) throw JsonRefusal{place, "is not a text", "put it in quotes"};
  auto text = value.get<std::string>();
  if (text.size() > longest) {
    throw JsonRefusal{place, "is " + std::to_string(text.size()) + " bytes long",
                      "give at most " + std::to_string(longest)};
  }
  return text;
}

std::size_t jsonWord(const StrictJson& value, const std::string& place, std::span<const char* const> words) {
  constexpr std::size_t longest = 1000;
  const std::string word = jsonText(value, place, longest);
  std::string allowed;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (word == words[i]) return i;
    allowed += (i == 0 ? "" : ", ") + std::string(words[i]);
  }
  throw JsonRefusal{place, "is \"" + word + "\"", "it must be one of " + allowed};
}

std::string jsonLine(const StrictJson& value) {
  return value.dump(-1, ' ', false, StrictJson::error_handler_t::replace);
}

Result<std::string> readJsonFile(const std::filesystem::path& path, std::uint64_t mostBytes) {
  const auto bytes = readFile(path, mostBytes);
  if (!bytes) return bytes.error();
  return std::string(asText(*bytes));
}

Error strictJsonError(const std::string& where) {
  try {
    throw;
  } catch (const JsonRefusal& refusal) {
    return {ErrorKind::BadInput, refusal.place.empty() ? where : where + ", " + refusal.place, refusal.what,
            refusal.remedy};
  } catch (const StrictJson::exception& error) {
    return {ErrorKind::BadInput, where, std::string("holds what this program does not expect (") + error.what() + ")",
            "check that this is the right file"};
  }
}

}  // namespace sojourn
