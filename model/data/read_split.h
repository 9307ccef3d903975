// SPDX-License-Identifier: GPL-3.0-or-later
// The step between a pickle and a split, for readers that also need the pickle's bytes.
#pragma once

#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/data/sequence_set.h"
#include "model/formats/pickle_reader.h"

namespace sojourn {

/// The sequences that a pickle holds. Errors name `file`, record and key, and refuse the whole; oddities that models
/// clamp are added to `problems`, once a kind. The document must have been made of all its file's bytes.
[[nodiscard]] Result<SequenceSet> sequencesOf(const PickleDocument& document, const std::string& file,
                                              std::vector<Problem>& problems);

}  // namespace sojourn
