// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that differ in nothing but their seed, and what their figures say together: the default way to compare.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/spread.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {

/// At least two runs of one model, dataset and configuration.
struct SeedGroup {
  std::string key;                   ///< names the group as long as its configuration is there
  std::vector<std::size_t> members;  ///< indexes of the runs, in their order
  /// Those whose figures enter the means: finished, not steered, of each seed the one that was made first.
  std::vector<std::size_t> counted;
  std::size_t unfinished = 0, steered = 0, repeated = 0;  ///< why the others do not; the first reason counts
};

/// In the order of their first members. A run without a seed in its configuration belongs to no group.
[[nodiscard]] std::vector<SeedGroup> groupsBySeed(std::span<const FollowedRunPtr> runs);

/// Its learning rate was changed while it was trained: by its notes, or as its log says.
[[nodiscard]] bool isSteered(const FollowedRun& run);

/// "5 seeds", "4 of 6 seeds, 1 steered, 1 not finished"
[[nodiscard]] std::string seedWords(const SeedGroup& group);
/// What the members' names begin with, up to a sign that ends a word: "v45-hot" of v45-hot-s1, v45-hot-s2; else the
/// model. May be the beginning of a longer name: "v45" of v45-s1, v45-s2.
[[nodiscard]] std::string groupTitle(const SeedGroup& group, std::span<const FollowedRunPtr> runs);

/// The spread of a figure over the group's counted runs; those without it are left out.
[[nodiscard]] Spread spreadOver(const SeedGroup& group,
                                const std::function<std::optional<double>(std::size_t run)>& figure);

}  // namespace sojourn::session
