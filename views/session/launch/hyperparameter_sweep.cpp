// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/hyperparameter_sweep.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <type_traits>

#include "model/config/yaml_settings.h"
#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::session {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t from = text.find_first_not_of(blank);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(blank) - from + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0;;) {
    const std::size_t to = text.find(separator, from);
    parts.push_back(trimmed(text.substr(from, to - from)));
    if (to == std::string_view::npos) return parts;
    from = to + 1;
  }
}

Error refusal(const ConfigField& field, const std::string& what, std::string remedy) {
  return {ErrorKind::BadInput, field.key, what, std::move(remedy)};
}

Error notAllowed(const ConfigField& field, std::string_view text) {
  const std::string shown = trimmed(text).empty() ? tr("empty") : escapeForDisplay(text, 60);
  return refusal(field, tr("%1 is %2", {field.key, shown}), tr("it must be %1", {tr(field.allowed())}));
}

Result<ConfigValue> parseOne(const ConfigField& field, std::string_view text) {
  RawValue raw{.items = {std::string(text)}, .list = false, .quoted = false, .line = 0};
  const bool mayBeEmpty = field.type == ConfigType::Text;
  if (text.empty() && !mayBeEmpty) return notAllowed(field, text);
  const auto value = interpret(field, raw);
  if (!value || !field.check(*value)) return notAllowed(field, text);
  return *value;
}

Result<ConfigValue> parseList(const ConfigField& field, std::string_view text) {
  RawValue raw{.items = {}, .list = true, .quoted = false, .line = 0};
  if (!trimmed(text).empty()) {
    for (const std::string_view item : split(text, ',')) raw.items.emplace_back(item);
  }
  const auto value = interpret(field, raw);
  if (!value || !field.check(*value)) return notAllowed(field, text);
  return *value;
}

// ---- ranges

struct Range {
  double from = 0, to = 0;
  std::optional<std::size_t> count = {};
  std::optional<bool> inRatio = {};  ///< "log" or "lin" was said
};

double numberOf(const ConfigValue& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole ? static_cast<double>(*whole) : std::get<double>(value);
}

std::optional<std::size_t> countIn(std::string_view word) {
  std::size_t count = 0;
  if (!word.starts_with('x')) return std::nullopt;
  const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), count);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole && count >= 2 && count <= mostValues ? std::optional(count) : std::nullopt;
}

/// "a..b", "a..b xN", "a..b xN lin", "a..b xN log".
Result<Range> parseRange(const ConfigField& field, std::string_view text, std::size_t dots) {
  std::vector<std::string_view> words = split(text.substr(dots + 2), ' ');
  std::erase(words, std::string_view());
  const std::string example = field.type == ConfigType::Real ? "1e-4..1e-3 x5" : "42..46";
  const Error unclear =
      refusal(field, tr("%1 is %2", {field.key, escapeForDisplay(text, 60)}), tr("write a range as %1", {example}));
  if (words.empty() || words.size() > 3) return unclear;
  const auto from = parseOne(field, trimmed(text.substr(0, dots)));
  if (!from) return from.error();
  const auto to = parseOne(field, words[0]);
  if (!to) return to.error();
  Range range{.from = numberOf(*from), .to = numberOf(*to)};
  if (words.size() > 1) {
    range.count = countIn(words[1]);
    if (!range.count)
      return refusal(field,
                     tr("%1 has %2 in place of the number of values", {field.key, escapeForDisplay(words[1], 30)}),
                     tr("write x2 to x%1, as in %2", {std::to_string(mostValues), example}));
  }
  if (words.size() > 2) {
    if (words[2] != "lin" && words[2] != "log") return unclear;
    range.inRatio = words[2] == "log";
  }
  if (!range.count && field.type == ConfigType::Real)
    return refusal(field, tr("%1 does not say how many values the range has", {field.key}),
                   tr("write it as %1", {example}));
  return range;
}

double rounded(double value, int digits) {
  std::array<char, 48> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, digits - 1).ptr;
  double short_ = value;
  std::from_chars(buffer.data(), end, short_);
  return short_;
}

/// The numbers between the ends in as few digits as keep them apart: 0.000178, not 0.00017782794100389227.
void shorten(std::vector<double>& values) {
  for (int digits = 3; digits < 17; ++digits) {
    std::vector<double> short_ = values;
    for (std::size_t i = 1; i + 1 < values.size(); ++i) short_[i] = rounded(values[i], digits);
    const bool rising = values.front() < values.back();
    const bool apart = std::ranges::adjacent_find(short_, [rising](double one, double next) {
                         return rising ? one >= next : one <= next;
                       }) == short_.end();
    if (!apart) continue;
    values = std::move(short_);
    return;
  }
}

Result<std::vector<ConfigValue>> expand(const ConfigField& field, const Range& range) {
  const bool whole = field.type == ConfigType::Integer;
  const double span = std::abs(range.to - range.from);
  if (!range.count && span >= static_cast<double>(mostValues))
    return refusal(field, tr("%1 has more than %2 values", {field.key, std::to_string(mostValues)}),
                   tr("give a shorter range, or the number of values, as in 32..256 x4"));
  const std::size_t count = range.count.value_or(static_cast<std::size_t>(span) + 1);
  const bool inRatio = range.inRatio.value_or(!whole);
  if (inRatio && range.from * range.to <= 0)
    return refusal(field, tr("%1 has a range that reaches or crosses 0, which cannot be divided by ratio", {field.key}),
                   tr("add lin, as in 0..0.4 x5 lin"));
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
    const double value =
        inRatio ? range.from * std::pow(range.to / range.from, share) : range.from + (range.to - range.from) * share;
    numbers.push_back(whole ? std::round(value) : value);
  }
  if (count > 1) numbers.back() = range.to;
  if (!whole) shorten(numbers);
  std::vector<ConfigValue> values;
  for (const double number : numbers) {
    if (whole)
      values.emplace_back(static_cast<std::int64_t>(number));
    else
      values.emplace_back(number);
  }
  return values;
}

Result<std::vector<ConfigValue>> parseItem(const ConfigField& field, std::string_view text) {
  const bool number = field.type == ConfigType::Integer || field.type == ConfigType::Real;
  const std::size_t dots = text.find("..");
  if (!number || dots == std::string_view::npos) {
    const auto value = parseOne(field, text);
    if (!value) return value.error();
    return std::vector<ConfigValue>(1, *value);
  }
  const auto range = parseRange(field, text, dots);
  if (!range) return range.error();
  return expand(field, *range);
}

}  // namespace

bool takesSeveral(const ConfigField& field) {
  return field.type != ConfigType::Text && field.type != ConfigType::IntegerList && field.key != "model.name";
}

Result<std::vector<ConfigValue>> parseHyperparameterSweep(const ConfigField& field, std::string_view text) {
  if (!takesSeveral(field)) {
    const auto value = field.type == ConfigType::IntegerList ? parseList(field, text) : parseOne(field, trimmed(text));
    if (!value) return value.error();
    return std::vector<ConfigValue>(1, *value);
  }
  std::vector<ConfigValue> values;
  for (const std::string_view item : split(text, ',')) {
    const auto more = parseItem(field, item);
    if (!more) return more.error();
    for (const ConfigValue& value : *more) {
      if (std::ranges::find(values, value) != values.end())
        return refusal(field, tr("%1 has %2 twice", {field.key, shortText(value)}), tr("keep one of them"));
      values.push_back(value);
    }
    if (values.size() > mostValues)
      return refusal(field, tr("%1 has more than %2 values", {field.key, std::to_string(mostValues)}),
                     tr("queue them in several launches"));
  }
  return values;
}

std::string hyperparameterSweepHelp(const ConfigField& field) {
  if (!takesSeveral(field)) return {};
  switch (field.type) {
    case ConfigType::Integer:
      return tr("Several values: 42, 43, 44 or 42..46 (each), 32..256 x4 (four values; log: spaced evenly by ratio)");
    case ConfigType::Real:
      return tr(
          "Several values: 3e-4, 1e-3 or 1e-4..1e-3 x5 (five values, spaced evenly by ratio; x5 lin: by difference)");
    default:
      return tr("Several values: separated by commas");
  }
}

std::string shortText(const ConfigValue& value) {
  return std::visit(
      [](const auto& plain) -> std::string {
        using T = std::decay_t<decltype(plain)>;
        if constexpr (std::is_same_v<T, double>) {
          std::array<char, 32> buffer{};
          std::string text(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), plain).ptr);
          // "1e-06" in files, for Python's sake; it is not typed with the nought.
          for (const char* padded : {"e-0", "e+0"}) {
            const std::size_t at = text.find(padded);
            if (at != std::string::npos) text.erase(at + 2, 1);
          }
          return text;
        } else if constexpr (std::is_same_v<T, std::string>) {
          return plain;
        } else if constexpr (std::is_same_v<T, bool>) {
          return plain ? "true" : "false";
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          return std::to_string(plain);
        } else {
          std::string text;
          for (const std::int64_t number : plain) text += (text.empty() ? "" : ", ") + std::to_string(number);
          return text;
        }
      },
      value);
}

std::string shortText(const std::vector<ConfigValue>& values) {
  std::string text;
  for (const ConfigValue& value : values) {
    if (&value != &values.front()) text += ", ";
    text += shortText(value);
  }
  return text;
}

}  // namespace sojourn::session
