// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/home_and_work.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "model/data/dataset/local_time.h"
#include "model/data/statistics/statistics.h"

namespace sojourn {
namespace {

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

std::string clockTime(int minute) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d", minute / 60 % 24, minute % 60);
  return text;
}

}  // namespace

const char* roleName(PlaceRole role) {
  return role == PlaceRole::Home ? "Home" : "Work";
}

std::string RoleProposal::reason(const RoleRules& rules) const {
  const bool home = role == PlaceRole::Home;
  const std::string hoursOfDay = home
                                     ? clockTime(rules.nightBegin) + " and " + clockTime(rules.nightEnd)
                                     : clockTime(rules.workBegin) + " and " + clockTime(rules.workEnd) + " on weekdays";
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
