// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over samples kept by user, for intervals from resampling users.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/data/dataset/sequence_set.h"
#include "model/data/statistics/resampling.h"

namespace sojourn {

/// Numbers the users of some rows. More than `mostGroups` users share groups of like size, so that neither memory nor
/// the time of resampling grows with them.
class UserGroups {
 public:
  static constexpr std::size_t mostGroups = 2000;

  UserGroups(const SequenceSet& set, std::span<const std::size_t> rows) {
    for (const std::size_t row : rows) m_groups.try_emplace(set.user(row), m_groups.size() % mostGroups);
  }
  [[nodiscard]] std::size_t size() const { return std::min(m_groups.size(), mostGroups); }
  [[nodiscard]] std::size_t of(UserId user) const { return m_groups.at(user); }

 private:
  std::unordered_map<UserId, std::size_t> m_groups;
};

/// Adds one sample's part to a ratio.
inline void addToRatio(RatioByUser& ratio, std::size_t group, std::size_t groups, double numerator,
                       double denominator) {
  ratio.numerator.resize(groups);
  ratio.denominator.resize(groups);
  ratio.numerator[group] += numerator;
  ratio.denominator[group] += denominator;
  ++ratio.n;
}

}  // namespace sojourn
