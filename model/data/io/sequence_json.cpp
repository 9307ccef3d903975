// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/sequence_json.h"

#include <cmath>
#include <limits>
#include <optional>

#include "model/core/files.h"
#include "model/data/io/sequence_json_object.h"

namespace sojourn {
namespace {

constexpr std::uint64_t maxBytes = 4 * 1000 * 1000;
constexpr std::size_t maxVisits = 100'000;
constexpr int maxDepth = 4;  // object, visits, visit, value
constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max() - 1;

Visit visitOf(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"location", "weekday", "start_minute", "duration_minutes", "days_ago"}, {});
  const StrictJson& duration = json["duration_minutes"];
  if (!duration.is_number() || !std::isfinite(duration.get<double>()) || duration.get<double>() < 0) {
    throw JsonRefusal{place + ", duration_minutes", "is not a number of minutes",
                      "it must be a number from 0, usually up to 2880"};
  }
  return {.location = jsonWhole(json["location"], place + ", location", 0, largest),
          .weekday = jsonWhole(json["weekday"], place + ", weekday", 0, 6),
          .startMinute = jsonWhole(json["start_minute"], place + ", start_minute", 0, 1439),
          .durationMinutes = duration.get<double>(),
          .daysAgo = jsonWhole(json["days_ago"], place + ", days_ago", 0, largest)};
}

}  // namespace

Sequence sequenceOfJson(const StrictJson& json, const std::string& place) {
  const auto at = [&](const std::string& key) { return place.empty() ? key : place + ", " + key; };
  checkJsonKeys(json, place, {"schema", "user", "visits"}, {"target"});
  if (json["schema"] != "sojourn.sequence/1") {
    throw JsonRefusal{at("schema"), "is not sojourn.sequence/1", "this program reads no other form of a sequence"};
  }
  const StrictJson& visits = json["visits"];
  if (!visits.is_array() || visits.empty())
    throw JsonRefusal{at("visits"), "is not a list of visits", "give at least one visit, oldest first"};
  if (visits.size() > maxVisits) {
    throw JsonRefusal{at("visits"), "holds " + std::to_string(visits.size()) + " visits",
                      "give at most " + std::to_string(maxVisits)};
  }
  Sequence sequence{.user = jsonWhole(json["user"], at("user"), 0, largest), .visits = {}, .target = std::nullopt};
  for (std::size_t i = 0; i < visits.size(); ++i) {
    sequence.visits.push_back(visitOf(visits[i], at("visit " + std::to_string(i))));
  }
  if (json.contains("target") && !json["target"].is_null()) {
    sequence.target = jsonWhole(json["target"], at("target"), 0, largest);
  }
  return sequence;
}

std::string sequenceJsonText(const Sequence& sequence, const std::string& indent) {
  std::string text = "{\"schema\":\"sojourn.sequence/1\",\"user\":" + std::to_string(sequence.user) + ",\"visits\":[";
  const char* between = "\n";
  for (const Visit& visit : sequence.visits) {
    const StrictJson json{{"location", visit.location},
                          {"weekday", visit.weekday},
                          {"start_minute", visit.startMinute},
                          {"duration_minutes", visit.durationMinutes},
                          {"days_ago", visit.daysAgo}};
    text += between + indent + json.dump();
    between = ",\n";
  }
  return text + "\n" + indent + "],\"target\":" + (sequence.target ? std::to_string(*sequence.target) : "null") + "}";
}

Result<Sequence> parseSequence(std::string_view json, const std::string& where) {
  return readStrictJson<Sequence>(json, maxDepth, where,
                                  [](const StrictJson& parsed) { return sequenceOfJson(parsed, ""); });
}

std::string sequenceAsJson(const Sequence& sequence) {
  return sequenceJsonText(sequence, "  ") + "\n";
}

Result<Sequence> readSequenceFile(const std::filesystem::path& path) {
  const auto text = readJsonFile(path, maxBytes);
  if (!text) return text.error();
  return parseSequence(*text, path.string());
}

Status writeSequenceFile(const std::filesystem::path& path, const Sequence& sequence) {
  return writeOutput(path, sequenceAsJson(sequence));
}

}  // namespace sojourn
