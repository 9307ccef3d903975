// SPDX-License-Identifier: GPL-3.0-or-later
// The outcomes of an evaluation, one line a sample.
#pragma once

#include <span>
#include <string>

#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"

namespace sojourn::text {

/// Columns as SPEC 9 has them; booleans 0 and 1, empty where not applicable. outcomes[i] belongs to row i.
[[nodiscard]] std::string perSampleCsv(const SequenceSet& set, std::span<const Outcome> outcomes);

}  // namespace sojourn::text
