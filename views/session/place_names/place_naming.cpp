// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/place_names/place_naming.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <set>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/formats/text/csv.h"

namespace sojourn::session {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool sameText(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

/// The run of digits at `at`, without leading zeros; `at` moves behind it.
std::string_view digits(std::string_view text, std::size_t& at) {
  while (at + 1 < text.size() && text[at] == '0' && isDigit(text[at + 1])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && isDigit(text[at])) ++at;
  return text.substr(begin, at - begin);
}

const SequenceSet* setForRoles(const Dataset& dataset) {
  if (const SequenceSet* train = dataset.split(Split::Train)) return train;
  const SequenceSet* largest = nullptr;
  for (const Split split : allSplits) {
    const SequenceSet* set = dataset.split(split);
    if (set && (!largest || set->size() > largest->size())) largest = set;
  }
  return largest;
}

constexpr std::uint64_t mostBytes = 64'000'000;
constexpr std::size_t longestName = 200;

std::optional<std::int32_t> wholeNumber(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

bool naturallyLess(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      const std::string_view x = digits(a, i), y = digits(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    const char x = lower(a[i++]), y = lower(b[j++]);
    if (x != y) return static_cast<unsigned char>(x) < static_cast<unsigned char>(y);
  }
  return a.size() - i < b.size() - j;
}

Proposals proposeRoles(const Dataset& dataset, std::int32_t offsetMinutes, const Progress& progress,
                       const CancelToken& cancel) {
  Proposals proposals;
  const SequenceSet* set = setForRoles(dataset);
  if (!set) return proposals;
  for (const RoleProposal& proposal : proposeHomeAndWork(*set, offsetMinutes, {}, progress, cancel)) {
    UserRoles& roles = proposals[proposal.user];
    (proposal.role == PlaceRole::Home ? roles.home : roles.work) = proposal;
  }
  return proposals;
}

RoleChange compareProposals(const Proposals& before, const Proposals& now) {
  const auto placeOf = [](const std::optional<RoleProposal>& role) { return role ? role->location : 0; };
  std::set<UserId> users;
  for (const Proposals* each : {&before, &now})
    for (const auto& [user, roles] : *each) users.insert(user);
  RoleChange change{.users = users.size(), .changed = 0, .swapped = 0};
  for (const UserId user : users) {
    const auto rolesOf = [user](const Proposals& all) {
      const auto found = all.find(user);
      return found == all.end() ? UserRoles{} : found->second;
    };
    const UserRoles then = rolesOf(before), today = rolesOf(now);
    const LocationId home = placeOf(then.home), work = placeOf(then.work);
    if (home == placeOf(today.home) && work == placeOf(today.work)) continue;
    ++change.changed;
    if (home != 0 && work != 0 && home == placeOf(today.work) && work == placeOf(today.home)) ++change.swapped;
  }
  return change;
}

const std::string* PlaceNaming::givenName(LocationId location) const {
  const auto found = m_given.places.find(location);
  return found == m_given.places.end() ? nullptr : &found->second;
}

bool PlaceNaming::datasetHasName(LocationId location) const {
  return m_dataset && m_dataset->places.hasName(location);
}

std::string PlaceNaming::ShownRole::name() const {
  return std::string(roleName(role)) + (proposal ? "?" : "");
}

std::optional<PlaceNaming::ShownRole> PlaceNaming::shownRole(LocationId location, UserId user) const {
  if (datasetHasName(location) || givenName(location)) return std::nullopt;
  const auto confirmed = m_given.roles.find(user);
  const ConfirmedRoles known = confirmed == m_given.roles.end() ? ConfirmedRoles{} : confirmed->second;
  if (location != 0 && known.home == location) return ShownRole{PlaceRole::Home, nullptr};
  if (location != 0 && known.work == location) return ShownRole{PlaceRole::Work, nullptr};
  if (!m_proposalsShown) return std::nullopt;
  const auto roles = m_proposals.find(user);
  if (roles == m_proposals.end()) return std::nullopt;
  const auto& [home, work] = roles->second;
  // A user has one Home: where it is confirmed, another one is not proposed.
  if (home && home->location == location && known.home == 0) return ShownRole{PlaceRole::Home, &*home};
  if (work && work->location == location && known.work == 0) return ShownRole{PlaceRole::Work, &*work};
  return std::nullopt;
}

void PlaceNaming::confirmProposal(LocationId location, UserId user) {
  const auto role = shownRole(location, user);
  if (!role || !role->proposal) return;
  ConfirmedRoles& confirmed = m_given.roles[user];
  (role->role == PlaceRole::Home ? confirmed.home : confirmed.work) = location;
  m_forUser.clear();
}

void PlaceNaming::confirmAllProposals() {
  for (const auto& [user, roles] : m_proposals) {
    for (const auto* role : {&roles.home, &roles.work})
      if (*role) confirmProposal((*role)->location, user);
  }
}

void PlaceNaming::withdrawRole(LocationId location, UserId user) {
  const auto found = m_given.roles.find(user);
  if (found == m_given.roles.end()) return;
  for (LocationId* role : {&found->second.home, &found->second.work})
    if (*role == location) *role = 0;
  if (found->second == ConfirmedRoles{}) m_given.roles.erase(found);
  m_forUser.clear();
}

std::string PlaceNaming::name(LocationId location, UserId user) const {
  if (const std::string* given = givenName(location)) return *given;
  if (datasetHasName(location)) return m_dataset->places.name(location);
  if (const auto role = shownRole(location, user)) return role->name();
  return PlaceNames{}.name(location);
}

NameSource PlaceNaming::source(LocationId location, UserId user) const {
  if (givenName(location)) return NameSource::Given;
  if (datasetHasName(location)) return NameSource::Dataset;
  const auto role = shownRole(location, user);
  if (!role) return NameSource::Default;
  return role->proposal ? NameSource::Proposed : NameSource::Confirmed;
}

std::string PlaceNaming::proposalReason(LocationId location, UserId user) const {
  const auto role = shownRole(location, user);
  return role && role->proposal ? role->proposal->reason() : std::string();
}

const PlaceNames& PlaceNaming::forUser(UserId user) const {
  const auto known = m_forUser.find(user);
  if (known != m_forUser.end()) return known->second;
  // A copy of all names for each user who was ever looked at would be much memory in a large dataset.
  constexpr std::size_t mostKept = 16;
  if (m_forUser.size() >= mostKept) m_forUser.clear();
  PlaceNames names = m_dataset ? m_dataset->places : PlaceNames{};
  for (const auto& [location, text] : m_given.places) names.setName(location, text);
  std::vector<LocationId> candidates;
  if (const auto roles = m_proposals.find(user); roles != m_proposals.end()) {
    for (const auto* role : {&roles->second.home, &roles->second.work})
      if (*role) candidates.push_back((*role)->location);
  }
  if (const auto confirmed = m_given.roles.find(user); confirmed != m_given.roles.end())
    candidates.insert(candidates.end(), {confirmed->second.home, confirmed->second.work});
  for (const LocationId location : candidates)
    if (const auto role = shownRole(location, user)) names.setName(location, role->name());
  return m_forUser.emplace(user, std::move(names)).first->second;
}

bool PlaceNaming::hasUserName(UserId user) const {
  if (m_given.users.contains(user)) return true;
  const auto id = static_cast<std::size_t>(user);
  return m_dataset && user >= 0 && id < m_dataset->userNames.size() && !m_dataset->userNames[id].empty();
}

std::string PlaceNaming::userName(UserId user) const {
  const auto given = m_given.users.find(user);
  if (given != m_given.users.end()) return given->second;
  if (hasUserName(user)) return m_dataset->userNames[static_cast<std::size_t>(user)];
  return "User " + std::to_string(user);
}

void PlaceNaming::setPlaceName(LocationId location, std::string name) {
  if (name.empty()) {
    m_given.places.erase(location);
  } else {
    m_given.places[location] = std::move(name);
  }
  m_forUser.clear();
}

void PlaceNaming::setUserName(UserId user, std::string name) {
  if (name.empty()) {
    m_given.users.erase(user);
  } else {
    m_given.users[user] = std::move(name);
  }
}

void PlaceNaming::setGiven(GivenNames names) {
  m_given = std::move(names);
  m_forUser.clear();
}

void PlaceNaming::setProposals(Proposals proposals) {
  m_proposals = std::move(proposals);
  m_forUser.clear();
}

void PlaceNaming::setProposalsShown(bool shown) {
  m_proposalsShown = shown;
  m_forUser.clear();
}

std::vector<LocationId> PlaceNaming::placesNamed(std::string_view wanted) const {
  std::vector<LocationId> found;
  const LocationId count = m_dataset ? m_dataset->numLocations : 0;
  for (LocationId location = 0; location < count; ++location) {
    if (sameText(name(location), wanted)) found.push_back(location);
  }
  return found;
}

std::unordered_map<UserId, std::vector<LocationId>> PlaceNaming::placesNamedForUsers(std::string_view wanted) const {
  if (wanted.ends_with('?')) wanted.remove_suffix(1);
  std::unordered_map<UserId, std::vector<LocationId>> found;
  const auto compare = [&](UserId user, LocationId location) {
    const auto role = shownRole(location, user);
    if (role && sameText(roleName(role->role), wanted)) found[user].push_back(location);
  };
  for (const auto& [user, roles] : m_proposals) {
    for (const auto* role : {&roles.home, &roles.work})
      // What is confirmed comes below.
      if (*role && source((*role)->location, user) == NameSource::Proposed) compare(user, (*role)->location);
  }
  for (const auto& [user, roles] : m_given.roles) {
    compare(user, roles.home);
    compare(user, roles.work);
  }
  return found;
}

std::vector<UserId> PlaceNaming::usersNamed(std::string_view wanted) const {
  std::vector<UserId> found;
  const UserId count = m_dataset ? m_dataset->numUsers : 0;
  for (UserId user = 0; user < count; ++user) {
    if (sameText(userName(user), wanted)) found.push_back(user);
  }
  return found;
}

std::optional<std::vector<LocationId>> PlaceNaming::placesInDistrict(std::string_view wanted) const {
  if (!m_districts) return std::nullopt;
  const auto& names = m_districts->names();
  const auto found = std::ranges::find_if(names, [&](const std::string& name) { return sameText(name, wanted); });
  if (found == names.end()) return std::nullopt;
  const auto district = static_cast<std::size_t>(found - names.begin());
  std::vector<LocationId> places;
  const LocationId count = m_dataset ? m_dataset->numLocations : 0;
  for (LocationId location = 0; location < count; ++location)
    if (m_districts->of(location) == district) places.push_back(location);
  return places;
}

std::vector<std::uint32_t> PlaceNaming::placeOrder() const {
  const auto count = static_cast<std::size_t>(std::max(0, m_dataset ? m_dataset->numLocations : 0));
  std::vector<std::string> names(count);
  for (std::size_t id = 0; id < count; ++id) names[id] = name(static_cast<LocationId>(id));
  std::vector<std::uint32_t> byName(count);
  std::iota(byName.begin(), byName.end(), 0U);
  std::ranges::stable_sort(byName, [&](std::uint32_t a, std::uint32_t b) { return naturallyLess(names[a], names[b]); });
  std::vector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[byName[i]] = static_cast<std::uint32_t>(i);
  return order;
}

Result<std::size_t> readLabels(const std::filesystem::path& file, GivenNames& names) {
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return bytes.error();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  CsvReader csv(text, file.string());
  if (const Status head = csv.readHeader(); !head) return head.error();

  const auto place = csv.column({"location_id", "location"});
  const auto user = csv.column({"user_id", "user"});
  const auto label = csv.column({"name", "label"});
  if ((!place && !user) || !label) {
    return Error{ErrorKind::BadInput, tr("%1, line 1", {file.string()}), tr("the columns for labels are missing"),
                 tr("name them location_id (or user_id) and name")};
  }
  std::size_t taken = 0;
  for (;;) {
    const auto more = csv.next();
    if (!more) return more.error();
    if (!*more) return taken;
    const std::string_view idText = csv.field(place ? *place : *user);
    const auto id = wholeNumber(idText);
    if (!id) {
      return Error{ErrorKind::BadInput, tr("%1, line %2", {file.string(), std::to_string(csv.line())}),
                   tr("\"%1\" is not an id", {escapeForDisplay(idText, 40)}), tr("write a whole number")};
    }
    if (csv.field(*label).empty()) continue;
    std::string name = escapeForDisplay(csv.field(*label), longestName);
    if (place) {
      names.places[*id] = std::move(name);
    } else {
      names.users[*id] = std::move(name);
    }
    ++taken;
  }
}

}  // namespace sojourn::session
