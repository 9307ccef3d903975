// SPDX-License-Identifier: GPL-3.0-or-later
// OUT/.work: the staypoints of users that are finished, kept until the dataset is, so that a preparation that was
// killed goes on from there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/core/files.h"
#include "model/data/steps/staypoints.h"

namespace sojourn {

/// All that later steps need of a user's fixes.
struct UserStays {
  std::string user;
  ReadReport report;            ///< of the user's own files
  EpochMs first = 0, last = 0;  ///< of the fixes
  std::vector<Staypoint> stays;
};

/// Names the settings and the files that are read by path, size and time of change: what is in the log is of no use for
/// others. Errors: there is nothing to read.
[[nodiscard]] Result<std::string> preparationFingerprint(const PrepareSettings& settings);

class StaypointLog {
 public:
  /// Opens OUT/.work, empty or, to resume, with what it holds; an end that was torn by a kill is cut off. Errors: the
  /// log is of other settings or another input (BadInput); it cannot be written (Failed).
  [[nodiscard]] static Result<StaypointLog> open(const std::filesystem::path& out, const std::string& fingerprint,
                                                 bool resume);
  /// What it held when it was opened.
  [[nodiscard]] std::vector<UserStays>& finished() { return m_finished; }
  [[nodiscard]] Status add(const UserStays& user);

 private:
  StaypointLog(std::filesystem::path folder, Descriptor file) : m_folder(std::move(folder)), m_file(std::move(file)) {}

  std::filesystem::path m_folder;
  Descriptor m_file;
  std::vector<UserStays> m_finished;
};

}  // namespace sojourn
