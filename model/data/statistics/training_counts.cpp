// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/training_counts.h"

#include <algorithm>

#include "model/data/dataset/encoding.h"

namespace sojourn {
namespace {

template <std::size_t N>
void count(std::array<std::size_t, N>& counts, std::int32_t value) {
  ++counts[static_cast<std::size_t>(std::clamp<std::int32_t>(value, 0, static_cast<std::int32_t>(N) - 1))];
}

}  // namespace

std::size_t TrainingCounts::staysOf(UserId who, LocationId where) const {
  const auto theirs = stays.find(who);
  if (theirs == stays.end()) return 0;
  const auto there = theirs->second.find(where);
  return there == theirs->second.end() ? 0 : there->second;
}

TrainingCounts countTraining(const SequenceSet& set) {
  TrainingCounts counts;
  counts.visits = set.visitCount();
  for (std::size_t row = 0; row < set.size(); ++row) {
    ++counts.user[set.user(row)];
    ++counts.stays[set.user(row)][set.locations(row).back()];
    for (std::size_t i = 0; i < set.length(row); ++i) {
      const EncodedVisit visit = encode(set.visit(row, i));
      count(counts.start, visit.time);
      count(counts.duration, visit.duration);
      count(counts.weekday, visit.weekday);
      count(counts.daysAgo, visit.recency);
      ++counts.location[visit.location];
    }
  }
  return counts;
}

}  // namespace sojourn
