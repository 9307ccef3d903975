// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/demo/demo_city.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "model/data/dataset/visit_history.h"
#include "model/data/demo/demo_map.h"
#include "model/data/demo/demo_resident.h"

namespace sojourn {
namespace {

constexpr int windowDays = 7;
constexpr std::size_t leastVisits = 3;
constexpr int longestStayMinutes = 2880;
constexpr int dayMinutes = 24 * 60;

/// The days [first, end) of a split.
struct Part {
  int first = 0, end = 0;
};

Part partOf(Split split, int days) {
  const std::array borders{0, days * 6 / 10, days * 8 / 10, days};
  const auto index = static_cast<std::size_t>(split);
  return {borders[index], borders[index + 1]};
}

bool within(const DemoStay& stay, Part part) {
  return stay.day() >= part.first && stay.day() < part.end;
}

/// Location ids of the places, from 2 by first occurrence in train; unseenLocation for the rest.
std::vector<LocationId> numberPlaces(const DemoMap& map, const std::vector<std::vector<DemoStay>>& lives, Part train,
                                     LocationId& end) {
  std::vector<LocationId> ids(map.places().size(), unseenLocation);
  end = unseenLocation + 1;
  for (const auto& stays : lives) {
    for (const DemoStay& stay : stays) {
      if (within(stay, train) && ids[stay.place] == unseenLocation) ids[stay.place] = end++;
    }
  }
  return ids;
}

Visit asVisit(const DemoStay& stay, const std::vector<LocationId>& ids, int targetDay) {
  return {.location = ids[stay.place],
          .weekday = stay.day() % 7,
          .startMinute = stay.begin % dayMinutes,
          .durationMinutes = static_cast<double>(std::min(stay.end - stay.begin, longestStayMinutes)),
          .daysAgo = targetDay - stay.day()};
}

/// All windows of one resident within a part. The first seven days of a part only serve as history.
void appendWindows(SequenceSet& set, UserId user, const std::vector<DemoStay>& stays, Part part,
                   const std::vector<LocationId>& ids) {
  std::size_t first = 0;
  while (first < stays.size() && stays[first].day() < part.first) ++first;
  std::vector<std::int32_t> causes;
  for (std::size_t target = first; target < stays.size() && stays[target].day() < part.end; ++target) {
    const int targetDay = stays[target].day();
    if (targetDay < part.first + windowDays) continue;
    while (stays[first].day() < targetDay - windowDays) ++first;
    if (target - first < leastVisits) continue;
    Sequence sequence{.user = user, .visits = {}, .target = ids[stays[target].place]};
    for (std::size_t i = first; i < target; ++i) sequence.visits.push_back(asVisit(stays[i], ids, targetDay));
    causes.clear();
    const auto& because = stays[target].causes;
    const bool allVisible = std::ranges::all_of(because, [&](std::size_t i) { return i >= first; });
    for (const std::size_t i : because) {
      if (allVisible) causes.push_back(static_cast<std::int32_t>(i - first));
    }
    set.append(sequence, causes);
  }
}

}  // namespace

Dataset makeDemoCity(const DemoCityOptions& options) {
  assert(options.residents > 0 && options.days >= 5 * (windowDays + 1));
  DemoRandom random(options.seed);
  constexpr int housesOfFriends = 4;
  const DemoMap map(options.residents + housesOfFriends, random.fork());
  const std::vector<DemoResident> residents = makeResidents(map, options.residents, random.fork());
  std::vector<std::vector<DemoStay>> lives;
  lives.reserve(residents.size());
  for (const DemoResident& resident : residents)
    lives.push_back(liveThrough(resident, map, options.days, random.fork()));

  Dataset city;
  city.prefix = "demo_city";
  city.title = "Demo city";
  city.userNames.emplace_back();
  const std::vector<LocationId> ids = numberPlaces(map, lives, partOf(Split::Train, options.days), city.numLocations);
  for (std::size_t place = 0; place < ids.size(); ++place) {
    if (ids[place] == unseenLocation) continue;
    city.places.setName(ids[place], map[place].name);
    city.places.setCoordinates(ids[place], map[place].where);
    city.places.setRawId(ids[place], static_cast<std::int64_t>(place));
  }
  for (const Split split : allSplits) {
    SequenceSet& set = city.splits[static_cast<std::size_t>(split)].emplace();
    for (std::size_t i = 0; i < lives.size(); ++i) {
      appendWindows(set, static_cast<UserId>(i + 1), lives[i], partOf(split, options.days), ids);
    }
    city.maxSequenceLength = std::max(city.maxSequenceLength, set.longest() + 10);
  }
  for (std::size_t i = 1; i <= lives.size(); ++i) city.userNames.push_back("Resident " + std::to_string(i));
  city.numUsers = static_cast<UserId>(lives.size() + 1);
  giveHistory(city);
  return city;
}

}  // namespace sojourn
