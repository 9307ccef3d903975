// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_choice.h"

#include <algorithm>
#include <string_view>

#include "views/session/runs/run_groups.h"

namespace sojourn::session {
namespace {

/// So many runs are in the curves before anybody has chosen.
constexpr std::size_t chosenAtFirst = 6;
/// The seeds of the newest configuration, however few the others leave room for.
constexpr std::size_t mostSeedsAtFirst = 12;

/// FNV-1a, whose highest bits are mixed best.
std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1'099'511'628'211U;
  return hash ^ (hash >> 32U);
}

}  // namespace

std::size_t runColorIndex(const FollowedRun& run) {
  const RunRecord* record = run.entry.record.get();
  return hashOf(record && !record->id.empty() ? record->id : run.folder().string()) % runColors;
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
  std::vector<std::vector<std::size_t>> together(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) together[i] = {i};
  for (const SeedGroup& group : groupsBySeed(candidates))
    for (const std::size_t member : group.members) together[member] = group.members;
  std::size_t taken = chosen.size();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto missing = static_cast<std::size_t>(std::ranges::count_if(
        together[i], [&](std::size_t one) { return !chosen.contains(candidates[one]->folder()); }));
    const bool fits = taken + missing <= chosenAtFirst || (taken == 0 && missing <= mostSeedsAtFirst);
    if (!fits && candidates[i]->folder() != source) continue;
    taken += missing;
    for (const std::size_t one : together[i]) chosen.insert(candidates[one]->folder());
  }
}

bool RunChoice::referenceLine(const FollowedRun& run) const {
  if (const auto known = references.find(run.folder().string()); known != references.end()) return known->second;
  return run.entry.imported && run.entry.imported->format == ImportFormat::TrainingLog;
}

}  // namespace sojourn::session
