// SPDX-License-Identifier: GPL-3.0-or-later
// What places and users are called: by the dataset, by the person at the screen, and by a guess from nights and days.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/core/result.h"
#include "model/data/background/districts.h"
#include "model/data/dataset/dataset.h"
#include "model/data/statistics/statistics.h"

namespace sojourn::session {

/// Where a name comes from. Later ones win over earlier ones.
enum class NameSource {
  Default,    ///< "Place 14"
  Proposed,   ///< "Home?" or "Work?" of the user in question, from night and day stays
  Confirmed,  ///< Home or Work of the user in question, confirmed by a person
  Dataset,    ///< the places file beside the dataset
  Given,      ///< named in place, or by a CSV of labels
};

/// Home and Work of one user, as far as the stays tell; absent where no place stands out.
struct UserRoles {
  std::optional<RoleProposal> home;
  std::optional<RoleProposal> work;
};
using Proposals = std::unordered_map<UserId, UserRoles>;

/// Proposals of model/data for every user, from the train split where there is one, else from the largest split.
/// `offsetMinutes` moves the recorded times to local ones. Progress counts sequences; none where it was cancelled.
[[nodiscard]] Proposals proposeRoles(const Dataset& dataset, std::int32_t offsetMinutes, const Progress& progress = {},
                                     const CancelToken& cancel = {});

/// How many users get another Home or Work than before, one more or one less, of those with a proposal before or now.
struct RoleChange {
  std::size_t users = 0;
  std::size_t changed = 0;
  std::size_t swapped = 0;  ///< of those: what was Home is Work now, and what was Work is Home
};
[[nodiscard]] RoleChange compareProposals(const Proposals& before, const Proposals& now);

/// Home and Work that a person has confirmed for one user; 0: not confirmed.
struct ConfirmedRoles {
  LocationId home = 0;
  LocationId work = 0;
  bool operator==(const ConfirmedRoles&) const = default;
};

/// Labels given by a person, by id.
struct GivenNames {
  std::map<LocationId, std::string> places;
  std::map<UserId, std::string> users;
  std::map<UserId, ConfirmedRoles> roles;
  bool operator==(const GivenNames&) const = default;
};

/// Reads a CSV of labels into `names`: a head line with `location_id` (or `location`) or `user_id` (or `user`), and
/// `name` (or `label`); other columns are ignored. Answers with how many names it took. At most 64 MB.
[[nodiscard]] Result<std::size_t> readLabels(const std::filesystem::path& file, GivenNames& names);

/// Names of all places and users of one dataset. Home and Work belong to a user, so a place is named for a user.
/// Owner thread only.
class PlaceNaming {
 public:
  PlaceNaming() = default;
  explicit PlaceNaming(std::shared_ptr<const Dataset> dataset) : m_dataset(std::move(dataset)) {}

  /// "Home", "Bakery, Elm Street", "Place 14"; "Home?" while Home is only proposed. User 0: no user in particular,
  /// without Home and Work.
  [[nodiscard]] std::string name(LocationId location, UserId user = 0) const;
  [[nodiscard]] NameSource source(LocationId location, UserId user = 0) const;
  /// Everything a presenter needs for one user's sample: names with that user's Home and Work, and coordinates.
  /// For use at once: the next call may end it.
  [[nodiscard]] const PlaceNames& forUser(UserId user) const;
  /// "Anna" or "User 3".
  [[nodiscard]] std::string userName(UserId user) const;
  [[nodiscard]] bool hasUserName(UserId user) const;

  /// An empty name takes the given one back.
  void setPlaceName(LocationId location, std::string name);
  void setUserName(UserId user, std::string name);
  [[nodiscard]] const GivenNames& given() const { return m_given; }
  void setGiven(GivenNames names);

  [[nodiscard]] const Proposals& proposals() const { return m_proposals; }
  /// Turns "Home?" into "Home" for this user; nothing where the place is not proposed for the user.
  void confirmProposal(LocationId location, UserId user);
  /// The same for every user.
  void confirmAllProposals();
  /// Takes a confirmed Home or Work back.
  void withdrawRole(LocationId location, UserId user);
  /// Why a place is called Home or Work for this user ("41 stays, 246 h, ..."); empty where it is not.
  [[nodiscard]] std::string proposalReason(LocationId location, UserId user) const;
  void setProposals(Proposals proposals);
  [[nodiscard]] bool proposalsShown() const { return m_proposalsShown; }
  void setProposalsShown(bool shown);

  /// Locations that carry this name for everyone (letter case does not matter).
  [[nodiscard]] std::vector<LocationId> placesNamed(std::string_view name) const;
  [[nodiscard]] std::vector<UserId> usersNamed(std::string_view name) const;
  /// Where places lie; null: no districts are known.
  void setDistricts(std::shared_ptr<const PlaceDistricts> districts) { m_districts = std::move(districts); }
  [[nodiscard]] const std::shared_ptr<const PlaceDistricts>& districts() const { return m_districts; }
  /// Locations in the district of this name (letter case does not matter); nothing where there is no such district.
  [[nodiscard]] std::optional<std::vector<LocationId>> placesInDistrict(std::string_view name) const;
  /// Locations that carry this name for one user only (Home, Work), by user; "Home" also finds "Home?".
  [[nodiscard]] std::unordered_map<UserId, std::vector<LocationId>> placesNamedForUsers(std::string_view name) const;
  /// The order of names, for sorting a column of places; "Place 9" before "Place 14".
  [[nodiscard]] std::vector<std::uint32_t> placeOrder() const;
  [[nodiscard]] const std::shared_ptr<const Dataset>& dataset() const { return m_dataset; }

 private:
  [[nodiscard]] const std::string* givenName(LocationId location) const;
  [[nodiscard]] bool datasetHasName(LocationId location) const;
  struct ShownRole {
    PlaceRole role = PlaceRole::Home;
    const RoleProposal* proposal = nullptr;  ///< null: confirmed
    [[nodiscard]] std::string name() const;
  };
  /// The role under which a place is shown for a user: nothing where it has a better name, or none.
  [[nodiscard]] std::optional<ShownRole> shownRole(LocationId location, UserId user) const;

  std::shared_ptr<const Dataset> m_dataset;
  GivenNames m_given;
  Proposals m_proposals;
  bool m_proposalsShown = true;
  std::shared_ptr<const PlaceDistricts> m_districts;
  mutable std::unordered_map<UserId, PlaceNames> m_forUser;  ///< made when asked for
};

/// Numbers in texts compare as numbers, letters without regard to case: "Place 9" < "place 14".
[[nodiscard]] bool naturallyLess(std::string_view a, std::string_view b);

}  // namespace sojourn::session
