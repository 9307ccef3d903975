// SPDX-License-Identifier: GPL-3.0-or-later
// Which sample is shown first when a dataset opens.
#pragma once

#include <cstddef>

#include "model/data/dataset/sequence_set.h"

namespace sojourn::session {

/// The first one on whose record there is something to see: some visits at several places, and a next place that was
/// visited before but is neither the latest nor the most frequent one. Row 0 where no sample is like that. The same
/// answer for the same set; at most the first few thousand rows are looked at.
[[nodiscard]] std::size_t firstSampleToShow(const SequenceSet& set);

}  // namespace sojourn::session
