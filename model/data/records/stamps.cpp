// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/stamps.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "model/core/text.h"

namespace sojourn {
namespace {

constexpr std::int64_t msPerMinute = 60'000;
constexpr std::int64_t msPerDay = 1440 * msPerMinute;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// The number that `count` digits at `at` are; -1 where there is something else.
int digitsAt(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return -1;
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (!isDigit(text[i])) return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

/// Milliseconds of a day: "HH:MM" or "HH:MM:SS" at `at`, which moves behind it; -1 where there is something else.
std::int64_t clockAt(std::string_view text, std::size_t& at) {
  const int hour = digitsAt(text, at, 2);
  const int minute = digitsAt(text, at + 3, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || text[at + 2] != ':') return -1;
  at += 5;
  int second = 0;
  if (at < text.size() && text[at] == ':') {
    second = digitsAt(text, at + 1, 2);
    if (second < 0 || second > 59) return -1;
    at += 3;
  }
  return (hour * 60 + minute) * msPerMinute + std::int64_t{second} * 1000;
}

/// Milliseconds of the digits behind a decimal mark at `at`, which moves behind them; -1 where there are none.
int fractionAt(std::string_view text, std::size_t& at) {
  int ms = 0;
  int weight = 100;
  const std::size_t first = ++at;
  for (; at < text.size() && isDigit(text[at]); ++at) {
    ms += weight * (text[at] - '0');
    weight /= 10;
  }
  return at == first ? -1 : ms;
}

/// Milliseconds from 1970 to a date of the calendar.
std::optional<std::int64_t> dateMs(int year, int month, int day) {
  if (year < 0 || month < 1 || day < 1) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * msPerDay;
}

std::optional<Stamp> isoStamp(std::string_view text, char separator) {
  if (text.size() < 16 || (text[4] != '-' && text[4] != '/') || text[7] != text[4]) return std::nullopt;
  if (text[10] != 'T' && text[10] != ' ' && text[10] != separator) return std::nullopt;
  const auto date = dateMs(digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2));
  std::size_t at = 11;
  const std::int64_t clock = clockAt(text, at);
  if (!date || clock < 0) return std::nullopt;
  std::int64_t ms = *date + clock;
  if (at == 19 && at < text.size() && (text[at] == '.' || text[at] == ',')) {
    const int fraction = fractionAt(text, at);
    if (fraction < 0) return std::nullopt;
    ms += fraction;
  }
  text.remove_prefix(at);
  if (text.empty()) return Stamp{.ms = ms, .local = true};
  if (text == "Z") return Stamp{.ms = ms};
  const auto offset = parseOffset(text);
  if (!offset) return std::nullopt;
  return Stamp{.ms = ms - *offset * msPerMinute};
}

/// `Tue Apr 03 18:00:09 +0000 2012`, as Twitter and Foursquare wrote it.
std::optional<Stamp> wordedStamp(std::string_view text) {
  static constexpr std::string_view days = "Mon Tue Wed Thu Fri Sat Sun ";
  static constexpr std::string_view months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";
  if (text.size() != 30 || text[10] != ' ' || text[19] != ' ' || text[25] != ' ') return std::nullopt;
  const std::size_t month = months.find(text.substr(4, 4));
  if (days.find(text.substr(0, 4)) % 4 != 0 || month % 4 != 0) return std::nullopt;
  const auto date = dateMs(digitsAt(text, 26, 4), static_cast<int>(month / 4) + 1, digitsAt(text, 8, 2));
  std::size_t at = 11;
  const std::int64_t clock = clockAt(text, at);
  const auto offset = parseOffset(text.substr(20, 5));
  if (!date || clock < 0 || at != 19 || !offset) return std::nullopt;
  return Stamp{.ms = *date + clock - *offset * msPerMinute};
}

std::optional<Stamp> unixStamp(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || !isDigit(text.front())) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc::result_out_of_range) number = std::numeric_limits<std::int64_t>::max();
  auto at = static_cast<std::size_t>(end - text.data());
  int fraction = 0;
  if (at < text.size()) {
    if (text[at] != '.' && text[at] != ',') return std::nullopt;
    fraction = fractionAt(text, at);
    if (fraction < 0 || at != text.size()) return std::nullopt;
  }
  std::int64_t ms = number / 1'000'000;
  if (number < 100'000'000'000) {
    ms = number * 1000 + fraction;
  } else if (number < 100'000'000'000'000) {
    ms = number;
  } else if (number < 100'000'000'000'000'000) {
    ms = number / 1000;
  }
  return Stamp{.ms = negative ? -ms : ms};
}

/// A date whose parts are known by what is between them: three numbers, or two and the name of a month.
struct DateText {
  std::array<int, 3> numbers{};
  std::array<std::size_t, 3> digits{};
  bool word = false;  ///< the month is named: the numbers are year, month, day
  std::size_t end = 0;
};

/// Reads up to `most` digits at `at`, which moves behind them; nothing where there are none or more.
std::optional<int> numberAt(std::string_view text, std::size_t& at, std::size_t most, std::size_t* digits = nullptr) {
  const std::size_t begin = at;
  while (at < text.size() && isDigit(text[at])) ++at;
  if (digits) *digits = at - begin;
  if (at == begin || at - begin > most) return std::nullopt;
  return digitsAt(text, begin, at - begin);
}

/// The month that a word names by its first three letters, 1 to 12; `at` moves behind the word.
std::optional<int> monthAt(std::string_view text, std::size_t& at) {
  static constexpr std::string_view months = "janfebmaraprmayjunjulaugsepoctnovdec";
  const auto isLetter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  std::string word;
  while (at < text.size() && isLetter(text[at])) word += static_cast<char>(text[at++] | 0x20);
  if (word.size() < 3) return std::nullopt;
  const std::size_t found = months.find(word.substr(0, 3));
  if (found == std::string_view::npos || found % 3 != 0) return std::nullopt;
  return static_cast<int>(found / 3) + 1;
}

/// Two digits are years from 1969 to 2068, as in POSIX.
int fullYear(int year) {
  return year >= 100 ? year : year < 69 ? 2000 + year : 1900 + year;
}

/// "2 Mar 2021", "2-Mar-2021", "Mar 2, 2021".
std::optional<DateText> wordedDateAt(std::string_view text) {
  DateText date{.word = true};
  std::size_t at = 0;
  const auto skip = [&](std::string_view marks) {
    while (at < text.size() && marks.find(text[at]) != std::string_view::npos) ++at;
  };
  std::optional<int> day, month;
  if (!text.empty() && isDigit(text.front())) {
    day = numberAt(text, at, 2);
    skip(" -./");
    month = monthAt(text, at);
  } else {
    month = monthAt(text, at);
    skip(" .");
    day = numberAt(text, at, 2);
  }
  skip(" -./,");
  const auto year = numberAt(text, at, 4);
  if (!day || !month || !year) return std::nullopt;
  date.numbers = {fullYear(*year), *month, *day};
  date.end = at;
  return date;
}

std::optional<DateText> dateAt(std::string_view text) {
  DateText date;
  std::size_t at = 0;
  char mark = 0;
  for (std::size_t i = 0; i < date.numbers.size(); ++i) {
    if (i > 0) {
      const bool marked = at < text.size() && (text[at] == '-' || text[at] == '/' || text[at] == '.');
      if (!marked || (i == 2 && text[at] != mark)) return wordedDateAt(text);
      mark = text[at++];
    }
    const auto number = numberAt(text, at, i == 1 ? 2 : 4, &date.digits[i]);
    if (!number || date.digits[i] == 3) return wordedDateAt(text);
    date.numbers[i] = *number;
  }
  if (date.digits[0] == 4 && date.digits[2] > 2) return std::nullopt;
  date.end = at;
  return date;
}

std::optional<std::int64_t> msOfDate(const DateText& date, DateOrder order) {
  const auto [a, b, c] = date.numbers;
  if (date.word || date.digits[0] == 4) return dateMs(a, b, c);
  if (order == DateOrder::DayFirst) return dateMs(fullYear(c), b, a);
  if (order == DateOrder::MonthFirst) return dateMs(fullYear(c), a, b);
  if (order == DateOrder::YearFirst && date.digits[2] <= 2) return dateMs(fullYear(a), b, c);
  return std::nullopt;
}

bool sameLetters(std::string_view text, std::string_view small) {
  return text.size() == small.size() && std::ranges::equal(text, small, {}, [](char c) {
           return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
         });
}

/// "9:05", "09:05:30.25", "9:05:30 PM": milliseconds of a day; `at` moves behind it. -1 where there is something else.
std::int64_t looseClockAt(std::string_view text, std::size_t& at) {
  const auto hour = numberAt(text, at, 2);
  if (!hour || at >= text.size() || text[at] != ':') return -1;
  const int minute = digitsAt(text, at + 1, 2);
  at += 3;
  std::int64_t ms = 0;
  if (at < text.size() && text[at] == ':') {
    const int second = digitsAt(text, at + 1, 2);
    if (second < 0 || second > 59) return -1;
    ms = std::int64_t{second} * 1000;
    at += 3;
    if (at < text.size() && (text[at] == '.' || text[at] == ',')) {
      const int fraction = fractionAt(text, at);
      if (fraction < 0) return -1;
      ms += fraction;
    }
  }
  std::size_t mark = at;
  while (mark < text.size() && text[mark] == ' ') ++mark;
  int hours = *hour;
  for (const std::string_view half : {"am", "pm", "a.m.", "p.m."}) {
    if (!sameLetters(text.substr(std::min(mark, text.size()), half.size()), half)) continue;
    if (hours < 1 || hours > 12) return -1;
    hours = hours % 12 + (half.front() == 'p' ? 12 : 0);
    at = mark + half.size();
    break;
  }
  if (hours > 23 || minute < 0 || minute > 59) return -1;
  return (hours * 60 + minute) * msPerMinute + ms;
}

/// What follows the clock time: nothing, an offset, UTC's names, or the letters of a clock.
std::optional<Stamp> withZone(std::int64_t ms, std::string_view zone) {
  while (zone.starts_with(' ')) zone.remove_prefix(1);
  if (zone.empty()) return Stamp{.ms = ms, .local = true};
  // Java writes the name behind the offset: "+01:00[Europe/Vienna]".
  if (zone.ends_with(']') && zone.find('[') != std::string_view::npos && zone.find('[') > 0)
    zone = zone.substr(0, zone.find('['));
  for (const std::string_view utc : {"utc", "gmt", "z"}) {
    if (!sameLetters(zone.substr(0, utc.size()), utc)) continue;
    const std::string_view rest = zone.substr(utc.size());
    if (rest.empty()) return Stamp{.ms = ms};
    const bool oneDigit = rest.size() == 2 && (rest[0] == '+' || rest[0] == '-') && isDigit(rest[1]);
    const auto offset = oneDigit ? parseOffset(std::string{rest[0], '0', rest[1]}) : parseOffset(rest);
    if (offset) return Stamp{.ms = ms - *offset * msPerMinute};
  }
  if (const auto offset = parseOffset(zone)) return Stamp{.ms = ms - *offset * msPerMinute};
  const bool letters =
      zone.size() >= 3 && zone.size() <= 5 && std::ranges::all_of(zone, [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!letters) return std::nullopt;
  return Stamp{.ms = ms, .local = true, .zone = zone};
}

/// As spreadsheets and people write times.
std::optional<Stamp> looseStamp(std::string_view text, char separator, DateOrder order) {
  const auto date = dateAt(text);
  const auto day = date ? msOfDate(*date, order) : std::nullopt;
  if (!day) return std::nullopt;
  std::size_t at = date->end;
  const auto isBetween = [&](std::size_t i) {
    const bool comma = text[i] == ',' && i + 1 < text.size() && text[i + 1] == ' ';  // "Mar 2, 2021, 9:05"
    return comma || text[i] == ' ' || text[i] == 'T' || text[i] == separator;
  };
  while (at < text.size() && isBetween(at)) ++at;
  if (at == date->end) return std::nullopt;
  const std::int64_t clock = looseClockAt(text, at);
  if (clock < 0) return std::nullopt;
  return withZone(*day + clock, text.substr(at));
}

/// A number with a point or a comma before its decimals.
std::optional<double> numberWithMark(std::string_view text) {
  if (text.empty() || text.size() > 40 || !isDigit(text.front())) return std::nullopt;
  std::string pointed(text);
  std::ranges::replace(pointed, ',', '.');
  return plainNumber<double>(pointed);
}

std::optional<Stamp> excelStamp(std::string_view text) {
  constexpr double days1970 = 25'569;  // from 1899-12-30
  const auto days = numberWithMark(text);
  constexpr double most = 1e6;
  if (!days || *days > most) return std::nullopt;
  return Stamp{.ms = std::llround((*days - days1970) * static_cast<double>(msPerDay)), .local = true};
}

}  // namespace

std::optional<std::int32_t> parseOffset(std::string_view text) {
  if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const int hours = digitsAt(text, 1, 2);
  int minutes = 0;
  if (text.size() == 5) {
    minutes = digitsAt(text, 3, 2);
  } else if (text.size() == 6 && text[3] == ':') {
    minutes = digitsAt(text, 4, 2);
  } else if (text.size() != 3) {
    return std::nullopt;
  }
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return std::nullopt;
  return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

std::optional<Stamp> parseStamp(std::string_view text, char separator, DateOrder order) {
  if (order == DateOrder::ExcelDays) return excelStamp(text);
  if (const auto stamp = isoStamp(text, separator)) return stamp;
  if (const auto stamp = unixStamp(text)) return stamp;
  if (const auto stamp = wordedStamp(text)) return stamp;
  return looseStamp(text, separator, order);
}

PossibleOrders possibleOrders(std::string_view text) {
  const auto date = dateAt(text);
  if (!date || date->word || date->digits[0] == 4) return {};
  const auto [a, b, c] = date->numbers;
  return {.decides = true,
          .yearFirst = date->digits[2] <= 2 && dateMs(fullYear(a), b, c).has_value(),
          .dayFirst = dateMs(fullYear(c), b, a).has_value(),
          .monthFirst = dateMs(fullYear(c), a, b).has_value()};
}

bool mayBeExcelDays(std::string_view text) {
  constexpr double first = 20'000, last = 80'000;
  const auto days = numberWithMark(text);
  return days && *days >= first && *days < last;
}

}  // namespace sojourn
