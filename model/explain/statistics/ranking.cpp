// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/statistics/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/explain/statistics/random.h"

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

}  // namespace sojourn
