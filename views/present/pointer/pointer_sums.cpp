// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_sums.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {

std::vector<PlaceSum> sumsPerPlace(const Inspection& inspection) {
  std::vector<PlaceSum> sums;
  const auto& visits = inspection.sequence.visits;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    auto sum = std::ranges::find(sums, visits[i].location, &PlaceSum::location);
    if (sum == sums.end())
      sum = sums.insert(sum, PlaceSum{.location = visits[i].location, .visits = 0, .weight = 0, .copied = 0});
    ++sum->visits;
    sum->weight += inspection.pointerWeight[i];
    sum->copied += inspection.copiedMass[i];
  }
  std::ranges::sort(sums, [](const PlaceSum& a, const PlaceSum& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.location < b.location;
  });
  return sums;
}

std::vector<PlaceChange> changesPerPlace(const Inspection& now, const Inspection& before) {
  std::vector<PlaceChange> places;
  for (const PlaceSum& sum : sumsPerPlace(now)) {
    places.push_back({.location = sum.location,
                      .visits = sum.visits,
                      .sums = {.weightNow = sum.weight, .weightBefore = {}, .copiedNow = sum.copied}});
  }
  for (const PlaceSum& sum : sumsPerPlace(before)) {
    auto place = std::ranges::find(places, sum.location, &PlaceChange::location);
    if (place == places.end()) place = places.insert(places.end(), {.location = sum.location, .visits = 0, .sums = {}});
    place->sums.weightBefore = sum.weight;
    place->sums.copiedBefore = sum.copied;
  }
  return places;
}

Scale scaleAround(const std::vector<std::vector<float>>& columns) {
  double low = 0, high = 0;
  for (const auto& column : columns) {
    for (const float value : column) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, double{value});
      high = std::max(high, double{value});
    }
  }
  if (low == 0 && high == 0) return {};
  const double rough = (high - low) / 20;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double leading = rough / power;
  const double step = power * (leading <= 1 ? 1 : leading <= 2 ? 2 : leading <= 5 ? 5 : 10);
  return {.low = std::floor(low / step) * step,
          .high = std::ceil(high / step) * step,
          .decimals = static_cast<int>(std::clamp(std::ceil(-std::log10(step) - 1e-9), 0.0, 6.0))};
}

}  // namespace sojourn::present
