// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/log_gaps.h"

#include <algorithm>
#include <cmath>

namespace sojourn::session {

std::set<std::int64_t> epochsBehindGaps(const RunHistory& log) {
  std::set<std::int64_t> epochs;
  const std::vector<StepGap> gaps = stepGaps(log);
  std::int64_t epoch = 0, afterStep = 0;
  for (const auto& ended : log.epochs) {
    // No epoch is missing where a gap lies within one.
    const bool missing = ended.event.epoch > epoch + 1 && std::ranges::any_of(gaps, [&](const StepGap& gap) {
                           return afterStep <= gap.after && gap.after < ended.afterStep;
                         });
    if (missing) epochs.insert(ended.event.epoch);
    epoch = ended.event.epoch;
    afterStep = ended.afterStep;
  }
  return epochs;
}

std::vector<std::span<const ValidationFigures>> unbrokenLosses(std::span<const ValidationFigures> figures,
                                                               const std::set<std::int64_t>& behindGaps) {
  std::vector<std::span<const ValidationFigures>> pieces;
  std::size_t begin = 0;
  const auto endAt = [&](std::size_t end) {
    if (end > begin) pieces.push_back(figures.subspan(begin, end - begin));
  };
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const bool broken = !std::isfinite(figures[i].loss);
    if (!broken && !behindGaps.contains(figures[i].epoch)) continue;
    endAt(i);
    begin = broken ? i + 1 : i;
  }
  endAt(figures.size());
  return pieces;
}

}  // namespace sojourn::session
