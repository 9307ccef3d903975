// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/seeded_difference.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/core/random.h"
#include "model/data/statistics/resampling.h"

namespace sojourn {

PairedDifference seededDifference(std::span<const std::vector<double>> bySeed, std::span<const std::int32_t> users,
                                  const PairedDifferenceOptions& options) {
  if (bySeed.empty()) return {};
  std::vector<double> means(users.size());
  for (const std::vector<double>& differences : bySeed)
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += differences[i] / static_cast<double>(bySeed.size());
  PairedDifferenceOptions withoutInterval = options;
  withoutInterval.resamples = 0;
  PairedDifference result = pairedDifference(means, users, withoutInterval);
  if (!std::isfinite(result.p) || options.resamples == 0) return result;

  // sums[u][s] over the samples of a user.
  struct OfUser {
    std::vector<double> sums;
    std::size_t n = 0;
  };
  std::map<std::int32_t, OfUser> byUser;
  for (std::size_t i = 0; i < users.size(); ++i) {
    OfUser& user = byUser[users[i]];
    user.sums.resize(bySeed.size());
    for (std::size_t s = 0; s < bySeed.size(); ++s) user.sums[s] += bySeed[s][i];
    ++user.n;
  }
  std::vector<const OfUser*> all;
  for (const auto& [id, user] : byUser) all.push_back(&user);

  Random random(options.seed);
  std::vector<double> drawnMeans(options.resamples);
  std::vector<std::size_t> timesDrawn(bySeed.size());
  for (double& mean : drawnMeans) {
    std::ranges::fill(timesDrawn, 0);
    for (std::size_t s = 0; s < bySeed.size(); ++s) ++timesDrawn[random.below(bySeed.size())];
    double sum = 0;
    std::size_t n = 0;
    for (std::size_t u = 0; u < all.size(); ++u) {
      const OfUser& one = *all[random.below(all.size())];
      for (std::size_t s = 0; s < bySeed.size(); ++s) sum += one.sums[s] * static_cast<double>(timesDrawn[s]);
      n += one.n * bySeed.size();
    }
    mean = sum / static_cast<double>(n);
  }
  Estimate interval;
  setPercentiles(drawnMeans, interval);
  result.low = interval.low;
  result.high = interval.high;
  return result;
}

}  // namespace sojourn
