// SPDX-License-Identifier: GPL-3.0-or-later
// A fake profile of a split: six users, a pointer that looks a day back, four heads.
#pragma once

#include "model/results/profile.h"

namespace sojourn::present {

[[nodiscard]] inline DatasetFacts fakeFacts(std::size_t scale = 1) {
  DatasetFacts facts;
  facts.lengths = {0, 0, 0, 40 * scale, 60 * scale, 100 * scale};
  facts.n = 200 * scale;
  facts.visits = 860 * scale;
  facts.shortest = 3;
  facts.longest = 5;
  facts.medianLength = 4.5;
  facts.hourWeekday[3][10] = 150 * scale;
  facts.hourWeekday[6][23] = 50 * scale;
  for (LocationId place = 2; place < 14; ++place)
    facts.targetCounts.push_back({place, scale * 48 / static_cast<std::size_t>(place)});
  facts.lastSeen = {{1, 50 * scale, 20 * scale}, {3, 30 * scale, 0}};
  facts.targetInWindow = 80 * scale;
  facts.withinThree = {.mean = 0.375, .low = 0.3, .high = 0.45, .n = facts.n};
  facts.inWindow = {.mean = 0.4, .low = 0.32, .high = 0.48, .n = facts.n};
  facts.unseen = 30 * scale;
  facts.stays = 50 * scale;
  facts.unseenStays = 20 * scale;
  for (UserId user = 1; user <= 6; ++user) facts.users.push_back({user, (7 - static_cast<std::size_t>(user)) * scale});
  return facts;
}

[[nodiscard]] inline std::vector<ReadingBin> fakeBins(double peak, bool hours) {
  std::vector<ReadingBin> bins;
  for (int i = 0; i < 12; ++i) {
    const double times = i == 5 ? peak : 0.9;
    bins.push_back({.from = hours ? 4.0 * i : i + 1,
                    .to = hours ? 4.0 * (i + 1) : i + 1,
                    .visits = 200,
                    .weight = 0.1 * times,
                    .uniform = 0.1,
                    .timesUniform = {.mean = times, .low = times - 0.2, .high = times + 0.3, .n = 200}});
  }
  return bins;
}

[[nodiscard]] inline ModelProfile fakeModelProfile() {
  ModelProfile profile;
  profile.samplesOfHeads = 200;
  profile.uniform = {0.25, 0.25, 0.3, 0.2, 2.5, 1.2, 3.5};
  for (std::size_t h = 0; h < 4; ++h) {
    HeadRole role;
    role.layer = h / 2;
    role.head = h % 2;
    for (std::size_t f = 0; f < headFigureCount; ++f) {
      const double times = h == 1 && f == 0 ? 1.4 : 1.01;
      role.means[f] = times * profile.uniform[f];
      role.timesUniform[f] = {.mean = times, .low = times - 0.05, .high = times + 0.05, .n = 200};
    }
    profile.heads.push_back(role);
  }
  profile.attention = {{fakeBins(1.1, false), fakeBins(1.1, true)}, {fakeBins(1, false), fakeBins(1, true)}};
  for (const std::size_t range : {0U, 1U}) {
    LengthEntropy entropy{.range = range, .uniform = range == 0 ? 1.1 : 2.0, .heads = {}};
    for (std::size_t h = 0; h < 4; ++h) {
      const double times = 0.95 - 0.1 * static_cast<double>(range * h);
      entropy.heads.push_back({.mean = times, .low = times - 0.02, .high = times + 0.02, .n = 100});
    }
    profile.entropy.push_back(entropy);
  }
  for (std::size_t position = 1; position <= 12; ++position) {
    const double content = position == 2 ? 1.6 : 1.0;
    profile.scores.push_back({.position = position,
                              .content = {.mean = content, .low = content - 0.5, .high = content + 0.5, .n = 200},
                              .bias = position == 3 ? -0.05 : 0.01});
  }
  profile.pointer = Reading{fakeBins(2.8, false), fakeBins(2.8, true)};
  return profile;
}

[[nodiscard]] inline GateProfile fakeGateProfile() {
  GateProfile gate;
  gate.n = 200;
  gate.mean = 0.67;
  gate.deviation = 0.2;
  const auto add = [&](const char* by, const char* value, const char* filter, double mean) {
    gate.contexts.push_back({by, value, filter, {.mean = mean, .low = mean - 0.05, .high = mean + 0.05, .n = 100}, 6});
  };
  add("outcome", "right", "right", 0.69);
  add("outcome", "wrong", "wrong", 0.64);
  add("weekday", "Sat, Sun", "weekday:sat..sun", 0.61);
  return gate;
}

}  // namespace sojourn::present
