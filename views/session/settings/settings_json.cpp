// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/settings/settings_json.h"

#include "model/formats/text/json_reader.h"

namespace sojourn::session {

const Json* member(const Json& object, const char* key, bool (Json::*is)() const noexcept, const char* wanted) {
  const auto found = object.find(key);
  if (found == object.end()) return nullptr;
  if (!((*found).*is)()) throw WrongType(std::string("\"") + key + "\" is not " + wanted);
  return &*found;
}

std::string text(const Json& object, const char* key) {
  const Json* value = member(object, key, &Json::is_string, "a text");
  return value ? value->get<std::string>() : std::string();
}

std::int64_t whole(const Json& object, const char* key, std::int64_t low, std::int64_t high, std::int64_t fallback) {
  const Json* value = member(object, key, &Json::is_number, "a number");
  if (!value || !value->is_number_integer()) return fallback;
  if (value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(high)) return fallback;
  const auto number = value->get<std::int64_t>();
  return number < low || number > high ? fallback : number;
}

std::vector<std::string> textList(const Json& object, const char* key, std::size_t limit) {
  std::vector<std::string> list;
  const Json* value = member(object, key, &Json::is_array, "a list");
  if (!value) return list;
  for (const Json& entry : *value) {
    if (!entry.is_string()) throw WrongType(std::string("\"") + key + "\" holds something that is not a text");
    if (list.size() < limit) list.push_back(entry.get<std::string>());
  }
  return list;
}

Error unusableSettings(const std::string& where, const std::string& what) {
  return Error{ErrorKind::BadInput, where, what,
               "default settings are used; the old file is kept until the settings are saved"};
}

Json parseSettingsJson(std::string_view content) {
  const ParsedJson parsed = parseJson(content, {.levels = 8});
  if (parsed.fault) throw WrongType(parsed.fault->what);
  if (!parsed.value.is_object()) throw WrongType("is not a JSON object");
  return parsed.value;
}

}  // namespace sojourn::session
