// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/scenario.h"

#include <array>
#include <limits>
#include <optional>
#include <set>

#include "model/core/files.h"
#include "model/data/io/sequence_json_object.h"

namespace sojourn {
namespace {

constexpr std::uint64_t mostBytes = 4 * 1000 * 1000;
constexpr std::size_t mostEdits = 100'000;
constexpr std::size_t longestEdit = 1000;
constexpr std::size_t longestWord = 1000;
constexpr int deepest = 5;  // object, sequence, visits, visit, value

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
    const std::int32_t index = jsonWhole(one, place, 0, std::numeric_limits<std::int32_t>::max() - 1);
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

Split splitOfJson(const StrictJson& value, const std::string& place) {
  static const std::array names{splitName(Split::Train), splitName(Split::Validation), splitName(Split::Test)};
  return allSplits[jsonWord(value, place, names)];
}

ScenarioOrigin sampleOfJson(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"dataset", "fingerprint", "split", "index"}, {});
  return {.dataset = jsonText(json["dataset"], place + ", dataset", longestWord),
          .fingerprint = jsonText(json["fingerprint"], place + ", fingerprint", longestWord),
          .split = splitOfJson(json["split"], place + ", split"),
          .index = static_cast<std::size_t>(
              jsonWhole(json["index"], place + ", index", 0, std::numeric_limits<std::int32_t>::max() - 1))};
}

StrictJson sampleAsJson(const ScenarioOrigin& sample) {
  return {{"dataset", sample.dataset},
          {"fingerprint", sample.fingerprint},
          {"split", splitName(sample.split)},
          {"index", sample.index}};
}

Result<Scenario> parseScenario(std::string_view json, const std::string& where) {
  return readStrictJson<Scenario>(json, deepest, where, scenarioOf);
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
