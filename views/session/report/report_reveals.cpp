// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/report/report_reveals.h"

#include <algorithm>
#include <vector>

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::session {
namespace {

std::string countedWords(std::size_t count, const char* one, const char* several) {
  return tr(count == 1 ? one : several, {groupThousands(static_cast<long long>(count))});
}

bool isNamed(NameSource source) {
  return source != NameSource::Default && source != NameSource::Proposed;
}

}  // namespace

std::string ReportReveals::text() const {
  std::string text = countedWords(users, "%1 user", "%1 users") + ", " + countedWords(places, "%1 place", "%1 places") +
                     tr(" (%1 with coordinates), ", {groupThousands(static_cast<long long>(located))}) +
                     countedWords(names, "%1 name", "%1 names") + ", " +
                     countedWords(visits, "the times of %1 visit", "the times of %1 visits");
  if (atLeast) text += tr(", and places that the model expects");
  if (pseudonyms) text += tr("; users and places under pseudonyms, positions rounded");
  return text;
}

void RevealedPeople::addSequence(const Sequence& sequence) {
  std::set<LocationId>& places = m_placesOf[sequence.user];
  for (const Visit& visit : sequence.visits) places.insert(visit.location);
  if (sequence.target) places.insert(*sequence.target);
  m_visits += sequence.visits.size();
}

void RevealedPeople::addSplit() {
  const DatasetPtr& dataset = m_workspace.dataset();
  const SequenceSet* set = dataset ? dataset->split(m_workspace.split()) : nullptr;
  if (!set) return;
  // Rows of a user mostly follow each other, and their windows overlap: most visits need no look into a tree.
  std::vector<bool> seen;
  UserId user = 0;
  std::set<LocationId>* places = nullptr;
  const auto add = [&](LocationId location) {
    const auto at = static_cast<std::size_t>(std::max(location, paddingLocation));
    if (at >= seen.size()) seen.resize(at + 1);
    if (!seen[at]) places->insert(location);
    seen[at] = true;
  };
  for (std::size_t row = 0; row < set->size(); ++row) {
    if (!places || set->user(row) != user) {
      user = set->user(row);
      places = &m_placesOf[user];
      seen.assign(seen.size(), false);
    }
    for (const LocationId location : set->locations(row)) add(location);
    add(set->target(row));
    m_visits += set->length(row);
  }
}

void RevealedPeople::readNames() {
  m_namesRead = true;
  const DatasetPtr& dataset = m_workspace.dataset();
  if (!dataset) return;
  const PlaceNaming& naming = m_workspace.names().naming();
  for (LocationId place = unseenLocation + 1; place < dataset->numLocations; ++place)
    m_places.emplace(escapeForDisplay(naming.name(place)), place);
  for (UserId user = 1; user < dataset->numUsers; ++user)
    m_users.emplace(escapeForDisplay(naming.userName(user)), user);
}

void RevealedPeople::addText(std::string_view more, UserId user) {
  if (!m_namesRead) readNames();
  const std::string text(more);
  if (const auto place = m_places.find(text); place != m_places.end()) m_placesOf[user].insert(place->second);
  if (const auto named = m_users.find(text); named != m_users.end()) m_placesOf.try_emplace(named->second);
}

ReportReveals RevealedPeople::counted() const {
  const PlaceNaming& naming = m_workspace.names().naming();
  ReportReveals reveals{.visits = m_visits, .pseudonyms = !m_workspace.pseudonyms().empty()};
  std::set<LocationId> places, named;
  for (const auto& [user, shown] : m_placesOf) {
    if (user != 0) ++reveals.users;
    if (user != 0 && naming.hasUserName(user)) ++reveals.names;
    for (const LocationId place : shown) {
      if (place <= unseenLocation) continue;
      places.insert(place);
      if (isNamed(naming.source(place, user))) named.insert(place);
    }
  }
  reveals.places = places.size();
  reveals.names += named.size();
  for (const LocationId place : places)
    if (naming.dataset() && naming.dataset()->places.coordinates(place)) ++reveals.located;
  return reveals;
}

ReportReveals revealedAtLeast(const Workspace& workspace, std::span<const ReportSubject> subjects, bool wholeSplit) {
  RevealedPeople people(workspace);
  for (const ReportSubject& subject : subjects) people.addSequence(subject.sequence);
  if (wholeSplit) people.addSplit();
  ReportReveals reveals = people.counted();
  reveals.atLeast = true;
  return reveals;
}

}  // namespace sojourn::session
