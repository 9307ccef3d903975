// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics reported with explanations: p against random orders, Holm's correction, Kendall's tau-b.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sojourn {

/// (1 + number of random figures that are as low or lower) / (1 + their number): never below 1 / (1 + their number).
[[nodiscard]] double permutationPValue(double figure, std::span<const double> random);

/// Holm 1979: each p as it is after correction for all of them, in their order; never above 1.
[[nodiscard]] std::vector<double> holmCorrected(std::span<const double> pValues);

/// Kendall's tau-b, which counts ties; not a number where one side is tied throughout.
[[nodiscard]] double kendallTauB(std::span<const double> a, std::span<const double> b);

/// 1.96 sqrt(2 (2L + 5) / (9 L (L - 1))): what a tau of unrelated rankings exceeds one time in twenty. Infinite for
/// one.
[[nodiscard]] double tauCriticalValue(std::size_t length);

}  // namespace sojourn
