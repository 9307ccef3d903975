// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_groups.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "model/core/translation.h"
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

std::vector<SeedGroup> groupsBySeed(std::span<const FollowedRunPtr> runs, std::size_t smallest) {
  std::vector<SeedGroup> groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i]->entry.record) continue;
    std::string key = seedGroupKey(*runs[i]->entry.record);
    if (key.empty()) continue;
    const auto [place, isNew] = places.try_emplace(key, groups.size());
    if (isNew) groups.push_back({.key = std::move(key)});
    groups[place->second].members.push_back(i);
  }
  std::erase_if(groups, [&](const SeedGroup& group) { return group.members.size() < smallest; });
  for (SeedGroup& group : groups) count(group, runs);
  return groups;
}

std::string seedText(const SeedGroup& group) {
  const std::size_t n = group.counted.size();
  std::string text = std::to_string(n);
  if (n < group.members.size()) text += tr(" of %1", {std::to_string(group.members.size())});
  if (group.members.size() == 1)
    text += tr(group.repeated > 0 ? " run" : " seed");
  else
    text += tr(group.repeated > 0 ? " runs" : " seeds");
  const auto add = [&](std::size_t number, const char* what) {
    if (number > 0) text += ", " + std::to_string(number) + " " + tr(what);
  };
  add(group.steered, "steered");
  add(group.unfinished, "not finished");
  add(group.repeated, "with a repeated seed");
  return text;
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

int compareKeys(const SortKey& a, const SortKey& b, bool descending) {
  const bool finiteA = a.number && std::isfinite(*a.number), finiteB = b.number && std::isfinite(*b.number);
  if (finiteA != finiteB) return finiteA ? -1 : 1;
  if (!finiteA && a.text.has_value() != b.text.has_value()) return a.text ? -1 : 1;
  const bool less = finiteA ? *a.number < *b.number : a.text < b.text;
  const bool more = finiteA ? *a.number > *b.number : a.text > b.text;
  if (!less && !more) return 0;
  return less != descending ? -1 : 1;
}

std::vector<RunRow> arrangedRows(std::size_t runs, std::span<const SeedGroup> groups,
                                 const std::function<bool(int run)>& accepts,
                                 const std::function<bool(const RunRow&, const RunRow&)>& before,
                                 const std::set<std::string>& folded) {
  std::vector<std::string> groupOfRun(runs);
  for (const SeedGroup& group : groups)
    for (const std::size_t member : group.members) groupOfRun[member] = group.key;
  std::vector<RunRow> top;
  std::map<std::string, std::vector<RunRow>> members;
  for (int run = 0; run < static_cast<int>(runs); ++run) {
    if (!accepts(run)) continue;
    RunRow row{.run = run, .group = groupOfRun[static_cast<std::size_t>(run)]};
    std::vector<RunRow>& rows = row.member() ? members[row.group] : top;
    if (row.member() && rows.empty()) top.push_back({.run = -1, .group = row.group});
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(top, before);
  std::vector<RunRow> rows;
  for (const RunRow& row : top) {
    rows.push_back(row);
    if (row.run >= 0 || folded.contains(row.group)) continue;
    std::ranges::stable_sort(members[row.group], before);
    std::ranges::move(members[row.group], std::back_inserter(rows));
  }
  return rows;
}

}  // namespace sojourn::session
