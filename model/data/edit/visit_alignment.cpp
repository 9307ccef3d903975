// SPDX-License-Identifier: GPL-3.0-or-later
// Finds which visit of one sequence is which of another.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "model/data/edit/sequence_edit.h"

namespace sojourn {
namespace {

/// Tables beyond this are not worth their memory: sequences of thousands of visits are no windows.
constexpr std::size_t largestTable = 4'000'000;

bool sameStay(const Visit& a, const Visit& b) {
  return a.location == b.location && a.weekday == b.weekday && a.startMinute == b.startMinute &&
         a.durationMinutes == b.durationMinutes;
}

/// How much two visits have in common: 0 nothing, 1 day and time or the place, 2 the place and a time of the same day.
std::uint32_t similarity(const Visit& a, const Visit& b) {
  const bool place = a.location == b.location;
  const bool day = a.weekday == b.weekday;
  if (place && day) return 3;
  if (place) return 2;
  return day && a.startMinute == b.startMinute ? 1 : 0;
}

/// A stretch of both sequences: [begin, end) of each.
struct Stretch {
  std::size_t before = 0, beforeEnd = 0, now = 0, nowEnd = 0;
};

/// Pairs within a stretch that keep both orders and have the greatest sum of `worth`.
template <class Worth>
std::vector<std::pair<std::size_t, std::size_t>> bestPairs(const Stretch& in, const Worth& worth) {
  const std::size_t rows = in.beforeEnd - in.before, columns = in.nowEnd - in.now;
  if (rows == 0 || columns == 0 || rows > largestTable / columns) return {};
  // best[i][j]: of what begins at i and j.
  std::vector<std::uint32_t> best((rows + 1) * (columns + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return best[i * (columns + 1) + j]; };
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      const std::uint32_t gain = worth(in.before + i, in.now + j);
      at(i, j) = std::max({at(i + 1, j), at(i, j + 1), gain > 0 ? gain + at(i + 1, j + 1) : 0});
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    const std::uint32_t gain = worth(in.before + i, in.now + j);
    if (gain > 0 && at(i, j) == gain + at(i + 1, j + 1)) {
      pairs.emplace_back(in.before + i++, in.now + j++);
    } else if (at(i, j) == at(i + 1, j)) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

}  // namespace

std::vector<std::optional<std::size_t>> alignVisits(const Sequence& before, const Sequence& now) {
  std::vector<std::optional<std::size_t>> found(now.visits.size());
  const Stretch whole{0, before.visits.size(), 0, now.visits.size()};
  const auto same = [&](std::size_t i, std::size_t j) {
    return sameStay(before.visits[i], now.visits[j]) ? std::uint32_t{1} : 0;
  };
  const auto alike = [&](std::size_t i, std::size_t j) { return similarity(before.visits[i], now.visits[j]); };
  auto anchors = bestPairs(whole, same);
  anchors.emplace_back(whole.beforeEnd, whole.nowEnd);
  Stretch gap{0, 0, 0, 0};
  for (const auto& [i, j] : anchors) {
    gap.beforeEnd = i;
    gap.nowEnd = j;
    for (const auto& [was, is] : bestPairs(gap, alike)) found[is] = was;
    if (j < now.visits.size()) found[j] = i;
    gap.before = i + 1;
    gap.now = j + 1;
  }
  return found;
}

}  // namespace sojourn
