// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/statistics/sampling.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "model/core/random.h"

namespace sojourn {

std::vector<std::size_t> drawnRows(const SequenceSet& set, std::span<const std::size_t> rows, std::size_t shortest,
                                   std::size_t most, std::uint64_t seed) {
  std::vector<std::size_t> order;
  for (const std::size_t row : rows)
    if (row < set.size() && set.length(row) >= shortest) order.push_back(row);
  Random(seed).draw(order, most);
  return order;
}

Status forSamples(std::span<const std::size_t> rows, const std::function<Status(std::size_t row)>& sample,
                  const std::function<void()>& partial, const CancelToken& cancel, const Progress& progress) {
  using Clock = std::chrono::steady_clock;
  constexpr Clock::duration pause = std::chrono::milliseconds(250);
  Clock::time_point next = Clock::now() + pause;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const Status done = sample(rows[i]); !done)
      return i > 0 && done.error().kind == ErrorKind::Cancelled ? Status() : done;
    if (progress) progress(i + 1, rows.size());
    if (cancel.cancelled()) break;
    const Clock::time_point now = Clock::now();
    if (!partial || now < next || i + 1 == rows.size()) continue;
    partial();
    next = Clock::now() + std::max(9 * (Clock::now() - now), pause);
  }
  return {};
}

Estimate estimateByGroups(std::span<const double> values, std::span<const std::int32_t> groups, std::size_t resamples,
                          std::uint64_t seed) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  struct Group {
    double sum = 0;
    std::size_t n = 0;
    void add(double more, std::size_t count) {
      sum += more;
      n += count;
    }
    [[nodiscard]] double mean() const { return sum / static_cast<double>(n); }
  };
  std::map<std::int32_t, Group> byGroup;
  Group whole;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    byGroup[groups[i]].add(values[i], 1);
    whole.add(values[i], 1);
  }
  Estimate estimate{.mean = whole.n > 0 ? whole.mean() : none, .low = none, .high = none, .n = whole.n};
  if (byGroup.size() < fewestUsersOfInterval || resamples == 0) return estimate;

  std::vector<Group> all;
  for (const auto& [id, group] : byGroup) all.push_back(group);
  Random random(seed);
  std::vector<double> means;
  for (std::size_t r = 0; r < resamples; ++r) {
    Group drawn;
    for (std::size_t g = 0; g < all.size(); ++g) {
      const Group& one = all[random.below(all.size())];
      drawn.add(one.sum, one.n);
    }
    means.push_back(drawn.mean());
  }
  std::ranges::sort(means);
  const auto at = [&](double share) {
    return means[static_cast<std::size_t>(std::lround(share * static_cast<double>(means.size() - 1)))];
  };
  estimate.low = at(0.025);
  estimate.high = at(0.975);
  return estimate;
}

}  // namespace sojourn
