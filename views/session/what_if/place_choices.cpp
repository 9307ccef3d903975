// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/place_choices.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/edit/sequence_flags.h"
#include "model/data/statistics/statistics.h"

namespace sojourn::session {
namespace {

constexpr std::size_t mostFrequent = 10;
constexpr std::size_t mostNear = 20;

std::string lowered(std::string_view text) {
  std::string low(text);
  std::ranges::transform(low, low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return low;
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return tr(count == 1 ? one : many, {std::to_string(count)});
}

/// Takes each place once.
class Gathering {
 public:
  Gathering(const Workspace& workspace, LocationId below) : m_workspace(workspace), m_below(below) {}

  void add(LocationId location, PlaceNearness nearness, std::string why) {
    if (location < unseenLocation || location >= m_below || !m_taken.insert(location).second) return;
    const UserId user = m_workspace.sequence()->user;
    m_choices.push_back({location, m_workspace.names().naming().name(location, user), nearness, std::move(why)});
  }
  [[nodiscard]] std::vector<PlaceChoice> take() { return std::move(m_choices); }

 private:
  const Workspace& m_workspace;
  LocationId m_below;
  std::set<LocationId> m_taken;
  std::vector<PlaceChoice> m_choices;
};

void addOfSequence(Gathering& into, const Sequence& sequence) {
  std::map<LocationId, std::size_t> visits;
  for (const Visit& visit : sequence.visits) ++visits[visit.location];
  std::vector<std::pair<LocationId, std::size_t>> most(visits.begin(), visits.end());
  std::ranges::stable_sort(most, std::greater(), [](const auto& entry) { return entry.second; });
  for (const auto& [location, count] : most) {
    into.add(location, PlaceNearness::InSequence, counted(count, "%1 visit here", "%1 visits here"));
  }
}

void addNear(Gathering& into, const PlaceNames& places, LocationId from) {
  const auto here = places.coordinates(from);
  if (!here) return;
  std::vector<std::pair<double, LocationId>> near;
  for (const auto& [location, where] : places.allCoordinates())
    near.emplace_back(distanceKilometres(*here, where), location);
  std::ranges::sort(near);
  for (std::size_t i = 0; i < std::min(near.size(), mostNear); ++i) {
    into.add(near[i].second, PlaceNearness::Near,
             tr("%1 km away", {fixedNumber(near[i].first, near[i].first < 10 ? 1 : 0)}));
  }
}

}  // namespace

std::vector<PlaceChoice> placeChoices(const Workspace& workspace, LocationId from) {
  const DatasetPtr& dataset = workspace.dataset();
  if (!dataset || !workspace.sequence()) return {};
  LocationId below = dataset->numLocations;
  if (workspace.model())
    below = std::min<LocationId>(below, static_cast<LocationId>(workspace.model()->sizes.locations));
  Gathering gathering(workspace, below);
  addOfSequence(gathering, *workspace.sequence());
  if (const SequenceSet* train = dataset->split(Split::Train)) {
    for (const FrequentPlace& place : frequentPlaces(*train, workspace.sequence()->user, mostFrequent)) {
      gathering.add(place.location, PlaceNearness::Frequent,
                    counted(place.stays, "%1 stay", "%1 stays") + ", " + fixedNumber(place.share * 100, 0) + " %");
    }
  }
  addNear(gathering, dataset->places, from);
  for (LocationId location = unseenLocation; location < below; ++location) {
    gathering.add(location, PlaceNearness::Other, "");
  }
  return gathering.take();
}

bool placeMatches(const PlaceChoice& choice, std::string_view typed) {
  const std::string name = lowered(choice.name), words = lowered(typed);
  for (std::size_t at = words.find_first_not_of(' '); at != std::string::npos; at = words.find_first_not_of(' ', at)) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    if (name.find(word) == std::string::npos && word != std::to_string(choice.location)) return false;
    at = end;
  }
  return true;
}

}  // namespace sojourn::session
