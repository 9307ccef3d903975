// SPDX-License-Identifier: GPL-3.0-or-later
// Visits from rows of stays (PREPARE.md 2, steps 5 to 7): merged, with day and clock time, without rare users and
// places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/data/records/time_zone.h"
#include "model/data/steps/prepare_settings.h"

namespace sojourn {

/// One visit on its user's calendar.
struct PreparedVisit {
  EpochMs start = 0, end = 0;
  std::uint32_t user = 0;   ///< index in the users that were read
  std::uint32_t place = 0;  ///< index in the places before they are numbered for the model
  std::int32_t day = 0;     ///< since the user's first day
  std::int32_t weekday = 0;
  std::int32_t minute = 0;   ///< of the day
  std::int32_t minutes = 0;  ///< of the stay, rounded down
};

/// Step 5 on rows in the order of user, start: gives the number of rows that joined an earlier one.
std::int64_t mergeVisits(std::vector<RecordedVisit>& rows, double mergeGapMinutes);

struct VisitCalendar {
  std::vector<PreparedVisit> visits;  ///< in the order of user, day, minute, start
  std::int64_t clockReversals = 0;    ///< visits whose start is before that of the visit listed before them
};
/// Step 6. A row with an offset of its own has that clock.
[[nodiscard]] VisitCalendar putOnCalendar(std::span<const RecordedVisit> rows, const TimeZone& zone);

struct RareParts {
  std::int64_t users = 0, places = 0;            ///< that went
  std::int64_t mostOfUser = 0, mostOfPlace = 0;  ///< the most visits of one before anything of its kind went
};
/// Step 7, once: first users, then places.
RareParts dropRareParts(std::vector<PreparedVisit>& visits, int minUserVisits, int minPlaceVisits);

}  // namespace sojourn
