// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "model/data/dataset/local_time.h"
#include "model/evaluate/metrics.h"
#include "model/evaluate/sample_profile.h"
#include "model/evaluate/user_sums.h"

namespace sojourn {
namespace {

/// A sample as contexts look at it.
struct GateSample {
  bool right = false, inWindow = false, known = false;
  std::size_t length = 0;
  int hour = 0, weekday = 0;
};

struct ContextRule {
  const char *by, *value, *filter;
  bool (*holds)(const GateSample& sample);
};

template <std::size_t range>
constexpr ContextRule lengthRule() {
  return {"length", lengthRanges[range].name, lengthRanges[range].filter,
          [](const GateSample& s) { return lengthRanges[range].holds(s.length); }};
}

constexpr std::array contextRules{
    ContextRule{"outcome", "right", "right", [](const GateSample& s) { return s.right; }},
    ContextRule{"outcome", "wrong", "wrong", [](const GateSample& s) { return !s.right; }},
    ContextRule{"target", "in history", "in-history:yes", [](const GateSample& s) { return s.inWindow; }},
    ContextRule{"target", "not in history", "in-history:no", [](const GateSample& s) { return !s.inWindow; }},
    ContextRule{"target", "known", "known", [](const GateSample& s) { return s.known; }},
    ContextRule{"target", "unseen", "unseen", [](const GateSample& s) { return !s.known; }},
    lengthRule<0>(),
    lengthRule<1>(),
    lengthRule<2>(),
    lengthRule<3>(),
    ContextRule{"hour", "00 to 06", "hour:0..5", [](const GateSample& s) { return s.hour < 6; }},
    ContextRule{"hour", "06 to 12", "hour:6..11", [](const GateSample& s) { return s.hour >= 6 && s.hour < 12; }},
    ContextRule{"hour", "12 to 18", "hour:12..17", [](const GateSample& s) { return s.hour >= 12 && s.hour < 18; }},
    ContextRule{"hour", "18 to 24", "hour:18..23", [](const GateSample& s) { return s.hour >= 18; }},
    ContextRule{"weekday", "Mon to Fri", "weekday:mon..fri", [](const GateSample& s) { return s.weekday < 5; }},
    ContextRule{"weekday", "Sat, Sun", "weekday:sat..sun", [](const GateSample& s) { return s.weekday >= 5; }},
};

}  // namespace

GateProfile gateProfile(const SequenceSet& set, std::span<const std::size_t> rows, std::span<const Outcome> outcomes,
                        int zoneOffsetMinutes, const CancelToken& cancel) {
  const UserGroups users(set, rows);
  GateProfile profile;
  std::vector<RatioByUser> ratios(contextRules.size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto gate = static_cast<double>(outcomes[i].gate);
    if (!std::isfinite(gate)) continue;
    const std::size_t row = rows[i], length = set.length(row);
    const LocalTime last = localStart(set.visit(row, length - 1), zoneOffsetMinutes);
    const GateSample sample{.right = isCorrect(outcomes[i]),
                            .inWindow = set.targetInWindow(row),
                            .known = set.target(row) != unseenLocation,
                            .length = length,
                            .hour = last.minute / 60,
                            .weekday = last.weekday};
    ++profile.n;
    sum += gate;
    squares += gate * gate;
    for (std::size_t c = 0; c < contextRules.size(); ++c)
      if (contextRules[c].holds(sample)) addToRatio(ratios[c], users.of(set.user(row)), users.size(), gate, 1);
  }
  if (profile.n == 0) return profile;
  const auto n = static_cast<double>(profile.n);
  profile.mean = sum / n;
  profile.deviation = std::sqrt(std::max(0.0, squares / n - profile.mean * profile.mean));
  const std::vector<Estimate> estimates = estimateRatios(ratios, users.size(), userResamples, 0, cancel);
  for (std::size_t c = 0; c < contextRules.size(); ++c) {
    if (ratios[c].n == 0) continue;
    const auto present = std::ranges::count_if(ratios[c].denominator, [](double count) { return count > 0; });
    const ContextRule& rule = contextRules[c];
    profile.contexts.push_back({rule.by, rule.value, rule.filter, estimates[c], static_cast<std::size_t>(present)});
  }
  return profile;
}

}  // namespace sojourn
