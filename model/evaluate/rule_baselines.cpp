// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/rule_baselines.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_set>

#include "model/evaluate/metrics.h"

namespace sojourn {
namespace {

using Counts = std::unordered_map<LocationId, std::size_t>;

std::vector<LocationId> byCount(const Counts& counts, const SequenceSet& train) {
  std::vector<std::pair<LocationId, std::size_t>> entries(counts.begin(), counts.end());
  std::ranges::sort(entries, [&](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second
                                : train.recordedLocation(a.first) < train.recordedLocation(b.first);
  });
  std::vector<LocationId> ranking;
  ranking.reserve(entries.size());
  for (const auto& [location, count] : entries) ranking.push_back(location);
  return ranking;
}

/// The rankings one after the other, each location where it stands first.
std::vector<LocationId> chained(std::initializer_list<const std::vector<LocationId>*> rankings) {
  std::vector<LocationId> whole;
  std::unordered_set<LocationId> listed;
  for (const auto* ranking : rankings) {
    for (const LocationId location : *ranking) {
      if (listed.insert(location).second) whole.push_back(location);
    }
  }
  return whole;
}

}  // namespace

std::vector<LocationId> rankByWindowFrequency(std::span<const LocationId> window) {
  struct Entry {
    std::size_t count = 0, last = 0;
  };
  std::unordered_map<LocationId, Entry> entries;
  for (std::size_t i = 0; i < window.size(); ++i) {
    Entry& entry = entries[window[i]];
    ++entry.count;
    entry.last = i;
  }
  std::vector<LocationId> ranking;
  ranking.reserve(entries.size());
  for (const auto& [location, entry] : entries) ranking.push_back(location);
  std::ranges::sort(ranking, [&](LocationId a, LocationId b) {
    const Entry &first = entries[a], &second = entries[b];
    return first.count != second.count ? first.count > second.count : first.last > second.last;
  });
  return ranking;
}

std::vector<LocationId> rankByRecency(std::span<const LocationId> window) {
  const std::vector<LocationId> latestFirst(window.rbegin(), window.rend());
  return chained({&latestFirst});
}

LocationId windowFrequencyAnswer(const Sequence& sequence) {
  std::vector<LocationId> window;
  window.reserve(sequence.visits.size());
  for (const Visit& visit : sequence.visits) window.push_back(visit.location);
  const std::vector<LocationId> ranking = rankByWindowFrequency(window);
  return ranking.empty() ? paddingLocation : ranking.front();
}

TargetCounts::TargetCounts(const SequenceSet& train) {
  Counts everybody;
  std::unordered_map<UserId, Counts> ofUser;
  std::unordered_map<UserId, std::unordered_map<LocationId, Counts>> after;
  for (std::size_t row = 0; row < train.size(); ++row) {
    const UserId user = train.user(row);
    const LocationId target = train.target(row);
    ++everybody[target];
    ++ofUser[user][target];
    ++after[user][train.locations(row).back()][target];
  }
  m_everybody = byCount(everybody, train);
  for (const auto& [user, counts] : ofUser) {
    OfUser& mine = m_users[user];
    mine.targets = byCount(counts, train);
    for (const auto& [last, followers] : after[user]) mine.after[last] = byCount(followers, train);
  }
}

std::vector<LocationId> TargetCounts::rankByMarkov(UserId user, LocationId last) const {
  const auto mine = m_users.find(user);
  if (mine == m_users.end()) return m_everybody;
  const auto followers = mine->second.after.find(last);
  if (followers == mine->second.after.end()) return chained({&mine->second.targets, &m_everybody});
  return chained({&followers->second, &mine->second.targets, &m_everybody});
}

std::vector<LocationId> TargetCounts::rankByUserFrequency(UserId user) const {
  const auto mine = m_users.find(user);
  return mine == m_users.end() ? m_everybody : chained({&mine->second.targets, &m_everybody});
}

Outcome withoutProbabilities(LocationId prediction, std::int32_t rank) {
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  return {.prediction = prediction,
          .probability = none,
          .targetProbability = none,
          .targetLogProbability = none,
          .meanLogProbability = none,
          .rank = rank,
          .gate = none,
          .copyShare = none,
          .pointerEntropy = none,
          .contentDeviation = none,
          .biasDeviation = none,
          .biasDivergence = none};
}

std::vector<LocationId> rankByRule(std::string_view rule, UserId user, std::span<const LocationId> window,
                                   const TargetCounts* counts) {
  if (window.empty()) return {};
  if (rule == "window_frequency") return rankByWindowFrequency(window);
  if (rule == "most_recent") return rankByRecency(window);
  if (!counts) return {};
  return rule == "user_markov" ? counts->rankByMarkov(user, window.back()) : counts->rankByUserFrequency(user);
}

Result<std::vector<Outcome>> ruleOutcomes(std::string_view rule, const SequenceSet& set,
                                          std::span<const std::size_t> rows, const SequenceSet& train,
                                          const CancelToken& cancel, const Progress& progress) {
  if (std::ranges::find(ruleNames, rule) == ruleNames.end())
    return Error{ErrorKind::BadUsage, std::string(rule), "is no rule",
                 "choose window_frequency, most_recent, user_markov or user_frequency"};
  std::optional<TargetCounts> counts;
  if (rule.starts_with("user_")) counts.emplace(train);
  std::vector<Outcome> outcomes;
  outcomes.reserve(rows.size());
  for (const std::size_t row : rows) {
    if (outcomes.size() % 256 == 0) {
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "the rules were stopped", ""};
      if (progress) progress(outcomes.size(), rows.size());
    }
    const std::vector<LocationId> answer =
        rankByRule(rule, set.user(row), set.locations(row), counts ? &*counts : nullptr);
    const auto found = std::ranges::find(answer, set.target(row));
    outcomes.push_back(
        withoutProbabilities(answer.empty() ? paddingLocation : answer.front(),
                             found == answer.end() ? 0 : static_cast<std::int32_t>(found - answer.begin()) + 1));
  }
  if (progress) progress(rows.size(), rows.size());
  return outcomes;
}

MetricsByTarget rankMetricsOf(const SequenceSet& set, std::span<const std::size_t> rows,
                              std::span<const Outcome> outcomes) {
  std::vector<RankedPrediction> answers;
  for (std::size_t i = 0; i < rows.size(); ++i)
    answers.push_back({.target = set.target(rows[i]), .prediction = outcomes[i].prediction, .rank = outcomes[i].rank});
  return metricsOf(answers);
}

Result<std::vector<RuleRow>> evaluateRules(const SequenceSet& set, const SequenceSet& train, const CancelToken& cancel,
                                           const Progress& progress) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return evaluateRules(set, rows, train, cancel, progress);
}

Result<std::vector<RuleRow>> evaluateRules(const SequenceSet& set, std::span<const std::size_t> rows,
                                           const SequenceSet& train, const CancelToken& cancel,
                                           const Progress& progress) {
  std::vector<RuleRow> table;
  for (const std::string_view rule : ruleNames) {
    const auto part = [&](std::size_t done, std::size_t all) {
      if (progress) progress(table.size() * all + done, ruleNames.size() * all);
    };
    const auto outcomes = ruleOutcomes(rule, set, rows, train, cancel, part);
    if (!outcomes) return outcomes.error();
    table.push_back({std::string(rule), rankMetricsOf(set, rows, *outcomes)});
  }
  return table;
}

}  // namespace sojourn
