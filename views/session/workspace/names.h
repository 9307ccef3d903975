// SPDX-License-Identifier: GPL-3.0-or-later
// How places, users and times are shown: names that were given, Home and Work as they are proposed, and the zone.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "model/core/cancel.h"
#include "views/session/async/worker.h"
#include "views/session/place_names/place_naming.h"
#include "views/session/workspace/jobs.h"

namespace sojourn::session {

class Workspace;

/// Announces Change::Names and Change::Time. Owner thread only.
class Names {
 public:
  /// `workspace` has the dataset, the sample and the settings.
  explicit Names(Workspace& workspace);
  ~Names();
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  [[nodiscard]] const PlaceNaming& naming() const { return m_naming; }
  /// Names as they are for the user of the sample in front.
  [[nodiscard]] const PlaceNames& ofSample() const;
  void setPlaceName(LocationId location, std::string name);
  void setUserName(UserId user, std::string name);
  /// CSV of labels for places or users. An error becomes a banner; names taken before it stay.
  void importLabels(const std::filesystem::path& csv);
  /// Of the dataset's places, for filters, slices and colours; null: none are known.
  void setDistricts(std::shared_ptr<const PlaceDistricts> districts);

  void setProposalsShown(bool shown);
  /// No proposals are on their way.
  [[nodiscard]] bool settled() const { return m_awaited == 0; }
  /// "Home?" becomes "Home", for the user of the sample; for every user.
  void confirmProposal(LocationId location);
  void confirmAllProposals();
  /// Takes a confirmed Home or Work back, for the user of the sample.
  void withdrawRole(LocationId location);

  /// Minutes added to recorded times on screen; what the model reads never changes.
  [[nodiscard]] std::int32_t displayOffsetMinutes() const { return m_offset; }
  /// How many users get another Home and Work by it becomes a banner.
  void setDisplayOffsetMinutes(std::int32_t minutes);
  /// What the places' longitude suggests, to be offered and never assumed; absent without coordinates.
  [[nodiscard]] std::optional<std::int32_t> suggestedOffsetMinutes() const;

  // ---- for the workspace
  /// Another dataset is open, or none; `offset`: absent: as its settings say.
  void reset(std::optional<std::int32_t> offset);
  /// Begins to propose Home and Work, and offers a zone.
  void propose();

 private:
  void notify();
  void requestProposals();
  void advanceProposals(std::uint64_t number, std::size_t done, std::size_t total);
  void takeProposals(std::uint64_t number, Proposals proposals);
  void cancelProposals();
  void offerZone();
  void reportRoleChange(const Proposals& before);

  Workspace& m_workspace;
  Observers& m_observers;
  PlaceNaming m_naming;
  std::int32_t m_offset = 0;
  std::uint64_t m_last = 0, m_awaited = 0;  ///< numbers of requests for proposals; 0: none is awaited
  CancelToken m_cancel;
  std::chrono::steady_clock::time_point m_started{};
  JobId m_job = 0;                             ///< there from the first report on: short ones come and go unseen
  bool m_missing = false;                      ///< proposals were cancelled
  std::optional<Proposals> m_proposalsBefore;  ///< of the zone before; absent: the zone did not change
  Worker m_worker;                             ///< last: its work is over before anything it reaches goes
};

}  // namespace sojourn::session
