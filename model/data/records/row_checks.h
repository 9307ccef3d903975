// SPDX-License-Identifier: GPL-3.0-or-later
// What every reader checks of a row, why a row is dropped, and what is counted (PREPARE.md 1).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/name_table.h"
#include "model/data/records/records.h"
#include "model/data/records/time_zone.h"

namespace sojourn {

/// In the order in which they are looked for: of several the smallest counts.
enum class DropReason {
  FieldCount,
  MissingUser,
  MissingPlace,
  MissingTime,
  BadTime,
  TimeOutOfRange,
  NegativeDuration,
  MissingCoordinate,
  BadCoordinate,
  CoordinateOutOfRange,
  Duplicate,
  None
};
inline constexpr NameTable<11> dropReasonNames{
    "field_count",       "missing_user",      "missing_place",      "missing_time",   "bad_time",
    "time_out_of_range", "negative_duration", "missing_coordinate", "bad_coordinate", "coordinate_out_of_range",
    "duplicate"};

/// What reading counts.
struct ReadTally {
  std::array<std::int64_t, dropReasonNames.size()> dropped{};
  std::int64_t rows = 0;
  std::int64_t points = 0;  ///< rows that are left
  std::int64_t files = 0;
  std::int64_t users = 0;  ///< that have any
  std::int64_t outOfOrder = 0;
  std::int64_t ambiguous = 0;
  std::int64_t nonexistent = 0;
  std::string firstDrop;  ///< file and line of the first row that was dropped

  void drop(DropReason reason, const std::string& where, std::size_t line);
  void add(const ReadTally& other);
  [[nodiscard]] PreparationCounts counts() const;
};

/// The checks of one input's fields. Texts are as they stand in the file.
class RowChecks {
 public:
  /// `tally` counts stamps that are ambiguous or nonexistent.
  RowChecks(TimeZone stampsIn, bool decimalComma, ReadTally& tally)
      : m_stampsIn(std::move(stampsIn)), m_decimalComma(decimalComma), m_tally(tally) {}

  /// Missing, bad, out of range, or None and the instant. `separator` as in parseStamp().
  [[nodiscard]] DropReason time(std::string_view text, EpochMs& out, char separator = 'T') const;
  /// Missing, bad, out of range, or None and the position.
  [[nodiscard]] DropReason position(std::string_view latitude, std::string_view longitude, Coordinates& out) const;
  /// Both. As in a fix.
  [[nodiscard]] DropReason fix(std::string_view time, std::string_view latitude, std::string_view longitude, Fix& out,
                               char separator = 'T') const;

 private:
  TimeZone m_stampsIn;
  bool m_decimalComma;
  ReadTally& m_tally;
};

/// Whether a field stands for nothing: empty, NA, NaN, null, none, in any case. Without spaces around it.
[[nodiscard]] bool isMissing(std::string_view field);

/// The number that the whole text is; nothing where it is another text or not finite.
[[nodiscard]] std::optional<double> fieldNumber(std::string_view text, bool decimalComma = false);

/// Whether id `a` comes before `b`: by value where `numeric`, which is right where all are digits; else as UTF-8.
[[nodiscard]] bool idBefore(std::string_view a, std::string_view b, bool numeric);
[[nodiscard]] bool isAllDigits(std::string_view id);

}  // namespace sojourn
