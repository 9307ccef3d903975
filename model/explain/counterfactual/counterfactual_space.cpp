// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/counterfactual/counterfactual_space.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/data/dataset/local_time.h"
#include "model/data/dataset/sequence.h"
#include "model/data/edit/sequence_flags.h"
#include "model/core/random.h"

namespace sojourn {
namespace {

constexpr std::int32_t mostDurationBins = static_cast<std::int32_t>(longestStayMinutes) / minutesPerDurationBin;
constexpr int startNoiseMinutes = 15, durationNoiseMinutes = 30;

double shareOf(std::size_t count, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(count) / static_cast<double>(whole);
}

/// The other starts of the same day, whole quarters of an hour away.
std::vector<std::int32_t> otherStarts(const Visit& visit) {
  std::vector<std::int32_t> starts;
  const std::int32_t within = ((visit.startMinute % minutesPerTimeSlot) + minutesPerTimeSlot) % minutesPerTimeSlot;
  for (std::int32_t start = within; start < minutesPerDay; start += minutesPerTimeSlot)
    if (start != visit.startMinute) starts.push_back(start);
  return starts;
}

class SpaceOfChanges {
 public:
  SpaceOfChanges(const Sequence& sequence, const ModelSizes& sizes, const ChangeKindFlags& kinds,
                 const CounterfactualContext& context)
      : m_sequence(sequence), m_sizes(sizes), m_kinds(kinds), m_training(context.training), m_places(context.places) {}

  std::vector<PlausibleChange> all() {
    for (std::size_t i = 0; i < m_sequence.visits.size(); ++i) addTimes(i);
    if (wanted(ChangeKind::Removal) && m_sequence.visits.size() > 1)
      for (std::size_t i = 0; i < m_sequence.visits.size(); ++i) add(ChangeKind::Removal, i, 0, 0);
    if (wanted(ChangeKind::User)) addUsers();
    if (wanted(ChangeKind::Location)) addPlaces();
    return std::move(m_changes);
  }

 private:
  [[nodiscard]] bool wanted(ChangeKind kind) const { return m_kinds[static_cast<std::size_t>(kind)]; }

  void add(ChangeKind kind, std::size_t visit, std::int32_t value, double plausibility) {
    m_changes.push_back({{kind, static_cast<std::uint32_t>(visit), value}, plausibility});
  }

  void addTimes(std::size_t index) {
    const Visit& visit = m_sequence.visits[index];
    for (const std::int32_t start : otherStarts(visit)) {
      const double share =
          shareOf(m_training.start[static_cast<std::size_t>(start / minutesPerTimeSlot)], m_training.visits);
      if (wanted(ChangeKind::Start)) add(ChangeKind::Start, index, start, share);
      const double left = visit.durationMinutes + visit.startMinute - start;
      if (wanted(ChangeKind::Arrival) && left >= 0 && left <= longestStayMinutes)
        add(ChangeKind::Arrival, index, start, share);
    }
    for (std::int32_t daysAgo = 0; wanted(ChangeKind::Day) && daysAgo <= mostDaysAgo; ++daysAgo)
      if (daysAgo != visit.daysAgo)
        add(ChangeKind::Day, index, daysAgo,
            shareOf(m_training.daysAgo[static_cast<std::size_t>(daysAgo)], m_training.visits));
    for (std::int32_t bin = 0; wanted(ChangeKind::Duration) && bin <= mostDurationBins; ++bin)
      if (bin != encode(visit).duration)
        add(ChangeKind::Duration, index, bin * minutesPerDurationBin,
            shareOf(m_training.duration[static_cast<std::size_t>(bin)], m_training.visits));
  }

  void addUsers() {
    std::size_t sequences = 0;
    for (const auto& [user, count] : m_training.user) sequences += count;
    for (UserId user = 1; user < m_sizes.users; ++user) {
      if (user == m_sequence.user) continue;
      const auto seen = m_training.user.find(user);
      add(ChangeKind::User, 0, user, shareOf(seen == m_training.user.end() ? 0 : seen->second, sequences));
    }
  }

  /// The places nearest to one, without it.
  [[nodiscard]] std::unordered_set<LocationId> nearestTo(LocationId location) const {
    const auto here = location > unseenLocation ? m_places.coordinates(location) : std::nullopt;
    if (!here) return {};
    std::vector<std::pair<double, LocationId>> distances;
    for (const auto& [other, where] : m_places.allCoordinates())
      if (other != location && other > unseenLocation && other < m_sizes.locations)
        distances.emplace_back(distanceKilometres(*here, where), other);
    const std::size_t count = std::min(nearPlaces, distances.size());
    std::ranges::partial_sort(distances, distances.begin() + static_cast<std::ptrdiff_t>(count));
    std::unordered_set<LocationId> nearest;
    for (std::size_t k = 0; k < count; ++k) nearest.insert(distances[k].second);
    return nearest;
  }

  void addPlaces() {
    std::unordered_set<LocationId> window;
    std::unordered_map<LocationId, std::unordered_set<LocationId>> near;
    for (const Visit& visit : m_sequence.visits) {
      window.insert(visit.location);
      if (!near.contains(visit.location)) near[visit.location] = nearestTo(visit.location);
    }
    std::size_t ownStays = 0;
    if (const auto own = m_training.stays.find(m_sequence.user); own != m_training.stays.end())
      for (const auto& [location, stays] : own->second) ownStays += stays;

    std::vector<PlausibleChange> replacements;
    for (std::size_t i = 0; i < m_sequence.visits.size(); ++i) {
      const LocationId now = m_sequence.visits[i].location;
      for (LocationId location = unseenLocation; location < m_sizes.locations; ++location) {
        if (location == now) continue;
        const std::size_t stays = m_training.staysOf(m_sequence.user, location);
        const auto seen = m_training.location.find(location);
        const double known = shareOf(seen == m_training.location.end() ? 0 : seen->second, m_training.visits);
        PlaceTier tier = PlaceTier::Rest;
        double within = known;
        if (window.contains(location)) {
          tier = PlaceTier::Window;
          within = shareOf(stays, ownStays);
        } else if (stays > 0) {
          tier = PlaceTier::Users;
          within = shareOf(stays, ownStays);
        } else if (near[now].contains(location)) {
          tier = PlaceTier::Near;
        }
        replacements.push_back(
            {{ChangeKind::Location, static_cast<std::uint32_t>(i), location}, static_cast<double>(tier) + within / 2});
      }
    }
    std::ranges::stable_sort(replacements, std::greater<>(), &PlausibleChange::plausibility);
    m_changes.insert(m_changes.end(), replacements.begin(), replacements.end());
  }

  const Sequence& m_sequence;
  const ModelSizes& m_sizes;
  const ChangeKindFlags& m_kinds;
  const TrainingCounts& m_training;
  const PlaceNames& m_places;
  std::vector<PlausibleChange> m_changes;
};

/// The edits of one change of a visit that is now at `index`.
std::vector<SequenceEdit> editsOfOne(const VisitChange& change, std::size_t index, const Visit& now) {
  switch (change.kind) {
    case ChangeKind::Start:
      return {SetStart{{index}, change.value, 0}};
    case ChangeKind::Arrival:
      // The duration first: it leaves the visit where it stands.
      return {SetDuration{{index}, now.durationMinutes + now.startMinute - change.value},
              SetStart{{index}, change.value, 0}};
    case ChangeKind::Day:
      return {SetDay{{index}, change.value, 0}};
    case ChangeKind::Duration:
      return {SetDuration{{index}, static_cast<double>(change.value)}};
    case ChangeKind::Location:
      return {ReplaceLocation{{index}, change.value}};
    case ChangeKind::Removal:
      return {RemoveVisits{{index}}};
    case ChangeKind::User:
      return {SetUser{change.value}};
  }
  return {};
}

/// Applies change after change and keeps the edits that did it.
struct Changing {
  EditedSequence state;
  std::vector<SequenceEdit> edits;

  explicit Changing(const Sequence& sequence) : state{sequence, {}} {
    for (std::size_t i = 0; i < sequence.visits.size(); ++i) state.cameFrom.emplace_back(i);
  }

  Status apply(const VisitChange& change) {
    const auto place = std::ranges::find(state.cameFrom, std::optional<std::size_t>(change.visit));
    if (place == state.cameFrom.end())
      return Error{ErrorKind::BadInput, "visit " + std::to_string(change.visit), "is not there", ""};
    const auto index = static_cast<std::size_t>(place - state.cameFrom.begin());
    for (SequenceEdit& edit : editsOfOne(change, index, state.sequence.visits[index])) {
      auto after = applyEdit(state.sequence, edit);
      if (!after) return after.error();
      for (auto& from : after->cameFrom)
        if (from) from = state.cameFrom[*from];
      state = std::move(*after);
      edits.push_back(std::move(edit));
    }
    return {};
  }
};

Result<Changing> changedBy(const Sequence& sequence, std::span<const VisitChange> changes) {
  Changing changing(sequence);
  for (const bool removals : {false, true}) {
    for (const VisitChange& change : changes) {
      if ((change.kind == ChangeKind::Removal) != removals) continue;
      if (Status status = changing.apply(change); !status) return status.error();
    }
  }
  return changing;
}

/// What of a visit a change settles, a bit each.
unsigned featuresOf(ChangeKind kind) {
  constexpr unsigned start = 1, duration = 2, day = 4, location = 8;
  switch (kind) {
    case ChangeKind::Start:
      return start;
    case ChangeKind::Arrival:
      return start | duration;
    case ChangeKind::Day:
      return day;
    case ChangeKind::Duration:
      return duration;
    case ChangeKind::Location:
      return location;
    case ChangeKind::Removal:
    case ChangeKind::User:
      break;
  }
  return start | duration | day | location;
}

}  // namespace

std::vector<PlausibleChange> singleChanges(const Sequence& sequence, const ModelSizes& sizes,
                                           const ChangeKindFlags& kinds, const CounterfactualContext& context) {
  return SpaceOfChanges(sequence, sizes, kinds, context).all();
}

bool compatible(const VisitChange& a, const VisitChange& b) {
  const bool userA = a.kind == ChangeKind::User, userB = b.kind == ChangeKind::User;
  if (userA || userB) return userA != userB;
  return a.visit != b.visit || (featuresOf(a.kind) & featuresOf(b.kind)) == 0;
}

Result<std::vector<SequenceEdit>> editsOf(const Sequence& sequence, std::span<const VisitChange> changes) {
  auto changing = changedBy(sequence, changes);
  if (!changing) return changing.error();
  return std::move(changing->edits);
}

Result<EditedSequence> withChanges(const Sequence& sequence, std::span<const VisitChange> changes) {
  auto changing = changedBy(sequence, changes);
  if (!changing) return changing.error();
  return std::move(changing->state);
}

Sequence jittered(const Sequence& sequence, int number, std::uint64_t seed) {
  Random random(seed * 1'000'003 + static_cast<std::uint64_t>(number));
  const auto noise = [&](int most) {
    return static_cast<std::int32_t>(random.below(static_cast<std::size_t>(2 * most + 1))) - most;
  };
  Sequence noisy = sequence;
  // From the latest visit on: a sequence that lacks its oldest ones has the same noise.
  for (std::size_t i = noisy.visits.size(); i-- > 0;) {
    Visit& visit = noisy.visits[i];
    visit.startMinute = std::clamp(visit.startMinute + noise(startNoiseMinutes), 0, minutesPerDay - 1);
    visit.durationMinutes = std::clamp(visit.durationMinutes + noise(durationNoiseMinutes), 0.0, longestStayMinutes);
  }
  return noisy;
}

}  // namespace sojourn
