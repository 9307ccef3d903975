// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/scenario.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "model/core/files.h"
#include "model/data/io/strict_json.h"

namespace sojourn {
namespace {

constexpr std::uint64_t mostBytes = 4'000'000;
constexpr std::size_t mostEdits = 100'000;
constexpr std::size_t longestEdit = 1000;
constexpr std::size_t longestWord = 1000;
constexpr int scenarioDepth = 5;  // object, sequence, visits, visit, value

constexpr std::size_t maxVisits = 100'000;
constexpr int sequenceDepth = 4;  // object, visits, visit, value
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

std::vector<std::string> editsOf(const StrictJson& json) {
  if (!json.is_array()) throw JsonRefusal{"edits", "is not a list", "give the edits' names, or an empty list"};
  if (json.size() > mostEdits) {
    throw JsonRefusal{"edits", "holds " + std::to_string(json.size()) + " edits",
                      "give at most " + std::to_string(mostEdits)};
  }
  std::vector<std::string> edits;
  for (std::size_t i = 0; i < json.size(); ++i) {
    edits.push_back(jsonText(json[i], "edit " + std::to_string(i), longestEdit));
  }
  return edits;
}

/// An index or null for each visit, no index twice.
std::vector<std::optional<std::size_t>> recordedOf(const StrictJson& json, std::size_t visits) {
  if (!json.is_array() || json.size() != visits) {
    throw JsonRefusal{"recorded", "is not a list of " + std::to_string(visits) + " elements",
                      "give an index or null for each visit, or leave the key out"};
  }
  std::vector<std::optional<std::size_t>> recorded;
  std::set<std::int32_t> named;
  for (const StrictJson& one : json) {
    const std::string place = "recorded, visit " + std::to_string(recorded.size());
    if (one.is_null()) {
      recorded.emplace_back();
      continue;
    }
    const std::int32_t index = jsonWhole(one, place, 0, largest);
    if (!named.insert(index).second)
      throw JsonRefusal{place, "is " + std::to_string(index) + " again", "name each recorded visit once"};
    recorded.emplace_back(static_cast<std::size_t>(index));
  }
  return recorded;
}

Scenario scenarioOf(const StrictJson& json) {
  checkJsonKeys(json, "", {"schema", "name", "origin", "edits", "sequence"}, {"recorded"});
  if (json["schema"] != "sojourn.scenario/1") {
    throw JsonRefusal{"schema", "is not sojourn.scenario/1", "this program reads no other form of a scenario"};
  }
  Scenario scenario{.name = jsonText(json["name"], "name", longestScenarioName),
                    .origin = sampleOfJson(json["origin"], "origin"),
                    .edits = editsOf(json["edits"]),
                    .sequence = sequenceOfJson(json["sequence"], "sequence")};
  if (const auto recorded = json.find("recorded"); recorded != json.end())
    scenario.recorded = recordedOf(*recorded, scenario.sequence.visits.size());
  if (scenario.name.empty()) throw JsonRefusal{"name", "is empty", "give the scenario a name"};
  return scenario;
}

std::string recordedText(const std::vector<std::optional<std::size_t>>& recorded) {
  StrictJson list = StrictJson::array();
  for (const auto& index : recorded) list.push_back(index ? StrictJson(*index) : StrictJson());
  return jsonLine(list);
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
  return readStrictJson<Sequence>(json, sequenceDepth, where,
                                  [](const StrictJson& parsed) { return sequenceOfJson(parsed, ""); });
}

std::string sequenceAsJson(const Sequence& sequence) {
  return sequenceJsonText(sequence, "  ") + "\n";
}

Result<Sequence> readSequenceFile(const std::filesystem::path& path) {
  const auto text = readJsonFile(path, mostBytes);
  if (!text) return text.error();
  return parseSequence(*text, path.string());
}

Split splitOfJson(const StrictJson& value, const std::string& place) {
  static const std::array names{splitName(Split::Train), splitName(Split::Validation), splitName(Split::Test)};
  return allSplits[jsonWord(value, place, names)];
}

bool isOf(const ScenarioOrigin& sample, const Dataset& dataset) {
  return sample.dataset == dataset.prefix &&
         (sample.fingerprint.empty() || dataset.fingerprint.empty() || sample.fingerprint == dataset.fingerprint);
}

ScenarioOrigin sampleOfJson(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"dataset", "fingerprint", "split", "index"}, {});
  return {.dataset = jsonText(json["dataset"], place + ", dataset", longestWord),
          .fingerprint = jsonText(json["fingerprint"], place + ", fingerprint", longestWord),
          .split = splitOfJson(json["split"], place + ", split"),
          .index = static_cast<std::size_t>(jsonWhole(json["index"], place + ", index", 0, largest))};
}

StrictJson sampleAsJson(const ScenarioOrigin& sample) {
  return {{"dataset", sample.dataset},
          {"fingerprint", sample.fingerprint},
          {"split", splitName(sample.split)},
          {"index", sample.index}};
}

Result<Scenario> parseScenario(std::string_view json, const std::string& where) {
  return readStrictJson<Scenario>(json, scenarioDepth, where, scenarioOf);
}

Result<Scenario> readScenarioFile(const std::filesystem::path& path) {
  const auto text = readJsonFile(path, mostBytes);
  if (!text) return text.error();
  return parseScenario(*text, path.string());
}

std::string scenarioAsJson(const Scenario& scenario) {
  return "{\"schema\":\"sojourn.scenario/1\",\n \"name\":" + jsonLine(scenario.name) +
         ",\n \"origin\":" + jsonLine(sampleAsJson(scenario.origin)) + ",\n \"edits\":" + jsonLine(scenario.edits) +
         ",\n \"sequence\":" + sequenceJsonText(scenario.sequence, "  ") +
         (scenario.recorded.empty() ? "" : ",\n \"recorded\":" + recordedText(scenario.recorded)) + "}\n";
}

Status writeScenarioFile(const std::filesystem::path& path, const Scenario& scenario) {
  return writeOutput(path, scenarioAsJson(scenario));
}

}  // namespace sojourn
