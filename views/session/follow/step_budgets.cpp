// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/follow/step_budgets.h"

#include <algorithm>
#include <bit>

namespace sojourn::session {
namespace {

/// Up to the next eighth of its magnitude.
std::size_t rounded(std::size_t steps) {
  const std::size_t unit = std::max<std::size_t>(1, std::bit_floor(steps) / 8);
  return (steps + unit - 1) / unit * unit;
}

/// What each run may have, so that all of them have `most` together; absent: there is room for all.
std::optional<std::size_t> levelOf(std::vector<std::size_t> runs, std::size_t most) {
  std::ranges::sort(runs);
  std::size_t room = most;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::size_t each = room / (runs.size() - i);
    if (runs[i] > each) return each;
    room -= runs[i];
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::size_t> stepBudgets(const std::vector<AskedSteps>& sources, std::size_t most) {
  std::vector<std::size_t> known;
  for (const AskedSteps& asked : sources) {
    for (const auto& run : asked) {
      if (run) known.push_back(rounded(*run));
    }
  }
  const std::optional<std::size_t> level = levelOf(std::move(known), most);
  if (!level) return std::vector<std::size_t>(sources.size(), most);
  std::vector<std::size_t> shares;
  for (const AskedSteps& asked : sources) {
    std::size_t& share = shares.emplace_back(0);
    for (const auto& run : asked) share += run ? std::min(rounded(*run), *level) : *level;
  }
  return shares;
}

}  // namespace sojourn::session
