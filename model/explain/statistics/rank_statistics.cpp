// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sojourn {

double permutationPValue(double figure, std::span<const double> random) {
  const auto asLow = std::ranges::count_if(random, [&](double other) { return other <= figure; });
  return static_cast<double>(1 + asLow) / static_cast<double>(1 + random.size());
}

std::vector<double> holmCorrected(std::span<const double> pValues) {
  std::vector<std::size_t> order(pValues.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return pValues[i]; });
  std::vector<double> corrected(pValues.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double own = std::min(1.0, pValues[order[rank]] * static_cast<double>(order.size() - rank));
    largest = std::max(largest, own);
    corrected[order[rank]] = largest;
  }
  return corrected;
}

double kendallTauB(std::span<const double> a, std::span<const double> b) {
  const auto side = [](double x, double y) { return (x > y) - (x < y); };
  double agreeing = 0, untiedA = 0, untiedB = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int sideA = side(a[i], a[j]), sideB = side(b[i], b[j]);
      agreeing += sideA * sideB;
      untiedA += sideA != 0 ? 1 : 0;
      untiedB += sideB != 0 ? 1 : 0;
    }
  return agreeing / std::sqrt(untiedA * untiedB);
}

double tauCriticalValue(std::size_t length) {
  const double n = static_cast<double>(length);
  return 1.96 * std::sqrt(2 * (2 * n + 5) / (9 * n * (n - 1)));
}

}  // namespace sojourn
