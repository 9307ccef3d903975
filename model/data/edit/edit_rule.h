// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that are asked of many samples at once: one rule, each sequence changed by it on its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "model/data/edit/sequence_edit.h"

namespace sojourn {

struct DropLastVisit {
  bool operator==(const DropLastVisit&) const = default;
};
/// All visits begin so many minutes later (earlier below 0); the day of the target stays.
struct ShiftAllTimes {
  std::int32_t minutes = 0;
  bool operator==(const ShiftAllTimes&) const = default;
};
/// Every visit to `from` becomes one to `to`. The target stays.
struct ReplacePlace {
  LocationId from = 0, to = 0;
  bool operator==(const ReplacePlace&) const = default;
};
struct KeepLastVisits {
  std::size_t visits = 1;
  bool operator==(const KeepLastVisits&) const = default;
};

using EditRule = std::variant<DropLastVisit, ShiftAllTimes, ReplacePlace, KeepLastVisits>;

/// The rule as the edit of one sequence; nothing where it would change nothing, or where applyEdit() refuses what it
/// would make: no visit left, a visit that leaves the days of SPEC 2.
[[nodiscard]] std::optional<Sequence> applyRule(const Sequence& sequence, const EditRule& rule);

/// "Drop the last visit", "Shift all times by +90 min", "Replace Bakery by Gym", "Keep the last 3 visits".
[[nodiscard]] std::string ruleName(const EditRule& rule, const std::function<std::string(LocationId)>& place);

}  // namespace sojourn
