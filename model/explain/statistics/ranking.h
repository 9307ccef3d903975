// SPDX-License-Identifier: GPL-3.0-or-later
// From scores to orders of visits: highest first, ties at random, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

}  // namespace sojourn
