// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_groups.h"

#include <algorithm>
#include <map>
#include <set>

#include "views/session/runs/run_difference.h"

namespace sojourn::session {
namespace {

void count(SeedGroup& group, std::span<const FollowedRunPtr> runs) {
  std::vector<std::size_t> byAge = group.members;
  std::ranges::stable_sort(byAge, {}, [&](std::size_t i) { return runs[i]->entry.record->created; });
  std::set<std::string> seeds;
  for (const std::size_t i : byAge) {
    if (isSteered(*runs[i])) {
      ++group.steered;
    } else if (standingOf(*runs[i]) != RunStanding::Finished) {
      ++group.unfinished;
    } else if (!seeds.insert(seedOf(*runs[i]->entry.record)).second) {
      ++group.repeated;
    } else {
      group.counted.push_back(i);
    }
  }
  std::ranges::sort(group.counted);
}

}  // namespace

bool isSteered(const FollowedRun& run) {
  if (run.entry.notes.steered) return true;
  return run.outline && std::ranges::any_of(run.outline->controls, [](const auto& control) {
           return control.event.command == "set_learning_rate" && control.event.answer == ControlAnswer::Done;
         });
}

std::vector<SeedGroup> groupsBySeed(std::span<const FollowedRunPtr> runs) {
  std::vector<SeedGroup> groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i]->entry.record) continue;
    std::string key = seedGroupKey(*runs[i]->entry.record);
    if (key.empty()) continue;
    const auto [place, isNew] = places.try_emplace(key, groups.size());
    if (isNew) groups.push_back({.key = std::move(key), .members = {}, .counted = {}});
    groups[place->second].members.push_back(i);
  }
  std::erase_if(groups, [](const SeedGroup& group) { return group.members.size() < 2; });
  for (SeedGroup& group : groups) count(group, runs);
  return groups;
}

std::string seedWords(const SeedGroup& group) {
  const std::size_t n = group.counted.size();
  std::string words = std::to_string(n);
  if (n < group.members.size()) words += " of " + std::to_string(group.members.size());
  const char* one = group.repeated > 0 ? " run" : " seed";
  words += one + std::string(group.members.size() == 1 ? "" : "s");
  const auto add = [&](std::size_t number, const char* what) {
    if (number > 0) words += ", " + std::to_string(number) + " " + what;
  };
  add(group.steered, "steered");
  add(group.unfinished, "not finished");
  add(group.repeated, "with a repeated seed");
  return words;
}

std::string groupTitle(const SeedGroup& group, std::span<const FollowedRunPtr> runs) {
  std::string common = runs[group.members.front()]->entry.title();
  for (const std::size_t i : group.members) {
    const std::string title = runs[i]->entry.title();
    const auto differs = std::ranges::mismatch(common, title);
    common.erase(differs.in1, common.end());
  }
  constexpr std::string_view signs = "-_/ ,.:";
  const std::size_t sign = common.find_last_of(signs);
  common.resize(sign == std::string::npos ? 0 : sign);
  const std::size_t end = common.find_last_not_of(signs);
  common.resize(end == std::string::npos ? 0 : end + 1);
  return common.empty() ? runs[group.members.front()]->entry.record->model : common;
}

Spread spreadOver(const SeedGroup& group, const std::function<std::optional<double>(std::size_t run)>& figure) {
  std::vector<double> values;
  for (const std::size_t i : group.counted) {
    if (const std::optional<double> value = figure(i)) values.push_back(*value);
  }
  return spreadOf(values);
}

}  // namespace sojourn::session
