// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/statistics/ranked_locations.h"

#include <algorithm>
#include <numeric>

namespace sojourn {
namespace {

constexpr std::size_t shownLocations = 10;

}  // namespace

std::size_t rankIn(std::span<const double> probability, LocationId location) {
  const auto own = static_cast<std::size_t>(location);
  std::size_t rank = 1;
  for (std::size_t y = 0; y < probability.size(); ++y)
    rank += probability[y] > probability[own] || (probability[y] == probability[own] && y < own) ? 1 : 0;
  return rank;
}

std::vector<LocationId> topOf(std::span<const double> probability) {
  std::vector<LocationId> order(probability.size());
  std::iota(order.begin(), order.end(), LocationId{0});
  const std::size_t shown = std::min(shownLocations, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(shown), [&](LocationId a, LocationId b) {
    const double pa = probability[static_cast<std::size_t>(a)], pb = probability[static_cast<std::size_t>(b)];
    return pa > pb || (pa == pb && a < b);
  });
  order.resize(shown);
  return order;
}

}  // namespace sojourn
