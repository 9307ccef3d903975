// SPDX-License-Identifier: GPL-3.0-or-later
// Sums up the rank stability of single samples over many samples: does an explanation stay with another model?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/explain/stability/rank_agreement.h"

namespace sojourn {

/// Over what and how rank stability is asked. The functions are called on the thread that works.
struct RankStabilityPass {
  std::size_t samples = 0;  ///< at most so many; 0: all
  std::uint64_t seed = 0;   ///< of the order, and of the intervals
  std::function<Result<std::vector<SampleRankStability>>(const Sequence&)> ask;
  /// Every sample's answer, as it comes; may be empty.
  std::function<void(std::size_t row, const std::vector<SampleRankStability>& said)> report = {};
  /// Of what is answered so far and how many are asked, now and then, so rarely that it takes a tenth of the time at
  /// most; may be empty.
  std::function<void(const RankStabilitySummary& summary, std::size_t asked)> partial = {};
};

/// rankStabilityOver() of rank_agreement.h for those who want to hear of every sample: in the same order, with the same
/// result and the same errors.
[[nodiscard]] Result<RankStabilitySummary> rankStabilityOver(const SequenceSet& set, std::span<const std::size_t> rows,
                                                             const RankStabilityPass& pass,
                                                             const CancelToken& cancel = {},
                                                             const Progress& progress = {});

}  // namespace sojourn
