// SPDX-License-Identifier: GPL-3.0-or-later
// A model that can be computed by hand, for tests of what edits do: P(y) is the share of the window's time spent at y.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "model/results/outcome.h"

namespace sojourn::test {

[[nodiscard]] inline PredictionSummaries answersByDuration(std::span<const Sequence> sequences,
                                                           std::span<const LocationId> chosen) {
  PredictionSummaries found{.answers = {}, .chosen = chosen.size(), .probabilities = {}};
  for (const Sequence& sequence : sequences) {
    std::map<LocationId, double> minutes;
    double all = 1e-9;
    for (const Visit& visit : sequence.visits) {
      minutes[visit.location] += visit.durationMinutes;
      all += visit.durationMinutes;
    }
    PredictionSummary answer{.first = 0, .firstProbability = -1, .secondProbability = 0, .gate = 0.5F, .entropy = 0};
    for (const auto& [location, spent] : minutes) {
      const auto share = static_cast<float>(spent / all);
      if (share > 0) answer.entropy -= share * std::log(share);
      if (share > answer.firstProbability) {
        answer.secondProbability = std::max(answer.firstProbability, 0.0F);
        answer.first = location;
        answer.firstProbability = share;
      } else if (share > answer.secondProbability) {
        answer.secondProbability = share;
      }
    }
    found.answers.push_back(answer);
    for (const LocationId location : chosen) {
      const auto place = minutes.find(location);
      found.probabilities.push_back(place == minutes.end() ? 0 : static_cast<float>(place->second / all));
    }
  }
  return found;
}

}  // namespace sojourn::test
