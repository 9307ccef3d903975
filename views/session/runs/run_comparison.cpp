// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_comparison.h"

#include "views/session/runs/run_difference.h"

namespace sojourn::session {

FollowedRunPtr RunComparison::reference() const {
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

std::string RunComparison::differsFromReference(const FollowedRun& run) const {
  const FollowedRunPtr other = reference();
  if (!other || !run.entry.record || other->folder() == run.folder()) return {};
  return differenceWords(*run.entry.record, *other->entry.record);
}

void RunComparison::reveal(const FollowedRun& run) {
  if (revealed(run) || !hasTest(run)) return;
  m_askedAt[run.folder()] = run.entry.notes.reveals;
  m_library.editNotes(run.folder(), [](ViewerNotes& notes) { ++notes.reveals; });
}

bool RunComparison::revealed(const FollowedRun& run) const {
  const auto asked = m_askedAt.find(run.folder());
  return asked != m_askedAt.end() && run.entry.notes.reveals > asked->second;
}

const RunResults::OnSplit* RunComparison::testOf(const FollowedRun& run) const {
  return revealed(run) && hasTest(run) ? &*run.entry.results->test : nullptr;
}

}  // namespace sojourn::session
