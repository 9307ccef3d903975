// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/json_fields.h"

#include <cmath>
#include <limits>

#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t largestCount = 1'000'000'000'000'000;

std::optional<std::int64_t> countOfJson(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number <= static_cast<std::uint64_t>(largestCount)) return static_cast<std::int64_t>(number);
  }
  return std::nullopt;
}

const Json& emptyObject() {
  static const Json empty = Json::object();
  return empty;
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
  if (m_error) return;
  m_error = Error{ErrorKind::BadInput, m_where + ", key " + key, what,
                  "check that the file is whole and written by this program"};
}

void JsonFields::take(const JsonFields& part) {
  if (!m_error) m_error = part.m_error;
}

std::int64_t JsonFields::count(const char* key) {
  const Json* value = find(key);
  if (!value) return 0;
  const auto number = countOfJson(*value);
  if (!number) refuse(key, "is not a whole number from 0 to 10^15");
  return number.value_or(0);
}

double JsonFields::real(const char* key) {
  const Json* value = find(key);
  if (!value) return 0;
  const auto number = realOfJson(*value);
  if (!number) refuse(key, "is not a number");
  return number.value_or(0);
}

std::string JsonFields::text(const char* key) {
  const Json* value = find(key);
  if (!value) return {};
  if (value->is_string()) return value->get<std::string>();
  refuse(key, "is not a text");
  return {};
}

bool JsonFields::truth(const char* key) {
  const Json* value = find(key);
  if (!value) return false;
  if (value->is_boolean()) return value->get<bool>();
  refuse(key, "is neither true nor false");
  return false;
}

std::vector<std::int64_t> JsonFields::counts(const char* key) {
  std::vector<std::int64_t> numbers;
  const Json* value = find(key);
  if (!value) return numbers;
  if (!value->is_array()) refuse(key, "is not a list of whole numbers");
  for (const Json& item : value->is_array() ? *value : Json::array()) {
    const auto number = countOfJson(item);
    if (!number) refuse(key, "is not a list of whole numbers from 0 to 10^15");
    numbers.push_back(number.value_or(0));
  }
  return numbers;
}

std::vector<std::string> JsonFields::texts(const char* key) {
  std::vector<std::string> texts;
  const Json* value = find(key);
  if (!value) return texts;
  if (!value->is_array()) refuse(key, "is not a list of texts");
  for (const Json& item : value->is_array() ? *value : Json::array()) {
    if (!item.is_string()) refuse(key, "is not a list of texts");
    texts.push_back(item.is_string() ? item.get<std::string>() : std::string());
  }
  return texts;
}

JsonFields JsonFields::object(const char* key) {
  const Json* value = find(key);
  if (value && !value->is_object()) refuse(key, "is not an object");
  JsonFields part(value && value->is_object() ? *value : emptyObject(), m_where + ", key " + key);
  part.m_error = m_error;
  return part;
}

std::optional<std::int64_t> JsonFields::countIfAny(const char* key) {
  if (!has(key)) return std::nullopt;
  return count(key);
}

std::optional<double> JsonFields::realIfAny(const char* key) {
  if (!has(key)) return std::nullopt;
  return real(key);
}

}  // namespace sojourn
