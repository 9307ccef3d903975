// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sequence_file.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/files.h"

namespace sojourn::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t maxBytes = 4 * 1000 * 1000;
constexpr std::size_t maxVisits = 100'000;
constexpr int maxDepth = 4;  // object, visits, visit, value

/// Carries a refusal out of the parser and the checks below; never leaves this file.
struct Refusal {
  std::string place;  ///< "visit 3, weekday"; empty for the whole file
  std::string what;
  std::string remedy;
};

/// Parses with bounded nesting and refuses repeated keys, which JSON allows and nobody means.
Json parseBounded(std::string_view text) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > maxDepth) throw Refusal{"", "is nested too deep", "see the form in `sojourn inspect --help`"};
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw Refusal{"", "has the key " + parsed.get<std::string>() + " twice", "keep one of them"};
    }
    return true;
  };
  return Json::parse(text, watch);
}

/// The keys must be exactly these; those of `optional` may be absent.
void checkKeys(const Json& object, const std::string& place, std::initializer_list<const char*> required,
               std::initializer_list<const char*> optional) {
  std::string allowed;
  for (const auto& names : {required, optional}) {
    for (const char* name : names) allowed += (allowed.empty() ? "" : ", ") + std::string(name);
  }
  if (!object.is_object()) throw Refusal{place, "is not an object", "give it the keys " + allowed};
  for (const auto& item : object.items()) {
    const auto is = [&](const char* name) { return item.key() == name; };
    if (std::ranges::none_of(required, is) && std::ranges::none_of(optional, is)) {
      throw Refusal{place, "has the unknown key " + item.key(), "use " + allowed};
    }
  }
  for (const char* name : required) {
    if (!object.contains(name)) throw Refusal{place, std::string("has no key ") + name, "it needs " + allowed};
  }
}

std::int32_t wholeNumber(const Json& value, const std::string& place, std::int32_t least, std::int32_t most) {
  const std::string allowed = "it must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const bool whole =
      value.is_number_integer() || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
  if (!whole)
    throw Refusal{place, "is " + value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 60), allowed};
  const double number = value.get<double>();
  if (number < least || number > most) throw Refusal{place, "is " + value.dump(), allowed};
  return static_cast<std::int32_t>(number);
}

Visit visitOf(const Json& json, const std::string& place) {
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max() - 1;
  checkKeys(json, place, {"location", "weekday", "start_minute", "duration_minutes", "days_ago"}, {});
  const Json& duration = json["duration_minutes"];
  if (!duration.is_number() || !std::isfinite(duration.get<double>()) || duration.get<double>() < 0) {
    throw Refusal{place + ", duration_minutes", "is no number of minutes",
                  "it must be a number from 0, usually up to 2880"};
  }
  return {.location = wholeNumber(json["location"], place + ", location", 0, largest),
          .weekday = wholeNumber(json["weekday"], place + ", weekday", 0, 6),
          .startMinute = wholeNumber(json["start_minute"], place + ", start_minute", 0, 1439),
          .durationMinutes = duration.get<double>(),
          .daysAgo = wholeNumber(json["days_ago"], place + ", days_ago", 0, largest)};
}

Sequence sequenceOf(const Json& json) {
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max() - 1;
  checkKeys(json, "", {"schema", "user", "visits"}, {"target"});
  if (json["schema"] != "sojourn.sequence/1") {
    throw Refusal{"schema", "is not sojourn.sequence/1", "this program reads no other form of a sequence"};
  }
  const Json& visits = json["visits"];
  if (!visits.is_array() || visits.empty())
    throw Refusal{"visits", "is no list of visits", "give at least one visit, oldest first"};
  if (visits.size() > maxVisits) {
    throw Refusal{"visits", "holds " + std::to_string(visits.size()) + " visits",
                  "give at most " + std::to_string(maxVisits)};
  }
  Sequence sequence{.user = wholeNumber(json["user"], "user", 0, largest), .visits = {}, .target = std::nullopt};
  for (std::size_t i = 0; i < visits.size(); ++i) {
    sequence.visits.push_back(visitOf(visits[i], "visit " + std::to_string(i)));
  }
  if (json.contains("target") && !json["target"].is_null()) {
    sequence.target = wholeNumber(json["target"], "target", 0, largest);
  }
  return sequence;
}

}  // namespace

Result<Sequence> parseSequence(std::string_view json, const std::string& where) {
  try {
    return sequenceOf(parseBounded(json));
  } catch (const Refusal& refusal) {
    return Error{ErrorKind::BadInput, refusal.place.empty() ? where : where + ", " + refusal.place, refusal.what,
                 refusal.remedy};
  } catch (const Json::exception& error) {
    // The library's text begins with its own name in brackets: "[json.exception.parse_error.101] parse error at ...".
    const std::string text = error.what();
    const std::size_t bracket = text.find("] ");
    return Error{ErrorKind::BadInput, where,
                 "is not JSON (" + (bracket == std::string::npos ? text : text.substr(bracket + 2)) + ")",
                 "mend the syntax there"};
  }
}

Result<Sequence> readSequenceFile(const std::filesystem::path& path) {
  const auto bytes = readFile(path, maxBytes);
  if (!bytes) return bytes.error();
  std::string text(bytes->size(), '\0');
  std::ranges::transform(*bytes, text.begin(), [](std::byte b) { return static_cast<char>(b); });
  return parseSequence(text, path.string());
}

}  // namespace sojourn::cli
