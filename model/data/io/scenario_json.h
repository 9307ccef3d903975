// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences and samples as parts of a larger JSON text; for the readers of this folder and of files that hold them.
#pragma once

#include <string>

#include "model/data/dataset/sequence.h"
#include "model/data/io/scenario.h"
#include "model/data/io/strict_json.h"

namespace sojourn {

/// Throws JsonRefusal; `place` names the part in it, empty for the whole text.
[[nodiscard]] Sequence sequenceOfJson(const StrictJson& json, const std::string& place);
/// Visits stand on lines of their own, behind `indent`.
[[nodiscard]] std::string sequenceJsonText(const Sequence& sequence, const std::string& indent);

/// {"dataset","fingerprint","split","index"}. Throws JsonRefusal.
[[nodiscard]] ScenarioOrigin sampleOfJson(const StrictJson& json, const std::string& place);
[[nodiscard]] StrictJson sampleAsJson(const ScenarioOrigin& sample);
/// Throws JsonRefusal.
[[nodiscard]] Split splitOfJson(const StrictJson& value, const std::string& place);

}  // namespace sojourn
