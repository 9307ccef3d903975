// SPDX-License-Identifier: GPL-3.0-or-later
// A single sequence as a JSON file (sojourn.sequence/1), written by hand, by the studio or by another program.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "model/core/result.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

/// Reads at most 4 MB and 100 000 visits. Errors name the visit and the key: not JSON, another schema, missing, unknown
/// or repeated keys, wrong types, a weekday or minute that does not exist, negative ids, no visits.
[[nodiscard]] Result<Sequence> readSequenceFile(const std::filesystem::path& path);
[[nodiscard]] Result<Sequence> parseSequence(std::string_view json, const std::string& where);

/// What parseSequence() reads, a visit a line. Numbers keep every digit: reading gives the same sequence, as long as
/// its weekdays and minutes exist.
[[nodiscard]] std::string sequenceAsJson(const Sequence& sequence);
/// Replaces the file atomically.
[[nodiscard]] Status writeSequenceFile(const std::filesystem::path& path, const Sequence& sequence);

}  // namespace sojourn
