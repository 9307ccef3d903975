// SPDX-License-Identifier: GPL-3.0-or-later
// Tests and intervals of differences between two models on the same samples, by users (SPEC 11).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/data/statistics/resampling.h"
#include "model/results/comparison.h"

namespace sojourn {

struct PairedDifferenceOptions {
  std::size_t resamples = userResamples;  ///< for the interval; 0: none
  std::size_t signFlips = 100'000;        ///< random ones, where the users are too many to try all; 0: no p
  std::size_t exactUsers = 20;            ///< up to so many users all flips are tried
  std::uint64_t seed = 0;
};

/// Mean of `differences` (of one sample each, in the unit of the result) with its 95 % percentile interval from
/// resampling users, p from flipping the signs of users' sums, and the normal interval that takes samples as
/// independent; too few users (`fewestUsersOfInterval`) have no interval and no p. `users[i]` is the user of
/// differences[i]. pHolm stays unset. All is NaN of no sample.
[[nodiscard]] PairedDifference pairedDifference(std::span<const double> differences,
                                                std::span<const std::int32_t> users,
                                                const PairedDifferenceOptions& options = {});

/// Sets pHolm of all that one table lists; those without a p are left out.
void correctByHolm(std::span<PairedDifference* const> table);

}  // namespace sojourn
