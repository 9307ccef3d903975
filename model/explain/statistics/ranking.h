// SPDX-License-Identifier: GPL-3.0-or-later
// Rankings: from scores to orders of visits, how far two of them agree, p against random orders, and ranks of
// locations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// Indices of visits, the most important first.
using VisitOrder = std::vector<std::size_t>;

/// How often ties are broken at random (SPEC 6).
inline constexpr std::size_t tieOrders = 20;

/// Share of visits whose score equals another's.
[[nodiscard]] double tiedShare(std::span<const double> scores);

/// One order where no two scores are equal, else `count`, each with its ties shuffled from `seed`. A score that is
/// no number ranks last.
[[nodiscard]] std::vector<VisitOrder> ordersOf(std::span<const double> scores, std::size_t count = tieOrders,
                                               std::uint64_t seed = 0);

/// `count` orders of `length` visits, all equally likely.
[[nodiscard]] std::vector<VisitOrder> randomOrders(std::size_t length, std::size_t count, std::uint64_t seed = 0);

/// (1 + number of random figures that are as low or lower) / (1 + their number): never below 1 / (1 + their number).
[[nodiscard]] double permutationPValue(double figure, std::span<const double> random);

/// Kendall's tau-b, which counts ties; not a number where one side is tied throughout.
[[nodiscard]] double kendallTauB(std::span<const double> a, std::span<const double> b);

/// 1.96 sqrt(2 (2L + 5) / (9 L (L - 1))): what a tau of unrelated rankings exceeds one time in twenty. Infinite for
/// one.
[[nodiscard]] double tauCriticalValue(std::size_t length);

/// From 1. The location must be one of the distribution's.
[[nodiscard]] std::size_t rankIn(std::span<const double> probability, LocationId location);

/// The best, ten of them or all.
[[nodiscard]] std::vector<LocationId> topOf(std::span<const double> probability);

}  // namespace sojourn
