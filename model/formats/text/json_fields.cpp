// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

/// Nothing where it is no whole number, or too large for one.
std::optional<std::int64_t> wholeOfJson(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && !std::in_range<std::int64_t>(json.get<std::uint64_t>())) return std::nullopt;
  return json.get<std::int64_t>();
}

bool convert(const Json& json, std::int64_t& value) {
  constexpr std::int64_t largest = 1'000'000'000'000'000;
  const auto number = wholeOfJson(json);
  value = number.value_or(-1);
  return value >= 0 && value <= largest;
}

bool convert(const Json& json, double& value) {
  const auto number = realOfJson(json);
  if (number) value = *number;
  return number.has_value();
}

bool convert(const Json& json, Json& value) {
  if (json.is_object()) value = json;
  return json.is_object();
}

template <class T>  // bool, std::string
bool convert(const Json& json, T& value) {
  const T* const found = json.get_ptr<const T*>();
  if (found) value = *found;
  return found;
}

template <class T>
bool convert(const Json& json, std::vector<T>& values) {
  return json.is_array() &&
         std::ranges::all_of(json, [&](const Json& one) { return convert(one, values.emplace_back()); });
}

/// What a member must be that convert() takes as a T.
template <class T>
constexpr const char* wanted() {
  if constexpr (std::is_same_v<T, std::int64_t>) return "a whole number from 0 to 10^15";
  if constexpr (std::is_same_v<T, double>) return "a number";
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::string>) return "a text";
  if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) return "a list of whole numbers from 0 to 10^15";
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return "a list of texts";
  return "an object";
}

}  // namespace

Result<Json> parseJsonObject(std::string_view text, const std::string& where) {
  ParsedJson parsed = parseJson(text);
  const auto refuse = [&](const std::string& what) {
    return Error{ErrorKind::BadInput, where, what, "check that the file is whole and that this program can read it"};
  };
  if (parsed.fault) return refuse(parsed.fault->what);
  if (!parsed.value.is_object()) return refuse("is not a JSON object");
  return std::move(parsed.value);
}

Json jsonReal(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

std::optional<double> realOfJson(const Json& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return infinity;
  if (text == "-Infinity") return -infinity;
  return std::nullopt;
}

const Json* JsonFields::find(const char* key) {
  if (m_error) return nullptr;
  const auto found = m_object->find(key);
  if (found == m_object->end()) {
    refuse(key, "is absent");
    return nullptr;
  }
  return &*found;
}

bool JsonFields::has(const char* key) const {
  const auto found = m_object->find(key);
  return found != m_object->end() && !found->is_null();
}

void JsonFields::refuse(const char* key, const std::string& what) {
  if (m_error || m_lenient) return;
  m_error = Error{ErrorKind::BadInput, placeOf(key), what, "check that the file is whole and written by this program"};
}

JsonFields JsonFields::partAt(const char* key) {
  static const Json empty = Json::object();
  const Json* value = find(key);
  if (value && !value->is_object()) refuse(key, std::string("is not ") + wanted<Json>());
  JsonFields part(value && value->is_object() ? *value : empty, placeOf(key));
  part.m_error = m_error;
  part.m_lenient = m_lenient;
  return part;
}

std::string JsonFields::placeOf(const char* key) const {
  return (m_where.empty() ? "key " : m_where + ", key ") + key;
}

std::vector<std::string> JsonFields::keys() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : m_object->items()) names.push_back(name);
  return names;
}

void JsonFields::schema(std::string_view name) {
  std::string found;
  read("schema", found);
  if (m_error || found == name) return;
  refuse("schema", "is not " + std::string(name));
  const std::string_view anyVersion = name.substr(0, name.find('/') + 1);
  if (!m_error || !std::string_view(found).starts_with(anyVersion)) return;
  m_error->what = "is " + found + ", of another version of this program; this one reads " + std::string(name);
  m_error->remedy = "look at it with a newer Sojourn";
}

template <class T>
void JsonFields::read(const char* key, T& value) {
  const Json* json = find(key);
  T found{};
  if (json && convert(*json, found))
    value = std::move(found);
  else if (json)
    refuse(key, std::string("is not ") + wanted<T>());
}
template void JsonFields::read(const char* key, std::int64_t& value);
template void JsonFields::read(const char* key, double& value);
template void JsonFields::read(const char* key, bool& value);
template void JsonFields::read(const char* key, std::string& value);
template void JsonFields::read(const char* key, std::vector<std::int64_t>& value);
template void JsonFields::read(const char* key, std::vector<std::string>& value);
template void JsonFields::read(const char* key, Json& value);

std::optional<std::int64_t> JsonFields::wholeIfAny(const char* key) {
  const Json* json = has(key) ? find(key) : nullptr;
  if (!json) return std::nullopt;
  if (!json->is_number()) refuse(key, "is not a number");
  return wholeOfJson(*json);
}

std::optional<std::size_t> JsonFields::readName(const char* key, std::span<const std::string_view> names) {
  std::string name;
  read(key, name);
  if (m_error) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return i;
  std::string known;
  for (const std::string_view& one : names)
    known += (known.empty() ? "" : &one == &names.back() ? " and " : ", ") + std::string(one);
  refuse(key, "is none of " + known);
  return std::nullopt;
}

JsonWriter::JsonWriter(NotFinite notFinite) : m_notFinite(notFinite), m_json(std::make_unique<Json>(Json::object())) {}

JsonWriter::~JsonWriter() = default;

std::string JsonWriter::text(int indent) const {
  return m_json->dump(indent, ' ', false, Json::error_handler_t::replace);
}

template <class T>
void JsonWriter::put(const char* key, const T& value) {
  Json& json = (*m_json)[key];
  if constexpr (std::is_same_v<T, double>) {
    if (m_notFinite == NotFinite::Text)
      json = jsonReal(value);
    else if (m_notFinite == NotFinite::Keep || std::isfinite(value))
      json = value;
  } else {
    json = value;
  }
}
template void JsonWriter::put(const char* key, const std::nullptr_t& value);
template void JsonWriter::put(const char* key, const std::int64_t& value);
template void JsonWriter::put(const char* key, const double& value);
template void JsonWriter::put(const char* key, const bool& value);
template void JsonWriter::put(const char* key, const std::string& value);
template void JsonWriter::put(const char* key, const std::string_view& value);
template void JsonWriter::put(const char* key, const std::vector<std::int64_t>& value);
template void JsonWriter::put(const char* key, const std::vector<std::string>& value);
template void JsonWriter::put(const char* key, const Json& value);

}  // namespace sojourn
