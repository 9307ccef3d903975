// SPDX-License-Identifier: GPL-3.0-or-later
// How the runs of a library are compared: with which of them, and whose test figures have been shown.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "views/session/runs/run_library.h"

namespace sojourn::session {

/// Test figures are hidden until they are asked for, run by run, for as long as the program runs; every showing is
/// counted in the run's notes. A choice by them claims too much of a single seed.
class RunComparison {
 public:
  explicit RunComparison(RunLibrary& library) : m_library(library) {}

  /// The run that the others are compared with: the marked one, else the first that was made of those in the curves,
  /// else of all. Null where no run can be read.
  [[nodiscard]] FollowedRunPtr reference() const {
    if (const FollowedRunPtr run = m_library.run(m_reference); run && run->entry.record) return run;
    FollowedRunPtr first;
    bool firstChosen = false;
    for (const FollowedRunPtr& run : m_library.runs()) {
      if (!run->entry.record) continue;
      const bool chosen = m_library.chosen(run->folder());
      if (first && firstChosen && !chosen) continue;
      const bool before = !first || chosen > firstChosen || run->entry.record->created < first->entry.record->created;
      if (before) first = run, firstChosen = chosen;
    }
    return first;
  }
  /// An empty path marks none.
  void setReference(const std::filesystem::path& run) { m_reference = run; }
  [[nodiscard]] bool marked(const FollowedRun& run) const { return run.folder() == m_reference; }

  /// Shows a run's test figures once the showing is counted on the disk; nothing where they are shown already.
  void reveal(const FollowedRun& run) {
    if (revealed(run) || !hasTest(run)) return;
    m_askedAt[run.folder()] = run.entry.notes.reveals;
    m_library.editNotes(run.folder(), [](ViewerNotes& notes) { ++notes.reveals; });
  }
  void hide(const FollowedRun& run) { m_askedAt.erase(run.folder()); }
  [[nodiscard]] bool revealed(const FollowedRun& run) const {
    const auto asked = m_askedAt.find(run.folder());
    return asked != m_askedAt.end() && run.entry.notes.reveals > asked->second;
  }
  /// The figures of the test split; null where they are hidden or there are none.
  [[nodiscard]] const RunResults::OnSplit* testOf(const FollowedRun& run) const {
    return revealed(run) && hasTest(run) ? &*run.entry.results->test : nullptr;
  }
  /// There are figures, hidden or not.
  [[nodiscard]] static bool hasTest(const FollowedRun& run) { return run.entry.results && run.entry.results->test; }

 private:
  RunLibrary& m_library;
  std::filesystem::path m_reference;
  std::map<std::filesystem::path, std::int64_t> m_askedAt;  ///< the count before it was asked: beyond it, it is counted
};

}  // namespace sojourn::session
