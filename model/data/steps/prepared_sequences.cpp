// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/steps/prepared_sequences.h"

#include <algorithm>

#include "model/data/io/read_split.h"

namespace sojourn {
namespace {

using Visits = std::span<const PreparedVisit>;

std::size_t indexOf(Split split) {
  return static_cast<std::size_t>(split);
}

/// The visits of one user, by split: days are in order, so each split is a run of them.
std::array<Visits, 3> splitByDays(Visits visits, const std::array<double, 3>& shares) {
  const double last = visits.back().day;
  const double train = last * shares[0], validation = last * (shares[0] + shares[1]);
  const auto before = [visits](double day) {
    return static_cast<std::size_t>(
        std::ranges::partition_point(visits, [day](const PreparedVisit& visit) { return visit.day < day; }) -
        visits.begin());
  };
  const std::size_t first = before(train), second = before(validation);
  return {visits.first(first), visits.subspan(first, second - first), visits.subspan(second)};
}

/// Calls `each` with every visit of a split, what it is as a target, and the visits of its window.
template <class Each>
void forEachTarget(Visits split, const PrepareSettings& settings, const Each& each) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < split.size(); ++i) {
    while (split[begin].day < split[i].day - settings.window) ++begin;
    const Visits window = split.subspan(begin, i - begin);
    if (split[i].day - split[0].day < settings.window)
      each(split[i], TargetKind::InFirstDays, window);
    else
      each(split[i], std::ssize(window) < settings.minVisits ? TargetKind::ShortHistory : TargetKind::Valid, window);
  }
}

struct UserRows {
  std::uint32_t user = 0;
  std::array<Visits, 3> splits;
};

/// Counts the targets of a user; whether there are some in every split.
bool countTargets(const UserRows& user, const PrepareSettings& settings, PreparedSequences& made) {
  bool everywhere = true;
  std::uint64_t bytes = 0;
  made.targets.push_back({.user = user.user});
  std::array<std::int32_t, 3>& targets = made.targets.back().targets;
  for (const Split which : allSplits) {
    const Visits split = user.splits[indexOf(which)];
    std::int32_t& valid = targets[indexOf(which)];
    forEachTarget(split, settings, [&](const PreparedVisit&, TargetKind target, Visits window) {
      valid += target == TargetKind::Valid ? 1 : 0;
      if (target == TargetKind::Valid) bytes += SequenceSet::rowBytes + window.size() * SequenceSet::visitBytes;
      made.inFirstDays += target == TargetKind::InFirstDays ? 1 : 0;
      made.shortHistory += target == TargetKind::ShortHistory ? 1 : 0;
    });
    made.validTargets += valid;
    everywhere = everywhere && valid > 0;
  }
  if (everywhere) made.bytes += bytes;
  return everywhere;
}

/// Calls `each` with every user's visits by split.
template <class Each>
void forEachUser(Visits visits, const PrepareSettings& settings, const Each& each) {
  for (std::size_t begin = 0, end = 0; begin < visits.size(); begin = end) {
    for (end = begin + 1; end < visits.size() && visits[end].user == visits[begin].user;) ++end;
    each(UserRows{visits[begin].user, splitByDays(visits.subspan(begin, end - begin), settings.split)});
  }
}

class SequenceMaker {
 public:
  SequenceMaker(const PrepareSettings& settings, std::span<const LocationId> locations)
      : m_settings(settings), m_locations(locations) {}

  void add(Visits split, UserId user, SequenceSet& into) {
    forEachTarget(split, m_settings, [&](const PreparedVisit& target, TargetKind kind, Visits window) {
      if (kind == TargetKind::Valid) append(target, window, user, into);
    });
  }

 private:
  void append(const PreparedVisit& target, Visits window, UserId user, SequenceSet& into) {
    const auto row = into.appendRow(user, m_locations[target.place], window.size());
    for (std::size_t i = 0; i < window.size(); ++i) {
      const PreparedVisit& visit = window[i];
      row.locations[i] = m_locations[visit.place];
      row.weekdays[i] = static_cast<std::int16_t>(visit.weekday);
      row.startMinutes[i] = static_cast<std::int16_t>(visit.minute);
      row.durations[i] = std::min(visit.minutes, m_settings.maxDuration - 1);
      row.daysAgo[i] = static_cast<std::int16_t>(target.day - visit.day);
    }
  }

  const PrepareSettings& m_settings;
  std::span<const LocationId> m_locations;
};

}  // namespace

PreparedSequences makeSequences(std::span<const PreparedVisit> visits, std::size_t places,
                                const PrepareSettings& settings) {
  PreparedSequences made;
  std::vector<UserRows> kept;
  forEachUser(visits, settings, [&](const UserRows& user) {
    if (countTargets(user, settings, made))
      kept.push_back(user);
    else
      ++made.usersWithoutTargets;
  });

  std::vector<bool> inTrain(places);
  for (const UserRows& user : kept) {
    made.users.push_back(user.user);
    for (const PreparedVisit& visit : user.splits[indexOf(Split::Train)]) inTrain[visit.place] = true;
    for (const Split split : allSplits) made.visits[indexOf(split)] += std::ssize(user.splits[indexOf(split)]);
  }
  std::vector<LocationId> locations(places, unseenLocation);
  for (std::uint32_t place = 0; place < places; ++place) {
    if (!inTrain[place]) continue;
    locations[place] = unseenLocation + 1 + static_cast<LocationId>(made.places.size());
    made.places.push_back(place);
  }

  if (made.bytes > datasetMemory) return made;
  SequenceMaker maker(settings, locations);
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (const Split split : allSplits)
      maker.add(kept[i].splits[indexOf(split)], static_cast<UserId>(i + 1), made.splits[indexOf(split)]);
  return made;
}

void forEachTargetKind(std::span<const PreparedVisit> visits, const PrepareSettings& settings,
                       const std::function<void(const PreparedVisit&, TargetKind)>& each) {
  forEachUser(visits, settings, [&](const UserRows& user) {
    for (const Visits split : user.splits)
      forEachTarget(split, settings, [&](const PreparedVisit& visit, TargetKind kind, Visits) { each(visit, kind); });
  });
}

bool hasSequences(std::span<const PreparedVisit> visits, const PrepareSettings& settings) {
  PreparedSequences counted;
  bool any = false;
  forEachUser(visits, settings, [&](const UserRows& user) { any = any || countTargets(user, settings, counted); });
  return any;
}

}  // namespace sojourn
