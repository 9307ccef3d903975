// SPDX-License-Identifier: GPL-3.0-or-later
// Counting rules as baselines of every model (SPEC 10): two read only the window, two only what training data counted.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/metrics.h"
#include "model/results/outcome.h"

namespace sojourn {

/// The window's locations by count, ties: the one visited later first.
[[nodiscard]] std::vector<LocationId> rankByWindowFrequency(std::span<const LocationId> window);

/// The window's locations, latest visit first, each once.
[[nodiscard]] std::vector<LocationId> rankByRecency(std::span<const LocationId> window);

/// What the window-frequency rule answers for one sequence; paddingLocation for an empty one.
[[nodiscard]] LocationId windowFrequencyAnswer(const Sequence& sequence);

/// What training data counted: targets per user, and per user which target followed which last visit. Rankings go by
/// count, ties by smaller id.
class TargetCounts {
 public:
  explicit TargetCounts(const SequenceSet& train);

  /// First-order Markov per user: targets that followed `last` for this user, then the user's other targets, then
  /// everybody's.
  [[nodiscard]] std::vector<LocationId> rankByMarkov(UserId user, LocationId last) const;
  /// The user's targets, then everybody's.
  [[nodiscard]] std::vector<LocationId> rankByUserFrequency(UserId user) const;

 private:
  using Ranking = std::vector<LocationId>;
  struct OfUser {
    Ranking targets;
    std::unordered_map<LocationId, Ranking> after;  ///< by last visit
  };
  std::unordered_map<UserId, OfUser> m_users;
  Ranking m_everybody;
};

inline constexpr std::array<std::string_view, 4> ruleNames{"window_frequency", "most_recent", "user_markov",
                                                           "user_frequency"};

/// What one of ruleNames answers, most probable first. The two rules of users need `counts`; without them, and of an
/// empty window, there is no answer.
[[nodiscard]] std::vector<LocationId> rankByRule(std::string_view rule, UserId user, std::span<const LocationId> window,
                                                 const TargetCounts* counts);

/// An answer that ranks locations and says no more: all but prediction and rank is NaN.
[[nodiscard]] Outcome withoutProbabilities(LocationId prediction, std::int32_t rank);

/// What a rule answers to rows of a set: of each Outcome, prediction and rank (0 where the rule does not list the
/// target). Errors: no such rule (ErrorKind::BadUsage), cancelled.
[[nodiscard]] Result<std::vector<Outcome>> ruleOutcomes(std::string_view rule, const SequenceSet& set,
                                                        std::span<const std::size_t> rows, const SequenceSet& train,
                                                        const CancelToken& cancel = {}, const Progress& progress = {});

/// Metrics of such answers, without losses: a target that is not listed counts 0 towards MRR and NDCG.
[[nodiscard]] MetricsByTarget rankMetricsOf(const SequenceSet& set, std::span<const std::size_t> rows,
                                            std::span<const Outcome> outcomes);

struct RuleRow {
  std::string name;  ///< of ruleNames
  MetricsByTarget metrics;
};

/// All rules over a split. Errors: cancelled.
[[nodiscard]] Result<std::vector<RuleRow>> evaluateRules(const SequenceSet& set, std::span<const std::size_t> rows,
                                                         const SequenceSet& train, const CancelToken& cancel = {},
                                                         const Progress& progress = {});
/// The same over all rows.
[[nodiscard]] Result<std::vector<RuleRow>> evaluateRules(const SequenceSet& set, const SequenceSet& train,
                                                         const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
