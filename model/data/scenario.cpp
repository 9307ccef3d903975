// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/scenario.h"

#include <limits>
#include <optional>

#include "model/core/files.h"
#include "model/data/sequence_json_parts.h"

namespace sojourn {
namespace {

constexpr std::uint64_t mostBytes = 4 * 1000 * 1000;
constexpr std::size_t mostEdits = 100'000;
constexpr std::size_t longestEdit = 1000;
constexpr std::size_t longestWord = 300;
constexpr int deepest = 5;  // object, sequence, visits, visit, value

ScenarioOrigin originOf(const StrictJson& json) {
  checkJsonKeys(json, "origin", {"dataset", "fingerprint", "split", "index"}, {});
  const std::string name = jsonText(json["split"], "origin, split", longestWord);
  const auto split = splitFromName(name);
  if (!split) throw JsonRefusal{"origin, split", "is \"" + name + "\"", "it must be train, validation or test"};
  const std::int32_t index = jsonWhole(json["index"], "origin, index", 0, std::numeric_limits<std::int32_t>::max() - 1);
  return {.dataset = jsonText(json["dataset"], "origin, dataset", longestWord),
          .fingerprint = jsonText(json["fingerprint"], "origin, fingerprint", longestWord),
          .split = *split,
          .index = static_cast<std::size_t>(index)};
}

std::vector<std::string> editsOf(const StrictJson& json) {
  if (!json.is_array()) throw JsonRefusal{"edits", "is no list", "give the edits' names, or an empty list"};
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

Scenario scenarioOf(const StrictJson& json) {
  checkJsonKeys(json, "", {"schema", "name", "origin", "edits", "sequence"}, {});
  if (json["schema"] != "sojourn.scenario/1") {
    throw JsonRefusal{"schema", "is not sojourn.scenario/1", "this program reads no other form of a scenario"};
  }
  Scenario scenario{.name = jsonText(json["name"], "name", longestScenarioName),
                    .origin = originOf(json["origin"]),
                    .edits = editsOf(json["edits"]),
                    .sequence = sequenceOfJson(json["sequence"], "sequence")};
  if (scenario.name.empty()) throw JsonRefusal{"name", "is empty", "give the scenario a name"};
  return scenario;
}

std::string dumped(const StrictJson& json) {
  return json.dump(-1, ' ', false, StrictJson::error_handler_t::replace);
}

}  // namespace

Result<Scenario> parseScenario(std::string_view json, const std::string& where) {
  return readStrictJson<Scenario>(json, deepest, where, scenarioOf);
}

Result<Scenario> readScenarioFile(const std::filesystem::path& path) {
  const auto text = readJsonFile(path, mostBytes);
  if (!text) return text.error();
  return parseScenario(*text, path.string());
}

std::string scenarioAsJson(const Scenario& scenario) {
  const StrictJson origin{{"dataset", scenario.origin.dataset},
                          {"fingerprint", scenario.origin.fingerprint},
                          {"split", splitName(scenario.origin.split)},
                          {"index", scenario.origin.index}};
  return "{\"schema\":\"sojourn.scenario/1\",\n \"name\":" + dumped(scenario.name) +
         ",\n \"origin\":" + dumped(origin) + ",\n \"edits\":" + dumped(scenario.edits) +
         ",\n \"sequence\":" + sequenceJsonText(scenario.sequence, "  ") + "}\n";
}

Status writeScenarioFile(const std::filesystem::path& path, const Scenario& scenario) {
  return writeFileAtomically(path, scenarioAsJson(scenario));
}

}  // namespace sojourn
