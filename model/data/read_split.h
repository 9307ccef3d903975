// SPDX-License-Identifier: GPL-3.0-or-later
// The step between a pickle and a split, for readers that also need the pickle's bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/data/sequence_set.h"
#include "model/formats/pickle_reader.h"

namespace sojourn {

/// What reading a dataset may take in all before it is refused, with room for the program around it (SPEC 8.3).
inline constexpr std::uint64_t datasetMemory = 560'000'000;

/// Reads a split file's pickle; the file and its values together stay within `memoryBytes`. Values need two to three
/// times the bytes of a published file.
[[nodiscard]] Result<PickleDocument> readSplitPickle(const std::filesystem::path& file, std::uint64_t memoryBytes);

/// The sequences that a pickle holds. Errors name `file`, record and key, and refuse the whole; oddities that models
/// clamp are added to `problems`, once a kind. The document must have been made of all its file's bytes.
[[nodiscard]] Result<SequenceSet> sequencesOf(const PickleDocument& document, const std::string& file,
                                              std::vector<Problem>& problems);

}  // namespace sojourn
