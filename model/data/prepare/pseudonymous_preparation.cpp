// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/pseudonymous_preparation.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "model/data/dataset/pseudonyms.h"

namespace sojourn {
namespace {

constexpr EpochMs week = 7LL * 24 * 60 * 60 * 1000;

/// The new index of everything that was read.
struct Renumbering {
  std::vector<std::uint32_t> users, places;
};

/// What was kept, under its new indices, ascending as before; and by old model id the new one.
std::vector<std::int32_t> renumberKept(std::vector<std::uint32_t>& kept, const std::vector<std::uint32_t>& renumbered,
                                       std::int32_t firstId) {
  std::vector<std::uint32_t> before;
  for (const std::uint32_t index : kept) before.push_back(renumbered[index]);
  kept = before;
  std::ranges::sort(kept);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(firstId));
  std::iota(ids.begin(), ids.end(), 0);
  for (const std::uint32_t index : before)
    ids.push_back(firstId + static_cast<std::int32_t>(std::ranges::lower_bound(kept, index) - kept.begin()));
  return ids;
}

/// Rows of a user follow each other, in the order of the new ids.
SequenceSet renumberedSet(const SequenceSet& set, const std::vector<std::int32_t>& users,
                          const std::vector<std::int32_t>& places) {
  const auto of = [](const std::vector<std::int32_t>& ids, std::int32_t id) {
    return ids[static_cast<std::size_t>(id)];
  };
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return of(users, set.user(row)); });
  SequenceSet made;
  made.reserve(set.size(), set.visitCount());
  for (const std::size_t row : rows) {
    Sequence sequence = set.sequence(row);
    sequence.user = of(users, sequence.user);
    for (Visit& visit : sequence.visits) visit.location = of(places, visit.location);
    sequence.target = of(places, *sequence.target);
    made.append(sequence);
  }
  return made;
}

void renumberTables(Preparation& made, const Renumbering& numbers, EpochMs shift) {
  for (PreparedStaypoint& row : made.staypoints) {
    row.user = numbers.users[row.user];
    if (row.place >= 0) row.place = static_cast<std::int32_t>(numbers.places[static_cast<std::size_t>(row.place)]);
    for (EpochMs* time : {&row.stay.start, &row.stay.end, &row.stay.lastInside}) *time += shift;
    row.stay.centre = roundedPosition(row.stay.centre);
  }
  std::ranges::stable_sort(made.staypoints, {}, [](const auto& row) { return std::tuple(row.user, row.stay.start); });
  for (PreparedVisit& visit : made.visits) {
    visit.user = numbers.users[visit.user];
    visit.place = numbers.places[visit.place];
    visit.start += shift;
    visit.end += shift;
  }
  std::ranges::stable_sort(made.visits, {}, &PreparedVisit::user);
}

}  // namespace

void usePseudonyms(Preparation& made, std::string_view seed) {
  const auto users = static_cast<UserId>(made.users.size()), places = static_cast<LocationId>(made.places.size());
  const Pseudonyms pseudonyms(seed, users + 1, places + unseenLocation + 1);
  Renumbering numbers;
  for (UserId i = 0; i < users; ++i) numbers.users.push_back(static_cast<std::uint32_t>(pseudonyms.user(i + 1) - 1));
  constexpr LocationId firstPlace = unseenLocation + 1;
  for (LocationId i = 0; i < places; ++i)
    numbers.places.push_back(static_cast<std::uint32_t>(pseudonyms.location(i + firstPlace) - firstPlace));

  for (std::size_t i = 0; i < made.users.size(); ++i) made.users[i] = "user-" + std::to_string(i + 1);
  std::vector<PreparedPlace> renumbered(made.places.size());
  for (std::size_t i = 0; i < made.places.size(); ++i) {
    const std::uint32_t index = numbers.places[i];
    renumbered[index].id = std::to_string(index);
    if (made.places[i].centre) renumbered[index].centre = roundedPosition(*made.places[i].centre);
  }
  made.places = std::move(renumbered);
  renumberTables(made, numbers, -week * pseudonymWeeks(seed));

  const std::vector<std::int32_t> userIds = renumberKept(made.sequences.users, numbers.users, 1);
  const std::vector<std::int32_t> placeIds = renumberKept(made.sequences.places, numbers.places, firstPlace);
  for (SequenceSet& set : made.sequences.splits) set = renumberedSet(set, userIds, placeIds);

  made.settings.input.input.clear();
  made.settings.excludedUsers.clear();
  const std::size_t withheld = made.problems.size();
  made.problems.clear();
  if (withheld > 0)
    made.problems.push_back({Severity::Notice, "",
                             std::to_string(withheld) + " notices are left out, which may quote users and times",
                             "who prepared the dataset has seen them"});
}

}  // namespace sojourn
