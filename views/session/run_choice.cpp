// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/run_choice.h"

#include <algorithm>

namespace sojourn::session {
namespace {

/// So many runs are in the curves before anybody has chosen: as many as there are colours.
constexpr std::size_t chosenAtFirst = 6;

}  // namespace

void RunChoice::add(const std::filesystem::path& run, const FollowedRun* seen) {
  giveColor(run, seen);
  m_chosen.insert(run);
}

void RunChoice::addFirst(const std::vector<FollowedRunPtr>& runs, const std::filesystem::path& source) {
  std::vector<FollowedRunPtr> candidates;
  for (const FollowedRunPtr& run : runs) {
    if (liesIn(run->folder(), source) && !run->entry.notes.archived) candidates.push_back(run);
  }
  const auto created = [](const FollowedRunPtr& run) {
    return run->entry.record ? run->entry.record->created : std::string();
  };
  std::ranges::stable_sort(candidates, std::ranges::greater(), created);
  std::size_t taken = m_chosen.size();
  for (const FollowedRunPtr& run : candidates) {
    if (taken >= chosenAtFirst && run->folder() != source) break;
    if (!m_chosen.contains(run->folder())) ++taken;
    add(run->folder(), run.get());
  }
}

void RunChoice::forget(const std::function<bool(const std::filesystem::path&)>& gone) {
  std::erase_if(m_chosen, gone);
  std::erase_if(m_colors, [&](const auto& one) { return gone(one.first); });
}

std::optional<std::size_t> RunChoice::colorOf(const std::filesystem::path& run) const {
  const auto found = m_colors.find(run);
  return found == m_colors.end() ? std::nullopt : std::optional(found->second);
}

bool RunChoice::referenceLine(const FollowedRun& run) const {
  if (const auto told = m_references.find(run.folder().string()); told != m_references.end()) return told->second;
  return run.entry.imported && run.entry.imported->format == ImportFormat::TrainingLog;
}

void RunChoice::setReferenceLine(const std::filesystem::path& run, bool reference, const FollowedRun* seen) {
  m_references[run.string()] = reference;
  if (reference) m_colors.erase(run);
  if (!reference && m_chosen.contains(run)) giveColor(run, seen);
}

/// The first that no run in the curves has; where all are taken, the next beyond them.
void RunChoice::giveColor(const std::filesystem::path& run, const FollowedRun* seen) {
  if (m_colors.contains(run) || (seen && referenceLine(*seen))) return;
  std::set<std::size_t> taken;
  for (const auto& [folder, color] : m_colors) {
    if (m_chosen.contains(folder)) taken.insert(color);
  }
  std::size_t color = 0;
  while (taken.contains(color)) ++color;
  m_colors[run] = color;
}

}  // namespace sojourn::session
