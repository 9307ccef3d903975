// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/resampling.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "model/core/random.h"

namespace sojourn {
namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

double sumOfAll(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

bool hasEnoughUsers(const RatioByUser& figure) {
  const auto present = std::ranges::count_if(figure.denominator, [](double part) { return part != 0; });
  return static_cast<std::size_t>(present) >= fewestUsersOfInterval;
}

}  // namespace

void setPercentiles(std::vector<double>& drawn, Estimate& estimate) {
  if (drawn.empty()) return;
  std::ranges::sort(drawn);
  const auto at = [&](double share) {
    return drawn[static_cast<std::size_t>(std::lround(share * static_cast<double>(drawn.size() - 1)))];
  };
  estimate.low = at(0.025);
  estimate.high = at(0.975);
}

std::vector<Estimate> estimateRatios(std::span<const RatioByUser> figures, std::size_t users, std::size_t resamples,
                                     std::uint64_t seed, const CancelToken& cancel) {
  std::vector<Estimate> estimates;
  std::vector<std::size_t> resampled;
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const double denominator = sumOfAll(figures[f].denominator);
    estimates.push_back({.mean = denominator != 0 ? sumOfAll(figures[f].numerator) / denominator : notANumber,
                         .low = notANumber,
                         .high = notANumber,
                         .n = figures[f].n});
    if (hasEnoughUsers(figures[f])) resampled.push_back(f);
  }
  std::vector<std::vector<double>> drawn(resampled.size());
  Random random(seed);
  std::vector<double> times(users);
  for (std::size_t r = 0; r < resamples && !resampled.empty(); ++r) {
    if (cancel.cancelled()) return estimates;
    std::ranges::fill(times, 0);
    for (std::size_t u = 0; u < users; ++u) ++times[random.below(users)];
    for (std::size_t i = 0; i < resampled.size(); ++i) {
      const RatioByUser& figure = figures[resampled[i]];
      double numerator = 0, denominator = 0;
      for (std::size_t u = 0; u < users; ++u) {
        numerator += times[u] * figure.numerator[u];
        denominator += times[u] * figure.denominator[u];
      }
      if (denominator != 0) drawn[i].push_back(numerator / denominator);
    }
  }
  for (std::size_t i = 0; i < resampled.size(); ++i) setPercentiles(drawn[i], estimates[resampled[i]]);
  return estimates;
}

Estimate estimateByGroups(std::span<const double> values, std::span<const std::int32_t> groups, std::size_t resamples,
                          std::uint64_t seed) {
  std::map<std::int32_t, std::pair<double, double>> byGroup;  // the sum and the number of a group's values
  RatioByUser figure;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    auto& [sum, n] = byGroup[groups[i]];
    sum += values[i];
    ++n;
    ++figure.n;
  }
  for (const auto& [group, part] : byGroup) {
    figure.numerator.push_back(part.first);
    figure.denominator.push_back(part.second);
  }
  return estimateRatios(std::span(&figure, 1), byGroup.size(), resamples, seed).front();
}

std::vector<double> holmCorrected(std::span<const double> pValues) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pValues.size(); ++i)
    if (!std::isnan(pValues[i])) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return pValues[i]; });
  std::vector<double> corrected(pValues.size(), notANumber);
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double own = std::min(1.0, pValues[order[rank]] * static_cast<double>(order.size() - rank));
    largest = std::max(largest, own);
    corrected[order[rank]] = largest;
  }
  return corrected;
}

}  // namespace sojourn
