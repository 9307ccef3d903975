// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences as JSON files, written by hand, by the studio or by another program: alone (sojourn.sequence/1), or edited,
// with a name and what they were made from (sojourn.scenario/1).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/dataset.h"

namespace sojourn {

/// Reads at most 4 MB and 100 000 visits. Errors name the visit and the key: not JSON, another schema, missing, unknown
/// or repeated keys, wrong types, a weekday or minute that does not exist, negative ids, no visits.
[[nodiscard]] Result<Sequence> readSequenceFile(const std::filesystem::path& path);
[[nodiscard]] Result<Sequence> parseSequence(std::string_view json, const std::string& where);

/// What parseSequence() reads, a visit a line. Numbers keep every digit: reading gives the same sequence, as long as
/// its weekdays and minutes exist.
[[nodiscard]] std::string sequenceAsJson(const Sequence& sequence);

/// The sample that a scenario began as.
struct ScenarioOrigin {
  std::string dataset;      ///< its prefix
  std::string fingerprint;  ///< of the dataset: hexadecimal; empty where nobody knows
  Split split = Split::Test;
  std::size_t index = 0;  ///< row within the split

  bool operator==(const ScenarioOrigin&) const = default;
};

/// Whether a sample is one of this dataset: of its prefix, and of its fingerprint where that is known.
[[nodiscard]] bool isOf(const ScenarioOrigin& sample, const Dataset& dataset);

struct Scenario {
  std::string name;  ///< at most 200 bytes, not empty
  ScenarioOrigin origin;
  std::vector<std::string> edits;  ///< what was done, first to last, in words
  Sequence sequence;
  /// [L] which visit of the recorded sample it is, nothing for one that an edit brought in; empty where that is not
  /// known (files of earlier versions).
  std::vector<std::optional<std::size_t>> recorded = {};

  bool operator==(const Scenario&) const = default;
};

inline constexpr std::size_t longestScenarioName = 200;

/// {"schema":"sojourn.scenario/1","name","origin":{"dataset","fingerprint","split","index"},"edits":[],"sequence":{},
/// "recorded":[]}, the sequence as above; "recorded" has an index or null for each visit and may be
/// absent. Errors name the key; at most 4 MB, 100 000 edits of 1000 bytes.
[[nodiscard]] Result<Scenario> parseScenario(std::string_view json, const std::string& where);
[[nodiscard]] Result<Scenario> readScenarioFile(const std::filesystem::path& path);

/// What parseScenario() reads. Bytes of a name that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string scenarioAsJson(const Scenario& scenario);
/// Replaces the file atomically.
[[nodiscard]] Status writeScenarioFile(const std::filesystem::path& path, const Scenario& scenario);

}  // namespace sojourn
