// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/training_curves_seeds.h"

#include <map>
#include <set>
#include <string_view>

#include "model/core/translation.h"
#include "views/present/runs/run_figures.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {

std::size_t SeedsInCurves::seeds(std::span<const CurveRun> runs) const {
  std::set<std::string_view> known;
  std::size_t unknown = 0;
  for (const std::size_t member : members) {
    if (runs[member].seed.empty())
      ++unknown;
    else
      known.insert(runs[member].seed);
  }
  return known.size() + unknown;
}

std::vector<SeedsInCurves> seedsIn(std::span<const CurveRun> runs, const CurveOptions& options) {
  std::vector<SeedsInCurves> groups;
  if (!options.grouped || (options.x != CurveX::Epoch && options.x != CurveX::Step)) return groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].group.empty()) continue;
    const auto [place, isNew] = places.try_emplace(runs[i].group, groups.size());
    if (isNew) groups.emplace_back();
    groups[place->second].members.push_back(i);
  }
  std::erase_if(groups, [](const SeedsInCurves& group) { return group.members.size() < 2; });
  return groups;
}

std::string groupText(const SeedsInCurves& group, std::span<const CurveRun> runs) {
  const std::size_t seeds = group.seeds(runs);
  const std::size_t all = runs[group.members.front()].groupSeeds;
  return all > seeds ? tr("%1 of %2", {std::to_string(seeds), countText(all, "seed", "seeds")})
                     : seedsText(group.members.size(), seeds);
}

}  // namespace sojourn::present
