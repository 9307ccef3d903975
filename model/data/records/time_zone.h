// SPDX-License-Identifier: GPL-3.0-or-later
// Time zones with daylight saving: instants from clock times and back (PREPARE.md 1).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/result.h"

namespace sojourn {

/// What a clock on the wall shows.
struct ClockTime {
  std::int64_t day = 0;  ///< days since 1970-01-01 of the local calendar
  int weekday = 0;       ///< 0 = Monday .. 6 = Sunday
  int minute = 0;        ///< of the day, 0..1439
};

/// "2008-10-23" of days since 1970-01-01.
[[nodiscard]] std::string dateText(std::int64_t day);

/// A zone of the tz database, or a fixed offset. Copies are cheap; safe from several threads.
class TimeZone {
 public:
  /// A tzdb name ("Europe/Zurich", "UTC") or an offset ("+08:00"). Errors: BadUsage for an unknown one, naming similar
  /// ones.
  [[nodiscard]] static Result<TimeZone> find(std::string_view name);
  [[nodiscard]] static TimeZone fixed(std::int32_t minutesAheadOfUtc);

  /// `epochMs`: milliseconds since 1970 UTC.
  [[nodiscard]] ClockTime clockAt(std::int64_t epochMs) const;

  enum class Reading { Unique, Ambiguous, Nonexistent };
  struct Instant {
    std::int64_t epochMs = 0;
    Reading reading = Reading::Unique;
  };
  /// The instant of a local time given as milliseconds since 1970-01-01 00:00 of the same clock: the earlier one of
  /// two, the instant of the change where the clock skipped it.
  [[nodiscard]] Instant instantOf(std::int64_t localMs) const;
  /// The same where the text names its clock by letters of this zone's, "CEST"; nothing where the zone has no such
  /// clock at that time, as one of a fixed offset never has.
  [[nodiscard]] std::optional<Instant> instantOf(std::int64_t localMs, std::string_view letters) const;

 private:
  struct Zone;
  explicit TimeZone(std::shared_ptr<const Zone> zone) : m_zone(std::move(zone)) {}
  std::shared_ptr<const Zone> m_zone;
};

}  // namespace sojourn
