// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/empty_dataset.h"

#include <algorithm>
#include <optional>
#include <string>

#include "model/core/text.h"
#include "model/data/steps/locations.h"

namespace sojourn {
namespace {

/// Of a place further apart than this nobody would speak as one.
constexpr double widestEps = 2000;

Error refusal(const Preparation& made, std::string what, std::string remedy) {
  return {ErrorKind::BadInput, made.settings.input.input.string(), std::move(what), std::move(remedy)};
}

std::string flag(const char* name, double value) {
  constexpr int digits = 6;
  return std::string("--") + name + " " + shortNumber(value, digits);
}

/// The first of twice, four times, ... the distance with which staypoints make a place.
std::optional<double> epsThatWouldDo(const Preparation& made) {
  std::vector<Coordinates> centres;
  std::vector<std::uint32_t> users;
  for (const PreparedStaypoint& row : made.staypoints) {
    if (!row.active) continue;
    centres.push_back(row.stay.centre);
    users.push_back(row.user);
  }
  PrepareSettings settings = made.settings;
  while ((settings.eps *= 2) <= widestEps) {
    const auto found = findLocations(centres, users, settings);
    if (found && !found->centres.empty()) return settings.eps;
  }
  return std::nullopt;
}

Error noStays(const Preparation& made) {
  const PrepareSettings& settings = made.settings;
  if (made.staypoints.empty()) {
    return refusal(made,
                   "no one stays anywhere: no fixes lie within " + flag("dist", settings.distance) + " metres for " +
                       flag("time", settings.time) + " minutes",
                   "shorten --time, or widen --dist; see whether the records have a fix every few minutes");
  }
  EpochMs longest = 0;
  for (const PreparedStaypoint& row : made.staypoints) longest = std::max(longest, row.stay.end - row.stay.start);
  const EpochMs minutes = longest / 60'000;
  return refusal(made,
                 "no stay is long enough: the longest takes " + std::to_string(minutes) + " minutes, and " +
                     flag("activity", settings.activity) + " asks for more",
                 "set " + flag("activity", static_cast<double>(std::max<EpochMs>(minutes - 1, 0))) + " or less");
}

Error noPlaces(const Preparation& made) {
  const PrepareSettings& settings = made.settings;
  const std::string tooFew = settings.minSamples == 2 ? "no place has two visits" : "no place has enough visits";
  const auto eps = epsThatWouldDo(made);
  return refusal(made,
                 tooFew + ": no " + std::to_string(settings.minSamples) + " stays lie within " +
                     flag("eps", settings.eps) + " metres of each other, as " +
                     flag("min-samples", settings.minSamples) + " asks for",
                 (eps ? "set " + flag("eps", *eps) + " or " : std::string("set ")) + flag("min-samples", 1));
}

/// Values of a setting, or of both, with which some user has targets in all splits; the mildest first.
std::string windowsThatWouldDo(const Preparation& made) {
  const auto passes = [&](int window, int minVisits) {
    PrepareSettings settings = made.settings;
    settings.window = window;
    settings.minVisits = minVisits;
    return hasSequences(made.visits, settings);
  };
  const int window = made.settings.window, minVisits = made.settings.minVisits;
  const auto largest = [](int below, const auto& does) {
    while (--below >= 1 && !does(below)) {
    }
    return below;
  };
  const int days = largest(window, [&](int value) { return passes(value, minVisits); });
  const int visits = largest(minVisits, [&](int value) { return passes(window, value); });
  if (days > 0 && visits > 0) return flag("window", days) + " or " + flag("min-visits", visits);
  if (days > 0 || visits > 0) return days > 0 ? flag("window", days) : flag("min-visits", visits);
  const int both = largest(window, [&](int value) { return passes(value, 1); });
  return both > 0 ? flag("window", both) + " with " + flag("min-visits", 1) : std::string();
}

Error noTargets(const Preparation& made) {
  const PrepareSettings& settings = made.settings;
  const std::string would = windowsThatWouldDo(made);
  std::int32_t days = 0;
  for (const PreparedVisit& visit : made.visits) days = std::max(days, visit.day + 1);
  return refusal(made,
                 "no user has a target in all three splits: each needs visits on days beyond the first " +
                     flag("window", settings.window) + " of its split, with " + flag("min-visits", settings.minVisits) +
                     " before them; the longest record spans " + std::to_string(days) + " days",
                 (would.empty() ? std::string("longer records are needed") : "set " + would) +
                     "; the report and visits.csv say how far each step came");
}

}  // namespace

Error refusalOfEmpty(const Preparation& made, const StepFacts& facts) {
  const PrepareSettings& settings = made.settings;
  if (!made.visits.empty()) return noTargets(made);
  const auto filtered = [&](const std::string& why, const char* name, std::int64_t most) {
    return refusal(made, "every user was filtered out: " + why,
                   "set " + flag(name, static_cast<double>(most)) + " or less");
  };
  if (facts.longestRecord < settings.minDays) {
    return filtered("the longest record takes " + std::to_string(facts.longestRecord) + " days, and " +
                        flag("min-days", settings.minDays) + " asks for more",
                    "min-days", facts.longestRecord);
  }
  if (facts.mostVisitsOfUser > 0 && facts.mostVisitsOfUser < settings.minUserVisits) {
    return filtered("the one with the most visits has " + std::to_string(facts.mostVisitsOfUser) + ", and " +
                        flag("min-user-visits", settings.minUserVisits) + " asks for more",
                    "min-user-visits", facts.mostVisitsOfUser);
  }
  if (facts.mostVisitsOfUser > 0) {
    return refusal(made,
                   "every place was filtered out: the one with the most visits has " +
                       std::to_string(facts.mostVisitsOfPlace) + ", and " +
                       flag("min-place-visits", settings.minPlaceVisits) + " asks for more",
                   "set " + flag("min-place-visits", static_cast<double>(facts.mostVisitsOfPlace)) + " or less");
  }
  if (made.placesGiven) return refusal(made, "no row is left", "see what was dropped, and why, in the report");
  const bool anyActive = std::ranges::any_of(made.staypoints, &PreparedStaypoint::active);
  return anyActive ? noPlaces(made) : noStays(made);
}

}  // namespace sojourn
