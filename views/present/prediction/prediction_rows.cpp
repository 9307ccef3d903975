// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/prediction/prediction_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sojourn::present {

bool atFloor(const Candidate& candidate) {
  static const double logOfFloor = std::log(probabilityFloor);
  const double mass = double{candidate.copied} + double{candidate.generated};
  return mass <= probabilityFloor && candidate.logProbability >= logOfFloor - 1e-3;
}

std::vector<std::size_t> PredictionRows::shown() const {
  std::vector<std::size_t> rows(first);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (farTarget) rows.push_back(*farTarget);
  return rows;
}

PredictionRows choosePredictionRows(const Inspection& inspection, std::size_t places) {
  const auto& ranking = inspection.ranking;
  PredictionRows rows;
  rows.first = std::clamp<std::size_t>(places, 1, std::max<std::size_t>(1, ranking.size()));
  rows.first = std::min(rows.first, ranking.size());
  const std::size_t target = inspection.targetRank.value_or(0);
  if (target > rows.first && target <= ranking.size()) {
    rows.farTarget = target - 1;
    if (rows.first > 1) --rows.first;
  }
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    rows.sum += ranking[i].probability;
    if (atFloor(ranking[i])) ++rows.floorCount;
    if (i < rows.first || rows.farTarget == i) continue;
    ++rows.others;
    rows.othersCopied += ranking[i].copied;
    rows.othersGenerated += ranking[i].generated;
  }
  return rows;
}

}  // namespace sojourn::present
