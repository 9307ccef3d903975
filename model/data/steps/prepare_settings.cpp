// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/steps/prepare_settings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "model/core/text.h"
#include "model/formats/text/json_fields.h"

namespace sojourn {
namespace {

using Kind = PrepareParameter::Kind;

std::string shortestNumber(double value) {
  return shortNumber(value, 15);
}

template <auto Member>
constexpr PrepareParameter numberParameter(const char* key, const char* unit, const char* meaning, double least,
                                           double most) {
  using Value = std::remove_cvref_t<std::invoke_result_t<decltype(Member), PrepareSettings&>>;
  PrepareParameter parameter{key, std::is_same_v<Value, int> ? Kind::Whole : Kind::Number, unit, meaning, least, most};
  parameter.text = [](const PrepareSettings& settings) { return shortestNumber(settings.*Member); };
  parameter.set = [](PrepareSettings& settings, std::string_view text) {
    const auto number = numberFrom<Value>(text);
    if (number) settings.*Member = *number;
    return number.has_value();
  };
  return parameter;
}

template <auto Member, const NameTable<2>& Names>
constexpr PrepareParameter choiceParameter(const char* key, const char* meaning) {
  using Value = std::remove_cvref_t<std::invoke_result_t<decltype(Member), PrepareSettings&>>;
  PrepareParameter parameter{key, Kind::Choice, "", meaning};
  parameter.words = Names;
  parameter.text = [](const PrepareSettings& settings) { return std::string(nameIn(Names, settings.*Member)); };
  parameter.set = [](PrepareSettings& settings, std::string_view text) {
    const auto value = valueNamed<Value>(Names, text);
    if (value) settings.*Member = *value;
    return value.has_value();
  };
  return parameter;
}

constexpr NameTable<2> truthNames{"false", "true"};
constexpr NameTable<2> duplicateNames{"keep", "drop"};

PrepareParameter textParameter(const char* key, const char* meaning, std::string (*text)(const PrepareSettings&),
                               bool (*set)(PrepareSettings&, std::string_view), Kind kind = Kind::Text) {
  PrepareParameter parameter{key, kind, "", meaning};
  parameter.text = text;
  parameter.set = set;
  return parameter;
}

bool setZone(std::string& zone, std::string_view text) {
  zone = text;
  return !text.empty();
}

bool setSplit(PrepareSettings& settings, std::string_view text) {
  std::array<double, 3> shares{};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::size_t comma = text.find(',');
    if ((comma == std::string_view::npos) != (i == 2)) return false;
    const auto share = numberFrom(text.substr(0, comma));
    if (!share || !(*share > 0 && *share < 1)) return false;
    shares[i] = *share;
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  if (!(std::abs(shares[0] + shares[1] + shares[2] - 1) < 1e-6)) return false;
  settings.split = shares;
  return true;
}

std::string splitText(const PrepareSettings& settings) {
  return shortestNumber(settings.split[0]) + "," + shortestNumber(settings.split[1]) + "," +
         shortestNumber(settings.split[2]);
}

PrepareParameter includeLastParameter() {
  PrepareParameter parameter = choiceParameter<&PrepareSettings::includeLast, truthNames>(
      "include_last", "Whether the last stay of a record counts");
  parameter.kind = Kind::Switch;
  return parameter;
}

PrepareParameter duplicatesParameter() {
  PrepareParameter parameter = textParameter(
      "duplicates", "Whether a row that repeats another one is dropped",
      [](const PrepareSettings& settings) { return std::string(duplicateNames[settings.input.dropDuplicates]); },
      [](PrepareSettings& settings, std::string_view text) {
        settings.input.dropDuplicates = text == duplicateNames[1];
        return std::ranges::find(duplicateNames, text) != duplicateNames.end();
      },
      Kind::Choice);
  parameter.words = duplicateNames;
  return parameter;
}

PrepareParameter datesParameter() {
  PrepareParameter parameter = textParameter(
      "dates", "Order of day, month and year in dates such as 3/4/2021, or days as Excel counts them",
      [](const PrepareSettings& settings) { return std::string(nameIn(dateOrderNames, settings.input.dates)); },
      [](PrepareSettings& settings, std::string_view text) {
        const auto order = valueNamed<DateOrder>(dateOrderNames, text);
        if (order) settings.input.dates = *order;
        return order.has_value();
      },
      Kind::Choice);
  parameter.words = dateOrderNames;
  return parameter;
}

/// Names with commas between them; empty: none.
std::vector<std::string> namesIn(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma > 0) names.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return names;
}

PrepareParameter excludeUsersParameter() {
  return textParameter(
      "exclude_users", "Users who do not come into the dataset, with commas between them",
      [](const PrepareSettings& settings) {
        std::string text;
        for (const std::string& user : settings.excludedUsers) text += (text.empty() ? "" : ",") + user;
        return text;
      },
      [](PrepareSettings& settings, std::string_view text) {
        settings.excludedUsers = namesIn(text);
        return true;
      });
}

constexpr double longest = 1e6;  ///< minutes: about two years
constexpr double mostCount = 1e6;

std::vector<PrepareParameter> makeParameters() {
  using S = PrepareSettings;
  return {
      textParameter(
          "time_zone", "Clock of days, weekdays and minutes: a name such as Asia/Shanghai, or +08:00",
          [](const S& s) { return s.timeZone; }, [](S& s, std::string_view text) { return setZone(s.timeZone, text); }),
      textParameter(
          "stamps_in", "Clock of times without an offset (default: --time-zone; GPX and .plt: UTC)",
          [](const S& s) { return s.input.stampsIn; },
          [](S& s, std::string_view text) { return setZone(s.input.stampsIn, text); }),
      datesParameter(),
      duplicatesParameter(),
      excludeUsersParameter(),
      numberParameter<&S::distance>("dist", "metres", "Distance to its first fix at which a stay ends", 0, 1e6),
      numberParameter<&S::time>("time", "minutes", "Shortest stay that counts", 0, longest),
      numberParameter<&S::gap>("gap", "minutes", "Longest time between two fixes of a stay", 0, longest * 10),
      includeLastParameter(),
      choiceParameter<&S::stayEnd, stayEndNames>("stay_end", "The fix with which a stay ends"),
      choiceParameter<&S::gapStays, gapStaysNames>("gap_stays", "What becomes of a stay before a gap"),
      choiceParameter<&S::centre, centreRuleNames>("centre", "Centres are means of distinct positions, or of all"),
      numberParameter<&S::activity>("activity", "minutes", "Staypoints up to this length are left out", 0, longest),
      numberParameter<&S::minDays>("min_days", "days", "Days that a user's record covers at least", 0, 100'000),
      numberParameter<&S::eps>("eps", "metres", "Radius of neighbours (DBSCAN)", 0.001, 100'000),
      numberParameter<&S::minSamples>("min_samples", "", "Neighbours that make a place, itself included", 1, mostCount),
      choiceParameter<&S::metric, clusterMetricNames>("metric", "Distance of neighbours"),
      choiceParameter<&S::scope, clusterScopeNames>("agg", "Whether places are of all users, or of each one"),
      numberParameter<&S::mergeGap>("merge_gap", "minutes", "Visits of a place that are this close become one", 0,
                                    longest),
      numberParameter<&S::minUserVisits>("min_user_visits", "", "Visits that a user needs", 1, 1e9),
      numberParameter<&S::minPlaceVisits>("min_place_visits", "", "Visits that a place needs", 1, 1e9),
      textParameter("split", "Shares of train, validation, test in the days of each user", splitText, setSplit,
                    Kind::Numbers),
      numberParameter<&S::window>("window", "days", "Days before a target that its sequence covers", 1, 1000),
      numberParameter<&S::minVisits>("min_visits", "", "Visits that a sequence needs", 1, 1000),
      numberParameter<&S::maxDuration>("max_duration", "minutes", "Durations are cut below this", 1, 1e7),
  };
}

/// The text of a value as the report keeps it.
std::string textOfJson(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    std::string text;
    for (const auto& item : value) text += (text.empty() ? "" : ",") + item.dump();
    return text;
  }
  return value.dump();
}

nlohmann::ordered_json jsonOfParameter(const PrepareParameter& parameter, const std::string& text) {
  switch (parameter.kind) {
    case Kind::Number:
    case Kind::Whole:
    case Kind::Numbers:
    case Kind::Switch: {
      auto json =
          nlohmann::ordered_json::parse(parameter.kind == Kind::Numbers ? "[" + text + "]" : text, nullptr, false);
      return json.is_discarded() ? nlohmann::ordered_json(text) : json;
    }
    case Kind::Choice:
    case Kind::Text:
      break;
  }
  return text;
}

}  // namespace

std::span<const PrepareParameter> prepareParameters() {
  static const std::vector<PrepareParameter> parameters = makeParameters();
  return parameters;
}

std::string parameterFlag(const PrepareParameter& parameter) {
  std::string flag = parameter.key;
  std::ranges::replace(flag, '_', '-');
  return "--" + flag;
}

Status setParameter(PrepareSettings& settings, const PrepareParameter& parameter, std::string_view text) {
  bool right = parameter.set(settings, text);
  if (parameter.kind == Kind::Number || parameter.kind == Kind::Whole) {
    const auto value = numberFrom(text);
    right = right && value && *value >= parameter.least && *value <= parameter.most;
  }
  if (right) return {};
  std::string takes = "a text";
  if (parameter.kind == Kind::Number || parameter.kind == Kind::Whole)
    takes = std::string(parameter.kind == Kind::Whole ? "a whole number" : "a number") + " from " +
            shortestNumber(parameter.least) + " to " + shortestNumber(parameter.most);
  if (parameter.kind == Kind::Numbers) takes = "three shares that sum to 1, such as 0.6,0.2,0.2";
  if (!parameter.words.empty()) {
    const std::vector<std::string> words(parameter.words.begin(), parameter.words.end());
    takes = commaList(std::span(words).first(words.size() - 1)) + " or " + words.back();
  }
  return Error{ErrorKind::BadUsage, parameterFlag(parameter), "\"" + escapeForDisplay(text, 60) + "\" is not possible",
               "give " + takes};
}

nlohmann::ordered_json parametersAsJson(const PrepareSettings& settings) {
  auto json = nlohmann::ordered_json::object();
  for (const PrepareParameter& parameter : prepareParameters())
    json[parameter.key] = jsonOfParameter(parameter, parameter.text(settings));
  return json;
}

Result<PrepareSettings> settingsOfReport(std::string_view report, const std::string& where) {
  const auto json = parseJsonObject(report, where);
  if (!json) return json.error();
  std::string schema, recipe, format;
  nlohmann::ordered_json values;
  JsonFields fields(*json, where);
  fields.schema("sojourn.preparation/1");
  fields("format", format);
  fields("recipe", recipe);
  if (fields.error()) return *fields.error();
  const auto known = inputFormatFromName(format);
  const auto named = valueNamed<PrepareRecipe>(recipeNames, recipe);
  const auto settings = json->find("settings");
  if (!known || !named || settings == json->end() || !settings->is_object())
    return Error{ErrorKind::BadInput, where, "does not say how a dataset was prepared",
                 "name a dataset that `sojourn prepare` wrote"};
  PrepareSettings result = defaultPrepareSettings(*known);
  applyRecipe(result, *named);
  for (const PrepareParameter& parameter : prepareParameters()) {
    const auto value = settings->find(parameter.key);
    if (value == settings->end()) continue;
    if (const Status set = setParameter(result, parameter, textOfJson(*value)); !set)
      return Error{ErrorKind::BadInput, where + ", key settings/" + parameter.key, set.error().what,
                   set.error().remedy};
  }
  if (const auto columns = json->find("columns"); columns != json->end() && columns->is_object())
    for (const auto& [name, column] : columns->items())
      if (column.is_string()) result.input.columns[name] = column.get<std::string>();
  if (const auto header = json->find("header"); header != json->end() && header->is_boolean())
    result.input.header = header->get<bool>();
  return result;
}

}  // namespace sojourn
