// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/preparation_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "model/data/io/read_split.h"
#include "model/data/steps/locations.h"

namespace sojourn {
namespace {

constexpr EpochMs msPerDay = 86'400'000;

EpochMs longestShortStay(const PrepareSettings& settings) {
  return std::llround(settings.activity * 60'000);
}

bool isExcluded(const PrepareSettings& settings, const std::string& user) {
  return std::ranges::find(settings.excludedUsers, user) != settings.excludedUsers.end();
}

}  // namespace

void StageClock::end(const char* stage) {
  const auto now = std::chrono::steady_clock::now();
  m_seconds[stage] += std::chrono::duration<double>(now - m_begin).count();
  m_begin = now;
}

Progress PreparationSteps::stage(const char* name) const {
  if (!m_progress) return {};
  return [this, name](std::size_t done, std::size_t total) { m_progress(name, done, total); };
}

void PreparationSteps::takeReport(ReadReport report) {
  m_made.counts = std::move(report.counts);
  m_made.problems = std::move(report.problems);
}

void PreparationSteps::takeStays(std::string user, EpochMs first, EpochMs last, std::span<const Staypoint> stays) {
  if (isExcluded(m_made.settings, user)) {
    ++count("users_excluded");
    return;
  }
  const auto index = static_cast<std::uint32_t>(m_made.users.size());
  for (const Staypoint& stay : stays) {
    m_made.staypoints.push_back({stay, index, stay.end - stay.start > longestShortStay(m_made.settings)});
    m_time += stay.end - stay.start;
    m_unobserved += stay.end - stay.lastInside;
  }
  m_made.users.push_back(std::move(user));
  m_spans.push_back({first, last});
}

void PreparationSteps::takeTable(VisitRecords records) {
  m_made.users = std::move(records.users);
  m_made.placesGiven = records.placesGiven;
  m_spans.resize(m_made.users.size());
  std::vector<bool> excluded(m_made.users.size());
  for (std::size_t i = 0; i < excluded.size(); ++i) excluded[i] = isExcluded(m_made.settings, m_made.users[i]);
  if (const auto n = std::ranges::count(excluded, true); n > 0) {
    count("users_excluded") = n;
    count("rows_excluded") = static_cast<std::int64_t>(
        std::erase_if(records.visits, [&](const RecordedVisit& row) { return excluded[row.user]; }));
  }
  for (const RecordedVisit& row : records.visits) {
    Span& span = m_spans[row.user];
    span.first = std::min(span.first, row.start);
    span.last = std::max(span.last, row.end);
  }
  if (records.placesGiven) {
    for (RecordedPlace& place : records.places)
      m_made.places.push_back({std::move(place.id), std::move(place.name), std::nullopt});
    for (const RecordedVisit& row : records.visits) {
      auto& centre = m_made.places[row.place].centre;
      if (!centre) centre = row.position;
    }
    m_rows = std::move(records.visits);
    return;
  }
  for (const RecordedVisit& row : records.visits)
    m_made.staypoints.push_back({{row.start, row.end, row.end, row.position.value_or(Coordinates{})},
                                 row.user,
                                 row.end - row.start > longestShortStay(m_made.settings)});
}

void PreparationSteps::endReading() {
  if (m_time > 0) m_made.unobservedShare = static_cast<double>(m_unobserved) / static_cast<double>(m_time);
  m_clock.end("reading");
}

void PreparationSteps::dropShortRecords() {
  std::vector<bool> isShort(m_spans.size());
  for (std::size_t i = 0; i < m_spans.size(); ++i) {
    const Span& span = m_spans[i];
    const EpochMs days = span.last < span.first ? -1 : floorDivide(span.last - span.first, msPerDay);  // -1: no row
    m_facts.longestRecord = std::max(m_facts.longestRecord, days);
    isShort[i] = days < m_made.settings.minDays;
  }
  count("users_under_min_days") = std::ranges::count(isShort, true);
  for (PreparedStaypoint& row : m_made.staypoints) row.active = row.active && !isShort[row.user];
  const auto gone = std::erase_if(m_rows, [&](const RecordedVisit& row) { return isShort[row.user]; });
  if (gone > 0) count("rows_of_short_records") = static_cast<std::int64_t>(gone);
}

Status PreparationSteps::locate() {
  if (m_made.placesGiven) {
    count("locations") = std::ssize(m_made.places);
    return {};
  }
  std::vector<Coordinates> centres;
  std::vector<std::uint32_t> users;
  for (const PreparedStaypoint& row : m_made.staypoints) {
    if (!row.active) continue;
    centres.push_back(row.stay.centre);
    users.push_back(row.user);
  }
  const auto found = findLocations(centres, users, m_made.settings, stage("locations"), m_cancel);
  if (!found) return found.error();
  for (std::size_t i = 0; i < found->centres.size(); ++i)
    m_made.places.push_back({std::to_string(i), {}, found->centres[i]});
  std::size_t next = 0;
  for (PreparedStaypoint& row : m_made.staypoints) {
    if (!row.active) continue;
    row.place = found->labels[next++];
    if (row.place == noiseLabel) continue;
    RecordedVisit visit;
    visit.start = row.stay.start;
    visit.end = row.stay.end;
    visit.user = row.user;
    visit.place = static_cast<std::uint32_t>(row.place);
    m_rows.push_back(visit);
  }
  count("staypoints") = std::ssize(m_made.staypoints);
  count("staypoints_active") = std::ssize(centres);
  count("staypoints_noise") = std::ranges::count(found->labels, noiseLabel);
  count("locations") = std::ssize(m_made.places);
  m_clock.end("locations");
  return {};
}

void PreparationSteps::makeVisits(const TimeZone& zone) {
  const PrepareSettings& settings = m_made.settings;
  if (settings.input.format != InputFormat::CheckinsCsv) count("merged_away") = mergeVisits(m_rows, settings.mergeGap);
  m_made.localClock = settings.timeZone != "UTC" || std::ranges::any_of(m_rows, [](const RecordedVisit& row) {
                        return row.offsetMinutes.has_value();
                      });
  VisitCalendar calendar = putOnCalendar(m_rows, zone);
  m_rows = {};
  count("clock_reversals") = calendar.clockReversals;
  m_made.visits = std::move(calendar.visits);
  const RareParts rare = dropRareParts(m_made.visits, settings.minUserVisits, settings.minPlaceVisits);
  count("users_under_min_visits") = rare.users;
  count("places_under_min_visits") = rare.places;
  m_facts.mostVisitsOfUser = rare.mostOfUser;
  m_facts.mostVisitsOfPlace = rare.mostOfPlace;
  count("visits") = std::ssize(m_made.visits);
  m_clock.end("visits");
}

Status PreparationSteps::makeAllSequences() {
  if (m_made.places.size() + 2 > static_cast<std::size_t>(largestId))
    return Error{ErrorKind::BadInput, m_made.settings.input.input.string(), "has more than 9,999,997 places",
                 "leave out rare places with --min-place-visits, or prepare it in parts"};
  m_made.sequences = makeSequences(m_made.visits, m_made.places.size(), m_made.settings);
  const PreparedSequences& made = m_made.sequences;
  if (made.bytes > datasetMemory)
    return Error{ErrorKind::BadInput, m_made.settings.input.input.string(),
                 "its sequences would take " + humanBytes(made.bytes) + ", more than the " + humanBytes(datasetMemory) +
                     " of the largest dataset",
                 "shorten --window, or prepare it in parts"};
  count("valid_targets") = made.validTargets;
  count("targets_in_first_days_of_split") = made.inFirstDays;
  count("targets_with_short_history") = made.shortHistory;
  count("users_without_targets_in_all_splits") = made.usersWithoutTargets;
  for (const Split split : allSplits) {
    const auto index = static_cast<std::size_t>(split);
    count(std::string(splitName(split)) + "_visits") = made.visits[index];
    count(std::string(splitName(split)) + "_sequences") = static_cast<std::int64_t>(made.splits[index].size());
  }
  if (made.users.empty()) m_made.refusal = refusalOfEmpty(m_made, m_facts);
  m_clock.end("sequences");
  return {};
}

}  // namespace sojourn
