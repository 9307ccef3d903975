// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/time_zone.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include <date/tz.h>

#include "model/core/text.h"
#include "model/core/typing_errors.h"
#include "model/data/records/stamps.h"

namespace sojourn {
namespace {

using std::chrono::milliseconds;

/// Letters alone in lower case: "Europe/Zurich" and "europe zurich" are the same.
std::string zoneLetters(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
  }
  return letters;
}

/// The three names most like the one asked for, by the whole name or by what follows its last slash.
std::vector<std::string> similarZones(std::string_view asked) {
  constexpr std::size_t longest = 64;
  const std::string wanted = zoneLetters(asked.substr(0, longest));
  std::vector<std::pair<std::size_t, std::string>> names;
  for (const date::time_zone& zone : date::get_tzdb().zones) {
    const std::string& name = zone.name();
    const std::string city = zoneLetters(std::string_view(name).substr(name.rfind('/') + 1));
    names.emplace_back(std::min(typingErrors(wanted, zoneLetters(name)), typingErrors(wanted, city)), name);
  }
  std::ranges::sort(names);
  std::vector<std::string> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 3); ++i) best.push_back(names[i].second);
  return best;
}

}  // namespace

std::string dateText(std::int64_t day) {
  const date::year_month_day date{date::sys_days(date::days(day))};
  const auto two = [](unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(static_cast<int>(date.year())) + '-' + two(static_cast<unsigned>(date.month())) + '-' +
         two(static_cast<unsigned>(date.day()));
}

struct TimeZone::Zone {
  const date::time_zone* rules = nullptr;  ///< of the tz database, which lives as long as the program; null: fixed
  std::int64_t offsetMs = 0;               ///< ahead of UTC, where it is fixed
};

Result<TimeZone> TimeZone::find(std::string_view name) {
  if (name == "UTC" || name == "Z") return fixed(0);
  if (const auto offset = parseOffset(name)) return fixed(*offset);
  const std::string shown = escapeForDisplay(name);
  try {
    const auto& zones = date::get_tzdb().zones;
    const auto found = std::ranges::find(zones, name, [](const date::time_zone& zone) { return zone.name(); });
    // Files of the database, but of no place: what they mean depends on the machine.
    const bool ofTheMachine = name == "localtime" || name == "posixrules" || name == "Factory";
    if (found == zones.end() || ofTheMachine) {
      return Error{
          ErrorKind::BadUsage, "time zone", "\"" + shown + "\" is unknown",
          "use a name of the tz database, such as " + commaList(similarZones(name)) + ", or an offset such as +08:00"};
    }
    (void)found->get_info(date::sys_seconds());  // reads its rules, so that nothing can fail later
    return TimeZone(std::make_shared<const Zone>(Zone{&*found}));
  } catch (const std::exception& problem) {
    return Error{ErrorKind::Failed, "time zone " + shown,
                 "cannot be read from the tz database (" + std::string(problem.what()) + ")",
                 "install the package tzdata, or use an offset such as +08:00"};
  }
}

TimeZone TimeZone::fixed(std::int32_t minutesAheadOfUtc) {
  return TimeZone(std::make_shared<const Zone>(Zone{.offsetMs = std::int64_t{minutesAheadOfUtc} * 60'000}));
}

ClockTime TimeZone::clockAt(std::int64_t epochMs) const {
  std::int64_t local = epochMs + m_zone->offsetMs;
  if (m_zone->rules != nullptr) {
    const auto instant = std::chrono::floor<std::chrono::seconds>(date::sys_time<milliseconds>(milliseconds(epochMs)));
    local += milliseconds(m_zone->rules->get_info(instant).offset).count();
  }
  const auto day = std::chrono::floor<date::days>(milliseconds(local));
  const auto minute = std::chrono::floor<std::chrono::minutes>(milliseconds(local) - day);
  const int sinceThursday = static_cast<int>(day.count() % 7);  // 1970-01-01 was one, and weeks begin on Mondays
  return {day.count(), (sinceThursday + 7 + 3) % 7, static_cast<int>(minute.count())};
}

TimeZone::Instant TimeZone::instantOf(std::int64_t localMs) const {
  if (m_zone->rules == nullptr) return {localMs - m_zone->offsetMs};
  const date::local_time<milliseconds> local{milliseconds(localMs)};
  const date::local_info info = m_zone->rules->get_info(std::chrono::floor<std::chrono::seconds>(local));
  // Of an ambiguous time `first` is the offset before the change, which gives the earlier instant.
  if (info.result != date::local_info::nonexistent) {
    return {localMs - milliseconds(info.first.offset).count(),
            info.result == date::local_info::unique ? Reading::Unique : Reading::Ambiguous};
  }
  return {milliseconds(info.first.end.time_since_epoch()).count(), Reading::Nonexistent};
}

std::optional<TimeZone::Instant> TimeZone::instantOf(std::int64_t localMs, std::string_view letters) const {
  if (m_zone->rules == nullptr) return std::nullopt;
  const date::local_time<milliseconds> local{milliseconds(localMs)};
  const date::local_info info = m_zone->rules->get_info(std::chrono::floor<std::chrono::seconds>(local));
  if (info.result == date::local_info::nonexistent) return std::nullopt;
  if (info.first.abbrev == letters) return Instant{localMs - milliseconds(info.first.offset).count()};
  if (info.result == date::local_info::ambiguous && info.second.abbrev == letters)
    return Instant{localMs - milliseconds(info.second.offset).count()};
  return std::nullopt;
}

}  // namespace sojourn
