// SPDX-License-Identifier: GPL-3.0-or-later
// What a report tells of people: said before it is written, as far as it is known then, and at its end.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "views/session/report/report_answers.h"

namespace sojourn::session {

/// Each counted once.
struct ReportReveals {
  std::size_t users = 0;
  std::size_t places = 0;
  std::size_t located = 0;  ///< of those, with coordinates
  std::size_t names = 0;    ///< of users and places; proposed Home and Work are none
  std::size_t visits = 0;   ///< with weekday, time and duration
  bool atLeast = false;     ///< the places that the model expects are not known yet
  bool pseudonyms = false;  ///< users and places are not under their recorded numbers

  /// "2 users, 14 places (12 with coordinates), 3 names, the times of 41 visits".
  [[nodiscard]] std::string text() const;
};

/// Collects what comes into a report. `workspace` must outlive it, and keep its dataset and names.
class RevealedPeople {
 public:
  explicit RevealedPeople(const Workspace& workspace) : m_workspace(workspace) {}

  /// A sample that the report is about.
  void addSequence(const Sequence& sequence);
  /// The open split, where a view is of all its samples.
  void addSplit();
  /// A cell of a table in a sample of that user (0: of none in particular): it may be a user or a place.
  void addText(std::string_view text, UserId user);
  [[nodiscard]] ReportReveals counted() const;

 private:
  void readNames();

  const Workspace& m_workspace;
  std::map<UserId, std::set<LocationId>> m_placesOf;  ///< shown to be a user's, or in a sample of that user
  std::size_t m_visits = 0;
  bool m_namesRead = false;
  std::unordered_map<std::string, LocationId> m_places;
  std::unordered_map<std::string, UserId> m_users;
};

/// What is known before it is written: its samples, and the split where a view is of all of it.
[[nodiscard]] ReportReveals revealedAtLeast(const Workspace& workspace, std::span<const ReportSubject> subjects,
                                            bool wholeSplit);

}  // namespace sojourn::session
