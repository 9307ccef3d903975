// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/queries/sample_evaluations.h"

#include <algorithm>
#include <span>

namespace sojourn::session {
namespace {

/// The same whatever the order of the rows.
std::uint64_t keyOf(std::span<const SampleIndex> rows) {
  std::uint64_t key = 0;
  for (const SampleIndex row : rows) {
    std::uint64_t mixed = static_cast<std::uint64_t>(row) + 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
    key += mixed ^ (mixed >> 31U);
  }
  return key;
}

}  // namespace

FilteredSamples filteredSamples(const Workspace& workspace) {
  const auto rows = workspace.samples().view().rows();
  return {.dataset = workspace.dataset(),
          .engine = workspace.engine(),
          .split = workspace.split(),
          .rows = keyOf(rows),
          .count = rows.size()};
}

std::vector<std::size_t> filteredRows(const Workspace& workspace) {
  const auto shown = workspace.samples().view().rows();
  std::vector<std::size_t> rows(shown.begin(), shown.end());
  std::ranges::sort(rows);
  return rows;
}

}  // namespace sojourn::session
