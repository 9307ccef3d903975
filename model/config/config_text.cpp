// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/config_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sojourn {
namespace {

template <class Number>
std::optional<Number> parseWhole(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The words that YAML 1.1, and so PyYAML, takes for truth values.
std::optional<bool> parseBoolean(std::string_view text) {
  static constexpr std::array yes{"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"};
  static constexpr std::array no{"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"};
  if (std::ranges::find(yes, text) != yes.end()) return true;
  if (std::ranges::find(no, text) != no.end()) return false;
  return std::nullopt;
}

}  // namespace

std::string realText(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".n") != std::string::npos) return text;  // "inf" and "nan" have an n
  const std::size_t exponent = text.find('e');
  text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  return text;
}

std::string RawValue::shown() const {
  if (!list) return quoted ? '"' + items.front() + '"' : items.front();
  std::string text = "[";
  for (const std::string& item : items) {
    if (text.size() > 1) text += ", ";
    text += item;
  }
  return text + "]";
}

std::optional<ConfigValue> interpret(const ConfigField& field, const RawValue& raw) {
  if (raw.list != (field.type == ConfigType::IntegerList)) return std::nullopt;
  if (raw.list) {
    std::vector<std::int64_t> numbers;
    for (const std::string& item : raw.items) {
      const auto number = parseWhole<std::int64_t>(item);
      if (!number) return std::nullopt;
      numbers.push_back(*number);
    }
    return ConfigValue(std::move(numbers));
  }
  const std::string& text = raw.items.front();
  if (field.type == ConfigType::Text || field.type == ConfigType::Choice) return ConfigValue(text);
  if (raw.quoted) return std::nullopt;
  if (field.type == ConfigType::Integer) {
    if (const auto number = parseWhole<std::int64_t>(text)) return ConfigValue(*number);
  } else if (field.type == ConfigType::Real) {
    if (const auto number = parseWhole<double>(text)) return ConfigValue(*number);
  } else if (const auto truth = parseBoolean(text)) {
    return ConfigValue(*truth);
  }
  return std::nullopt;
}

}  // namespace sojourn
