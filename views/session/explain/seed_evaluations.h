// SPDX-License-Identifier: GPL-3.0-or-later
// Over the filtered samples: how often each method's ranking is another one for a model of another seed, and where.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/results/rank_agreement.h"
#include "views/session/async/worker.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/workspace/filtered_samples.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// As far as it is known.
struct SeedEvaluation {
  std::shared_ptr<const RankStabilitySummary> summary;  ///< beyondChance: stable; null: none yet
  std::size_t asked = 0;                                ///< samples; more than the summary's where it was stopped
  std::size_t models = 0;                               ///< that were compared, the open one among them
  bool running = false;
};

/// What was found of one sample.
struct SampleStability {
  std::size_t methods = 0;            ///< compared
  std::vector<std::string> unstable;  ///< names of those whose rankings agree no more than by chance
};
using StabilityOfRows = std::map<std::size_t, SampleStability>;

/// Owned and called on the workspace's thread; subscribes to it and tells through it (Change::RankStability). Works on
/// a thread of its own, only on request.
class SeedEvaluations {
 public:
  /// Asks for what `explanations` asks for, of the models of `rankStability`. All must outlive this.
  SeedEvaluations(Workspace& workspace, const Explanations& explanations, const RankStability& rankStability);
  /// Cancels all work and waits for it.
  ~SeedEvaluations();
  SeedEvaluations(const SeedEvaluations&) = delete;
  SeedEvaluations& operator=(const SeedEvaluations&) = delete;

  /// Compares the models on `samples` of the filtered samples in random order, 0: all. One that runs is cancelled
  /// first.
  void start(std::size_t samples);
  /// What is measured by then stays.
  void cancel();
  /// There are samples, and at least two models that can be compared.
  [[nodiscard]] bool canStart() const;
  /// Of the filtered samples, the models and what is explained (prediction or target) as they are now.
  [[nodiscard]] const SeedEvaluation& evaluation() const { return m_evaluation; }

  /// Of the rows of the split that some evaluation has measured, whatever the filter was, for the models and what is
  /// explained as they are now; empty without any.
  [[nodiscard]] const StabilityOfRows& stability() const { return m_stability; }

 private:
  struct Key {
    FilteredSamples samples;
    std::vector<EnginePtr> engines;
    ExplainedLocation location = ExplainedLocation::Prediction;

    bool operator==(const Key&) const = default;
    /// Whether what is known of a row of one is known of the other.
    [[nodiscard]] bool sameRows(const Key& other) const {
      return samples.sameModelAndData(other.samples) && samples.split == other.samples.split &&
             engines == other.engines && location == other.location;
    }
  };
  using Found = std::vector<std::pair<std::size_t, SampleStability>>;

  void follow(Changes changes);
  void followEvaluation();
  [[nodiscard]] Key keyNow() const;
  void take(std::uint64_t number, const RankStabilitySummary& summary, std::size_t asked, Found found);
  void finish(std::uint64_t number, Result<RankStabilitySummary> result, std::size_t asked, Found found);
  void end();
  /// Runs `act` on the owner thread unless this is gone by then.
  template <class Act>
  void post(Act act);

  Workspace& m_workspace;
  const Explanations& m_explanations;
  const RankStability& m_rankStability;
  /// What is posted looks whether this is still there; gone after the worker, which copies it.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();

  Key m_key;
  SeedEvaluation m_evaluation;
  StabilityOfRows m_stability;
  std::vector<std::pair<Key, SeedEvaluation>> m_kept;  ///< of other filters, the newest last
  std::uint64_t m_number = 0;
  std::uint64_t m_running = 0;  ///< number of the one that runs, 0: none
  CancelToken m_cancel;
  JobId m_job = 0;

  Subscription m_subscription;
  Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
