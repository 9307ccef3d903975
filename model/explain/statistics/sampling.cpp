// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/statistics/sampling.h"

#include <algorithm>
#include <chrono>

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

}  // namespace sojourn
