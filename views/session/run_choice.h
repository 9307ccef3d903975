// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are in the curves, in which colours, and which are lines to hold the others against.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "views/session/run_follower.h"

namespace sojourn::session {

class RunChoice {
 public:
  /// Puts a run into the curves; `seen` is null where nothing is known of it yet.
  void add(const std::filesystem::path& run, const FollowedRun* seen);
  /// Takes it out of them; its colour stays its own.
  void remove(const std::filesystem::path& run) { m_chosen.erase(run); }
  /// Of a source that nobody has chosen from, the newest runs that are not put aside, in the table's order, while there
  /// are colours; a log that was opened by its name in any case.
  void addFirst(const std::vector<FollowedRunPtr>& runs, const std::filesystem::path& source);
  /// Their colours are free again.
  void forget(const std::function<bool(const std::filesystem::path&)>& gone);

  [[nodiscard]] const std::set<std::filesystem::path>& chosen() const { return m_chosen; }
  [[nodiscard]] std::optional<std::size_t> colorOf(const std::filesystem::path& run) const;

  /// A training log unless somebody says otherwise.
  [[nodiscard]] bool referenceLine(const FollowedRun& run) const;
  void setReferenceLine(const std::filesystem::path& run, bool reference, const FollowedRun* seen);
  [[nodiscard]] const std::map<std::string, bool>& referenceLines() const { return m_references; }
  void tellReferenceLines(std::map<std::string, bool> told) { m_references = std::move(told); }

 private:
  void giveColor(const std::filesystem::path& run, const FollowedRun* seen);

  std::map<std::string, bool> m_references;  ///< what people have said
  std::set<std::filesystem::path> m_chosen;
  std::map<std::filesystem::path, std::size_t> m_colors;
};

}  // namespace sojourn::session
