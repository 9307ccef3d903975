// SPDX-License-Identifier: GPL-3.0-or-later
// What every reader checks of a row, why a row is dropped, and what is counted (PREPARE.md 1).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/records/drop_ledger.h"
#include "model/data/records/records.h"
#include "model/data/records/time_zone.h"

namespace sojourn {

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
  std::int64_t damagedFiles = 0;
  std::int64_t inFuture = 0;                             ///< fixes after `newest`
  EpochMs newest = std::numeric_limits<EpochMs>::max();  ///< a day after the file was written
  DropLedger ledger{};
  std::vector<Problem> problems{};
  std::vector<RepeatedRow> repeated{};
  DateOrder dates = DateOrder::Automatic;

  void drop(const DroppedRow& row, const std::string& where, std::size_t line);
  [[nodiscard]] PreparationCounts counts() const;
  [[nodiscard]] ReadReport report() const { return {counts(), problems, repeated, dates, ledger.first()}; }
};

/// A day after the file was last written; without a limit where that is not known.
[[nodiscard]] EpochMs newestIn(const std::filesystem::path& file);

/// The checks of one input's fields. Texts are as they stand in the file.
class RowChecks {
 public:
  /// `tally` counts stamps that are ambiguous or nonexistent.
  RowChecks(TimeZone stampsIn, bool decimalComma, ReadTally& tally, DateOrder dates = DateOrder::Automatic)
      : m_stampsIn(std::move(stampsIn)), m_decimalComma(decimalComma), m_dates(dates), m_tally(tally) {}

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
  DateOrder m_dates;
  ReadTally& m_tally;
};

/// The field that a row is dropped for; empty where that is none of these.
[[nodiscard]] std::string_view wrongField(DropReason reason, std::string_view time, std::string_view latitude,
                                          std::string_view longitude);

/// Whether a field stands for nothing: empty, NA, NaN, null, none, in any case. Without spaces around it.
[[nodiscard]] bool isMissing(std::string_view field);

/// The number that the whole text is; nothing where it is another text or not finite.
[[nodiscard]] std::optional<double> fieldNumber(std::string_view text, bool decimalComma = false);

/// Whether a text is a number that a spreadsheet has rounded, "8.64691E+14": no id, as its last digits are gone.
[[nodiscard]] bool isRoundedId(std::string_view id);

/// Whether id `a` comes before `b`: by value where `numeric`, which is right where all are digits; else as UTF-8.
[[nodiscard]] bool idBefore(std::string_view a, std::string_view b, bool numeric);
[[nodiscard]] bool isAllDigits(std::string_view id);

}  // namespace sojourn
