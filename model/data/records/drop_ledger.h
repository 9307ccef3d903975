// SPDX-License-Identifier: GPL-3.0-or-later
// Whose rows were dropped and when, so that what is lost as a whole is named: a user, the hours before ten, a file.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/data/records/drop_reasons.h"

namespace sojourn {

/// Hour of the clock time that a text writes, 0 to 23: what stands before its first colon. -1 where there is none.
[[nodiscard]] int writtenHour(std::string_view time);

/// A row that was dropped.
struct DroppedRow {
  DropReason reason = DropReason::None;
  std::string_view user;  ///< empty where the row has none
  int hour = -1;          ///< as writtenHour() of its time
  std::string_view text;  ///< the field that is wrong; empty where none is
};

/// Keeps a few bytes for each user with rows, and more for those of whom rows were dropped.
class DropLedger {
 public:
  /// `user`: its number among those with rows, counted from 0.
  void keep(std::uint32_t user, int hour) {
    if (user >= m_kept.size()) m_kept.resize(std::size_t{user} + 1);
    m_kept[user] |= hour < 0 ? noHour : 1U << static_cast<unsigned>(hour);
  }
  void drop(const DroppedRow& row, const std::string& where, std::size_t line);

  /// "FILE, line 12: bad_time "0:18:20""; empty where nothing was dropped.
  [[nodiscard]] const std::string& first() const { return m_first; }
  /// A warning for each user of whom all rows were dropped, or all of some hours; `numberOf` gives a user's number as
  /// keep() had it, or a larger one. In the users' order; those beyond a few are counted.
  template <class NumberOf>
  [[nodiscard]] std::vector<Problem> warnings(const NumberOf& numberOf) const {
    std::vector<Problem> found;
    for (const auto& [user, drops] : m_drops) {
      const std::size_t number = numberOf(user);
      add(user, drops, number < m_kept.size() ? m_kept[number] : 0, found);
    }
    return limited(std::move(found));
  }

 private:
  static constexpr std::uint32_t noHour = 1U << 24U;
  struct Drops {
    std::array<std::uint32_t, 24> byHour{};
    std::array<std::int64_t, dropReasonNames.size()> byReason{};
    std::int64_t all = 0;
    std::string firstWhere, firstText;
    DropReason firstReason = DropReason::None;
  };
  static void add(const std::string& user, const Drops& drops, std::uint32_t kept, std::vector<Problem>& found);
  static std::vector<Problem> limited(std::vector<Problem> found);

  std::vector<std::uint32_t> m_kept;  ///< by user: the hours of which a row is left, a bit each
  std::map<std::string, Drops, std::less<>> m_drops;
  std::string m_first;
};

/// What a person can do about rows that were dropped for this reason.
[[nodiscard]] std::string remedyOf(DropReason reason);

}  // namespace sojourn
