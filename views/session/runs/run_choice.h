// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are in the curves, which colour each run has, and which are reference lines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// So many colours runs have (present::runColor).
inline constexpr std::size_t runColors = 12;

/// The colour of a run follows from its id alone, so that every program shows it in the same one, today and tomorrow.
/// A run without an id, such as an imported log, has that of its path.
[[nodiscard]] std::size_t runColorIndex(const FollowedRun& run);

class RunChoice {
 public:
  /// Puts a run into the curves.
  void add(const std::filesystem::path& run) { m_chosen.insert(run); }
  void remove(const std::filesystem::path& run) { m_chosen.erase(run); }
  /// Of a source without a choice by hand, the newest runs that are not put aside, in the table's order, while there
  /// are fewer than six; a log that was opened by its name in any case. Of seeds of one configuration all or none.
  void addFirst(const std::vector<FollowedRunPtr>& runs, const std::filesystem::path& source);
  void forget(const std::function<bool(const std::filesystem::path&)>& gone) { std::erase_if(m_chosen, gone); }

  [[nodiscard]] const std::set<std::filesystem::path>& chosen() const { return m_chosen; }

  /// A training log unless set otherwise.
  [[nodiscard]] bool referenceLine(const FollowedRun& run) const;
  void setReferenceLine(const std::filesystem::path& run, bool reference) { m_references[run.string()] = reference; }
  [[nodiscard]] const std::map<std::string, bool>& referenceLines() const { return m_references; }
  void setReferenceLines(std::map<std::string, bool> lines) { m_references = std::move(lines); }

 private:
  std::map<std::string, bool> m_references;  ///< what people have said
  std::set<std::filesystem::path> m_chosen;
};

}  // namespace sojourn::session
