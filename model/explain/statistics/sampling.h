// SPDX-License-Identifier: GPL-3.0-or-later
// Many samples, one after the other in random order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {

/// Those of `rows` that have `shortest` visits or more, in random order, at most `most` of them (0: all): what is done
/// early is a fair sample of all.
[[nodiscard]] std::vector<std::size_t> drawnRows(const SequenceSet& set, std::span<const std::size_t> rows,
                                                 std::size_t shortest, std::size_t most, std::uint64_t seed);

/// Calls `sample` for row after row, and `partial` now and then between two of them, so rarely that it takes a tenth of
/// the time at most. Ends where it is cancelled; that is an error (as are those of `sample`) only before the first
/// sample is done. Progress counts samples.
[[nodiscard]] Status forSamples(std::span<const std::size_t> rows, const std::function<Status(std::size_t row)>& sample,
                                const std::function<void()>& partial, const CancelToken& cancel,
                                const Progress& progress);

}  // namespace sojourn
