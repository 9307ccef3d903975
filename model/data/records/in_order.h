// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in the order of time, without duplicates; numbers for the ids of users and places, and their order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/data/records/row_checks.h"

namespace sojourn {

/// Of one user.
inline constexpr std::size_t mostRepeatedNamed = 20;

struct OrderCounts {
  std::int64_t duplicates = 0;  ///< rows that were removed
  std::int64_t outOfOrder = 0;  ///< of the rows that stay those before the one read before them
  /// The first of those that were removed, and each one's first: their numbers in the order of reading.
  std::vector<std::pair<std::size_t, std::size_t>> repeated = {};
};

/// Sorts rows by order(row); equal ones stay in the order of reading. With `dropDuplicates` only the first stays of
/// those that are equal in order and in identity(row). Costs one pass where nothing is to be done.
template <class Row, class Order, class Identity>
OrderCounts putInOrder(std::vector<Row>& rows, bool dropDuplicates, const Order& order, const Identity& identity) {
  bool inverted = false;
  bool tied = false;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    inverted |= order(rows[i]) < order(rows[i - 1]);
    tied |= order(rows[i]) == order(rows[i - 1]);
  }
  if (!inverted && !(tied && dropDuplicates)) return {};
  std::vector<std::size_t> sorted(rows.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  if (inverted) std::ranges::stable_sort(sorted, {}, [&](std::size_t i) { return order(rows[i]); });

  OrderCounts counts;
  std::vector<bool> gone(rows.size());
  for (std::size_t begin = 0, end = 0; dropDuplicates && begin < sorted.size(); begin = end) {
    for (end = begin + 1; end < sorted.size() && order(rows[sorted[end]]) == order(rows[sorted[begin]]);) ++end;
    if (end == begin + 1) continue;
    std::map<decltype(identity(rows.front())), std::size_t> seen;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [first, isNew] = seen.emplace(identity(rows[sorted[i]]), sorted[i]);
      if (isNew) continue;
      gone[sorted[i]] = true;
      ++counts.duplicates;
      if (counts.repeated.size() < mostRepeatedNamed) counts.repeated.emplace_back(sorted[i], first->second);
    }
  }
  const Row* last = nullptr;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (gone[i]) continue;
    if (last != nullptr && order(rows[i]) < order(*last)) ++counts.outOfOrder;
    last = &rows[i];
  }
  std::vector<Row> kept;
  kept.reserve(rows.size() - static_cast<std::size_t>(counts.duplicates));
  for (const std::size_t i : sorted) {
    if (!gone[i]) kept.push_back(rows[i]);
  }
  rows = std::move(kept);
  return counts;
}

/// Adds to the tally the duplicates of a user, or of all where `user` is empty.
inline void tallyDuplicates(ReadTally& tally, const OrderCounts& counts, const std::string& user) {
  tally.dropped[static_cast<std::size_t>(DropReason::Duplicate)] += counts.duplicates;
  for (const auto& [row, first] : counts.repeated)
    if (tally.repeated.size() < mostRepeatedNamed) tally.repeated.push_back({user, row, first});
}

/// Adds to the tally what came of ordering a user's fixes, of which so many are left.
inline void tallyFixes(ReadTally& tally, const OrderCounts& counts, const std::string& user, std::size_t left) {
  tallyDuplicates(tally, counts, user);
  tally.outOfOrder += counts.outOfOrder;
  tally.points += static_cast<std::int64_t>(left);
  tally.users += left > 0 ? 1 : 0;
}

/// Numbers ids in the order in which they come.
class IdNumbers {
 public:
  /// `text` in any encoding. A new id gets the next number.
  [[nodiscard]] std::uint32_t numberOf(std::string_view text);
  /// The number of an id; as many as there are where it is none of these.
  [[nodiscard]] std::uint32_t find(std::string_view id) const {
    const auto found = m_numbers.find(id);
    return found == m_numbers.end() ? static_cast<std::uint32_t>(m_ids.size()) : found->second;
  }
  [[nodiscard]] std::size_t size() const { return m_ids.size(); }
  [[nodiscard]] const std::string& id(std::uint32_t number) const { return *m_ids[number]; }
  /// All numbers in the order of their ids: by value if all are digits, else as UTF-8.
  [[nodiscard]] std::vector<std::uint32_t> inOrder() const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_numbers;
  std::vector<const std::string*> m_ids;
  std::uint32_t m_last = 0;  ///< rows of one user often follow each other
  std::string m_scratch;
};

}  // namespace sojourn
