// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>

#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

template <std::size_t N>
void count(std::array<std::size_t, N>& counts, std::int32_t value) {
  ++counts[static_cast<std::size_t>(std::clamp<std::int32_t>(value, 0, static_cast<std::int32_t>(N) - 1))];
}

/// A stay is cut here, so that a file's absurd duration costs no time. The format's own limit is two days.
constexpr double longestStay = 7.0 * minutesPerDay;

struct Presence {
  double nightMinutes = 0, workMinutes = 0;
  std::size_t nightStays = 0, workStays = 0;
};

double overlap(double begin, double end, double otherBegin, double otherEnd) {
  return std::max(0.0, std::min(end, otherEnd) - std::max(begin, otherBegin));
}

/// Adds a stay's time within the role hours, day by day of the local calendar.
void addStay(Presence& presence, const Visit& visit, int utcOffsetMinutes, const RoleRules& rules) {
  const LocalTime start = localStart(visit, utcOffsetMinutes);
  const double duration = std::clamp(visit.durationMinutes, 0.0, longestStay);
  const double begin = start.minute;
  const double end = begin + duration;
  double night = 0;
  double work = 0;
  for (int day = 0; day * minutesPerDay < end; ++day) {
    const int midnight = day * minutesPerDay;
    night += overlap(begin, end, midnight + rules.nightBegin, midnight + rules.nightEnd);
    if ((start.weekday + day) % 7 < 5)
      work += overlap(begin, end, midnight + rules.workBegin, midnight + rules.workEnd);
  }
  presence.nightMinutes += night;
  presence.workMinutes += work;
  presence.nightStays += night > 0;
  presence.workStays += work > 0;
}

/// The place with the most minutes of a role, if the evidence is enough.
std::optional<RoleProposal> best(UserId user, const std::map<LocationId, Presence>& places, PlaceRole role,
                                 std::optional<LocationId> except, const RoleRules& rules) {
  const auto minutesOf = [role](const Presence& p) { return role == PlaceRole::Home ? p.nightMinutes : p.workMinutes; };
  double total = 0;
  const std::pair<const LocationId, Presence>* most = nullptr;
  for (const auto& entry : places) {
    total += minutesOf(entry.second);
    const bool candidate = entry.first > unseenLocation && entry.first != except;
    if (candidate && (!most || minutesOf(entry.second) > minutesOf(most->second))) most = &entry;
  }
  if (!most || total <= 0) return std::nullopt;
  const double minutes = minutesOf(most->second);
  RoleProposal proposal{.user = user,
                        .location = most->first,
                        .role = role,
                        .hours = minutes / 60,
                        .share = minutes / total,
                        .stays = role == PlaceRole::Home ? most->second.nightStays : most->second.workStays};
  if (proposal.hours < rules.leastHours || proposal.share < rules.leastShare) return std::nullopt;
  return proposal;
}

}  // namespace

Visit lastVisit(const SequenceSet& set, std::size_t row) {
  return set.visit(row, set.length(row) - 1);
}

std::vector<FrequentPlace> frequentPlaces(const SequenceSet& set, UserId user, std::size_t limit) {
  std::unordered_map<LocationId, std::size_t> stays;
  std::size_t total = 0;
  for (std::size_t row = 0; row < set.size(); ++row) {
    if (set.user(row) != user) continue;
    ++total;
    if (const LocationId location = set.locations(row).back(); location > unseenLocation) ++stays[location];
  }
  std::vector<FrequentPlace> places;
  for (const auto& [location, count] : stays) {
    places.push_back({location, count, static_cast<double>(count) / static_cast<double>(total)});
  }
  std::ranges::sort(places, [](const FrequentPlace& a, const FrequentPlace& b) {
    return a.stays != b.stays ? a.stays > b.stays : a.location < b.location;
  });
  if (places.size() > limit) places.resize(limit);
  return places;
}

std::size_t TrainingCounts::staysOf(UserId who, LocationId where) const {
  const auto theirs = stays.find(who);
  if (theirs == stays.end()) return 0;
  const auto there = theirs->second.find(where);
  return there == theirs->second.end() ? 0 : there->second;
}

TrainingCounts countTraining(const SequenceSet& set) {
  TrainingCounts counts;
  counts.visits = set.visitCount();
  for (std::size_t row = 0; row < set.size(); ++row) {
    ++counts.user[set.user(row)];
    ++counts.stays[set.user(row)][set.locations(row).back()];
    for (std::size_t i = 0; i < set.length(row); ++i) {
      const EncodedVisit visit = encode(set.visit(row, i));
      count(counts.start, visit.time);
      count(counts.duration, visit.duration);
      count(counts.weekday, visit.weekday);
      count(counts.daysAgo, visit.recency);
      ++counts.location[visit.location];
    }
  }
  return counts;
}

const char* roleName(PlaceRole role) {
  return role == PlaceRole::Home ? "Home" : "Work";
}

std::string RoleProposal::reason(const RoleRules& rules) const {
  const bool home = role == PlaceRole::Home;
  const std::string hoursOfDay = home
                                     ? clockText(rules.nightBegin) + " and " + clockText(rules.nightEnd)
                                     : clockText(rules.workBegin) + " and " + clockText(rules.workEnd) + " on weekdays";
  return std::to_string(stays) + (stays == 1 ? " stay, " : " stays, ") + std::to_string(std::lround(hours)) + " h, " +
         std::to_string(std::lround(share * 100)) + " % of the recorded time between " + hoursOfDay;
}

std::vector<RoleProposal> proposeHomeAndWork(const SequenceSet& set, int utcOffsetMinutes, const RoleRules& rules,
                                             const Progress& progress, const CancelToken& cancel) {
  constexpr std::size_t rowsBetweenLooks = 4096;
  std::map<UserId, std::map<LocationId, Presence>> users;
  for (std::size_t row = 0; row < set.size(); ++row) {
    if (row % rowsBetweenLooks == 0 && row > 0) {
      if (cancel.cancelled()) return {};
      if (progress) progress(row, set.size());
    }
    const Visit visit = lastVisit(set, row);
    addStay(users[set.user(row)][visit.location], visit, utcOffsetMinutes, rules);
  }
  std::vector<RoleProposal> proposals;
  for (const auto& [user, places] : users) {
    const auto home = best(user, places, PlaceRole::Home, std::nullopt, rules);
    const auto work = best(user, places, PlaceRole::Work, home ? std::optional(home->location) : std::nullopt, rules);
    if (home) proposals.push_back(*home);
    if (work) proposals.push_back(*work);
  }
  return proposals;
}

}  // namespace sojourn
