// SPDX-License-Identifier: GPL-3.0-or-later
// Means over samples of several users with 95 % intervals from resampling users, and the correction of several tests
// (SPEC 11).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "model/core/cancel.h"

namespace sojourn {

/// Resampling fewer users than these gives no interval: of one user it always draws the same mean.
inline constexpr std::size_t fewestUsersOfInterval = 5;
/// Draws of users with replacement behind an interval, unless a caller asks for another number.
inline constexpr std::size_t userResamples = 4000;

/// A mean over samples with its 95 % interval from resampling users, who are independent as their samples are not. Not
/// a number where nothing stands behind it; low and high also where too few users do.
struct Estimate {
  double mean = 0;
  double low = 0;
  double high = 0;
  std::size_t n = 0;  ///< samples

  [[nodiscard]] bool hasInterval() const { return std::isfinite(low) && std::isfinite(high); }
};

/// A figure as a ratio of two sums over samples, kept by user: of values and their number for a mean, of a quantity
/// and its reference for a multiple.
struct RatioByUser {
  std::vector<double> numerator, denominator;  ///< [users]; a user without samples has 0 in both
  std::size_t n = 0;                           ///< samples
};

/// The ratio of each figure's sums, with intervals from the same draws of the `users` users for all of them; the order
/// of users decides nothing but the draws. Draws where a denominator is 0 are left out of its figure. Percentiles. No
/// interval of a figure with fewer than `fewestUsersOfInterval` users, or where it was cancelled.
[[nodiscard]] std::vector<Estimate> estimateRatios(std::span<const RatioByUser> figures, std::size_t users,
                                                   std::size_t resamples = userResamples, std::uint64_t seed = 0,
                                                   const CancelToken& cancel = {});

/// Sets low and high to the 2.5th and the 97.5th percentile of resampled figures, which are sorted in place.
void setPercentiles(std::vector<double>& drawn, Estimate& estimate);

/// Mean of all values and its interval from resampling the groups (users) with replacement, `resamples` times; no
/// interval of fewer than `fewestUsersOfInterval` groups. Values that are no numbers are passed over.
[[nodiscard]] Estimate estimateByGroups(std::span<const double> values, std::span<const std::int32_t> groups,
                                        std::size_t resamples, std::uint64_t seed);

[[nodiscard]] inline std::size_t countGroups(std::span<const std::int32_t> groups) {
  return std::set(groups.begin(), groups.end()).size();
}

/// Holm 1979: each p as it is after correction for all of them, in their order; never above 1. One that is not a
/// number stays so and counts for nothing.
[[nodiscard]] std::vector<double> holmCorrected(std::span<const double> pValues);

}  // namespace sojourn
