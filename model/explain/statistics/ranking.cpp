// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/statistics/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/core/random.h"

namespace sojourn {
namespace {

std::vector<double> comparable(std::span<const double> scores) {
  std::vector<double> values(scores.begin(), scores.end());
  for (double& value : values)
    if (std::isnan(value)) value = -std::numeric_limits<double>::infinity();
  return values;
}

VisitOrder inTurn(std::size_t length) {
  VisitOrder order(length);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

constexpr std::size_t shownLocations = 10;

}  // namespace

double tiedShare(std::span<const double> scores) {
  if (scores.empty()) return 0;
  const std::vector<double> values = comparable(scores);
  const auto tied = std::ranges::count_if(values, [&](double value) { return std::ranges::count(values, value) > 1; });
  return static_cast<double>(tied) / static_cast<double>(values.size());
}

std::vector<VisitOrder> ordersOf(std::span<const double> scores, std::size_t count, std::uint64_t seed) {
  const std::vector<double> values = comparable(scores);
  Random random(seed);
  std::vector<VisitOrder> orders(tiedShare(scores) > 0 ? count : 1, inTurn(values.size()));
  for (VisitOrder& order : orders) {
    if (orders.size() > 1) random.shuffle(std::span(order));
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t visit) { return values[visit]; });
  }
  return orders;
}

std::vector<VisitOrder> randomOrders(std::size_t length, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<VisitOrder> orders(count, inTurn(length));
  for (VisitOrder& order : orders) random.shuffle(std::span(order));
  return orders;
}

double permutationPValue(double figure, std::span<const double> random) {
  const auto asLow = std::ranges::count_if(random, [&](double other) { return other <= figure; });
  return static_cast<double>(1 + asLow) / static_cast<double>(1 + random.size());
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
