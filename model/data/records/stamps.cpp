// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/stamps.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>

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
  return (hour * 60 + minute) * msPerMinute + second * 1000;
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
  if (text.empty()) return Stamp{ms, true};
  if (text == "Z") return Stamp{ms};
  const auto offset = parseOffset(text);
  if (!offset) return std::nullopt;
  return Stamp{ms - *offset * msPerMinute};
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
  return Stamp{*date + clock - *offset * msPerMinute};
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
  return Stamp{negative ? -ms : ms};
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

std::optional<Stamp> parseStamp(std::string_view text, char separator) {
  if (const auto stamp = isoStamp(text, separator)) return stamp;
  if (const auto stamp = unixStamp(text)) return stamp;
  return wordedStamp(text);
}

}  // namespace sojourn
