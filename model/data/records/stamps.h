// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of time as numbers (PREPARE.md 1), whatever the locale is.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/core/name_table.h"

namespace sojourn {

/// How dates are written whose year does not come first, "3/4/2021"; or days since 1899-12-30 as Excel counts them.
enum class DateOrder { Automatic, YearFirst, DayFirst, MonthFirst, ExcelDays };
/// On the command line.
inline constexpr NameTable<5> dateOrderNames{"auto", "ymd", "dmy", "mdy", "excel"};

/// What a text of time says.
struct Stamp {
  std::int64_t ms = 0;         ///< since 1970-01-01 00:00, of UTC or of a clock whose zone the text does not name
  bool local = false;          ///< the text has no offset
  std::string_view zone = {};  ///< the letters of a clock ("CEST"), which mean something in one zone only; then local
};

/// ISO 8601 with a date, a clock time and perhaps an offset; `Tue Apr 03 18:00:09 +0000 2012`; a Unix number in s, ms,
/// us or ns by its size. Also what spreadsheets make of these: no leading zeros, - / . between the parts of a date, the
/// month as a word, hours of 12 with AM and PM, a zone after a space (Z, UTC, GMT, +0200, UTC+2, CEST), two digits for
/// a year from 1969 to 2068. Dates that begin with the day or the month only in their `order`; numbers as days only in
/// ExcelDays. Finer than a millisecond is cut off, of days rounded. `separator` may stand between date and clock time,
/// beside T and a space. Nothing for any other text. A number beyond 64 bits gives the largest one.
[[nodiscard]] std::optional<Stamp> parseStamp(std::string_view text, char separator = 'T',
                                              DateOrder order = DateOrder::Automatic);

/// Which orders a text allows: YearFirst, DayFirst, MonthFirst. All three where it begins with no such date.
struct PossibleOrders {
  bool decides = false;  ///< it begins with a date whose year does not stand first in full
  bool yearFirst = true, dayFirst = true, monthFirst = true;
};
[[nodiscard]] PossibleOrders possibleOrders(std::string_view text);
/// Whether a text is a number that may be one of Excel's days (1954 to 2119), or a second of January 1970.
[[nodiscard]] bool mayBeExcelDays(std::string_view text);

/// Minutes ahead of UTC: "+08:00", "-0330", "+02".
[[nodiscard]] std::optional<std::int32_t> parseOffset(std::string_view text);

/// 1970 to 2099, UTC.
[[nodiscard]] constexpr bool isTimeInRange(std::int64_t ms) {
  return ms >= 0 && ms < 4'102'444'800'000;
}

}  // namespace sojourn
