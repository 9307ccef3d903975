// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/steps/prepared_visits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

constexpr EpochMs msPerMinute = 60'000;

/// Removes the visits whose part is rare; gives how many different parts went.
/// Gives how many parts went; `most` becomes the most visits of one.
template <class PartOf>
std::int64_t dropRare(std::vector<PreparedVisit>& visits, int least, const PartOf& partOf, std::int64_t& most) {
  std::unordered_map<std::uint32_t, std::int64_t> counts;
  for (const PreparedVisit& visit : visits) most = std::max(most, ++counts[partOf(visit)]);
  std::erase_if(visits, [&](const PreparedVisit& visit) { return counts[partOf(visit)] < least; });
  return std::ranges::count_if(counts, [least](const auto& part) { return part.second < least; });
}

}  // namespace

std::int64_t mergeVisits(std::vector<RecordedVisit>& rows, double mergeGapMinutes) {
  const EpochMs gap = std::llround(mergeGapMinutes * msPerMinute);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RecordedVisit* before = kept > 0 ? &rows[kept - 1] : nullptr;
    if (before && before->user == rows[i].user && before->place == rows[i].place &&
        rows[i].start - before->end <= gap) {
      before->end = std::max(before->end, rows[i].end);
    } else {
      rows[kept++] = rows[i];
    }
  }
  const auto merged = static_cast<std::int64_t>(rows.size() - kept);
  rows.resize(kept);
  return merged;
}

VisitCalendar putOnCalendar(std::span<const RecordedVisit> rows, const TimeZone& zone) {
  VisitCalendar calendar;
  calendar.visits.reserve(rows.size());
  std::unordered_map<std::uint32_t, std::int32_t> firstDays;
  for (const RecordedVisit& row : rows) {
    const ClockTime clock =
        row.offsetMinutes ? TimeZone::fixed(*row.offsetMinutes).clockAt(row.start) : zone.clockAt(row.start);
    const auto day = static_cast<std::int32_t>(clock.day);
    const auto [first, isNew] = firstDays.try_emplace(row.user, day);
    first->second = std::min(first->second, day);
    calendar.visits.push_back({.start = row.start,
                               .end = row.end,
                               .user = row.user,
                               .place = row.place,
                               .day = day,
                               .weekday = clock.weekday,
                               .minute = clock.minute,
                               .minutes = saturateCast<std::int32_t>(floorDivide(row.end - row.start, msPerMinute))});
  }
  for (PreparedVisit& visit : calendar.visits) visit.day -= firstDays[visit.user];
  std::ranges::stable_sort(calendar.visits, {}, [](const PreparedVisit& visit) {
    return std::tuple(visit.user, visit.day, visit.minute, visit.start);
  });
  for (std::size_t i = 1; i < calendar.visits.size(); ++i) {
    const PreparedVisit &before = calendar.visits[i - 1], &visit = calendar.visits[i];
    calendar.clockReversals += visit.user == before.user && visit.start < before.start ? 1 : 0;
  }
  return calendar;
}

RareParts dropRareParts(std::vector<PreparedVisit>& visits, int minUserVisits, int minPlaceVisits) {
  RareParts rare;
  const auto user = [](const PreparedVisit& visit) { return visit.user; };
  const auto place = [](const PreparedVisit& visit) { return visit.place; };
  rare.users = dropRare(visits, minUserVisits, user, rare.mostOfUser);
  rare.places = dropRare(visits, minPlaceVisits, place, rare.mostOfPlace);
  return rare;
}

}  // namespace sojourn
