// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that differ in nothing but their seed: what their figures say together, and their rows in a table of runs.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/core/spread.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {

/// Runs of one model, dataset and configuration.
struct SeedGroup {
  std::string key;                        ///< names the group as long as its configuration is there
  std::vector<std::size_t> members = {};  ///< indexes of the runs, in their order
  /// Those whose figures enter the means: finished, not steered, of each seed the one that was made first.
  std::vector<std::size_t> counted = {};
  std::size_t unfinished = 0, steered = 0, repeated = 0;  ///< why the others do not; the first reason counts
};

/// Those of at least `smallest` runs, in the order of their first members. A run without a seed in its configuration
/// belongs to no group.
[[nodiscard]] std::vector<SeedGroup> groupsBySeed(std::span<const FollowedRunPtr> runs, std::size_t smallest = 2);

/// Its learning rate was changed while it was trained: by its notes, or as its log says.
[[nodiscard]] bool isSteered(const FollowedRun& run);

/// "5 seeds", "4 of 6 seeds, 1 steered, 1 not finished"
[[nodiscard]] std::string seedText(const SeedGroup& group);
/// What the members' names begin with, up to a sign that ends a word: "v45-hot" of v45-hot-s1, v45-hot-s2; else the
/// model. May be the beginning of a longer name: "v45" of v45-s1, v45-s2.
[[nodiscard]] std::string groupTitle(const SeedGroup& group, std::span<const FollowedRunPtr> runs);

/// The spread of a figure over the group's counted runs; those without it are left out.
[[nodiscard]] Spread spreadOver(const SeedGroup& group,
                                const std::function<std::optional<double>(std::size_t run)>& figure);

/// A run by its index, or a group by its key; a run below its group knows both, and is the same without it.
struct RunRow {
  int run = -1;
  std::string group;
  [[nodiscard]] std::pair<int, std::string> identity() const { return {run, run < 0 ? group : std::string()}; }
  [[nodiscard]] bool member() const { return run >= 0 && !group.empty(); }
};

/// What a row is sorted by in a column; absent figures stand last in both directions.
struct SortKey {
  std::optional<double> number = {};  ///< one that is not finite is absent
  std::optional<std::string> text = {};
};
/// Below 0 where `a` comes first, 0 where the names of the rows decide.
[[nodiscard]] int compareKeys(const SortKey& a, const SortKey& b, bool descending);

/// The accepted runs in their order, those of a group below its line, or not where it is folded.
[[nodiscard]] std::vector<RunRow> arrangedRows(std::size_t runs, std::span<const SeedGroup> groups,
                                               const std::function<bool(int run)>& accepts,
                                               const std::function<bool(const RunRow&, const RunRow&)>& before,
                                               const std::set<std::string>& folded = {});

}  // namespace sojourn::session
