// SPDX-License-Identifier: GPL-3.0-or-later
// Many sequences sorted by length, cut into forward passes, and the passes shared among threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "model/core/cancel.h"
#include "model/core/result.h"

namespace sojourn {

/// Calls pass(rows) with neighbours of like length until every index of `lengths` was in exactly one call: on the CPU
/// on as many threads as an evaluation uses, each keeping torch to itself. Progress counts sequences on the calling
/// thread. An exception of `pass` is thrown again here; the only error is cancelled, looked at between passes.
[[nodiscard]] Status forEachLengthBatch(std::span<const std::size_t> lengths, bool onCpu,
                                        const std::function<void(std::span<const std::size_t> rows)>& pass,
                                        const CancelToken& cancel, const Progress& progress);

}  // namespace sojourn
