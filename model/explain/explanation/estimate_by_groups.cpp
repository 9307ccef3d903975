// SPDX-License-Identifier: GPL-3.0-or-later
// The bootstrap over groups, which gives all figures over samples their intervals; needs no model.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "model/explain/explanation/explain_set.h"
#include "model/explain/statistics/random.h"

namespace sojourn {

Estimate estimateByGroups(std::span<const double> values, std::span<const std::int32_t> groups, std::size_t resamples,
                          std::uint64_t seed) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  struct Group {
    double sum = 0;
    std::size_t n = 0;
  };
  std::map<std::int32_t, Group> byGroup;
  Estimate estimate{.mean = none, .low = none, .high = none, .n = 0};
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    Group& group = byGroup[groups[i]];
    group.sum += values[i];
    ++group.n;
    sum += values[i];
    ++estimate.n;
  }
  if (estimate.n == 0) return estimate;
  estimate.mean = sum / static_cast<double>(estimate.n);
  if (byGroup.size() < fewestUsersOfInterval) return estimate;

  std::vector<Group> all;
  for (const auto& [id, group] : byGroup) all.push_back(group);
  Random random(seed);
  std::vector<double> means;
  for (std::size_t r = 0; r < resamples; ++r) {
    Group drawn;
    for (std::size_t g = 0; g < all.size(); ++g) {
      const Group& one = all[random.below(all.size())];
      drawn.sum += one.sum;
      drawn.n += one.n;
    }
    means.push_back(drawn.sum / static_cast<double>(drawn.n));
  }
  if (means.empty()) return estimate;
  std::ranges::sort(means);
  const auto at = [&](double share) {
    return means[static_cast<std::size_t>(std::lround(share * static_cast<double>(means.size() - 1)))];
  };
  estimate.low = at(0.025);
  estimate.high = at(0.975);
  return estimate;
}

}  // namespace sojourn
