// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence as a part of a larger JSON text; for the readers of this folder and of files that hold sequences.
#pragma once

#include <string>

#include "model/data/dataset/sequence.h"
#include "model/data/io/strict_json.h"

namespace sojourn {

/// Throws JsonRefusal; `place` names the part in it, empty for the whole text.
[[nodiscard]] Sequence sequenceOfJson(const StrictJson& json, const std::string& place);
/// Visits stand on lines of their own, behind `indent`.
[[nodiscard]] std::string sequenceJsonText(const Sequence& sequence, const std::string& indent);

}  // namespace sojourn
