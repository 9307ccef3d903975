// SPDX-License-Identifier: GPL-3.0-or-later
// Over the filtered samples: how often each method's ranking is another one for a model of another seed, and where.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/results/rank_agreement.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/workspace/sample_evaluations.h"

namespace sojourn::session {

/// beyondChance of the summary: stable.
struct SeedEvaluation : SampleEvaluation<RankStabilitySummary> {
  std::size_t asked = 0;   ///< samples; more than the summary's where it was stopped
  std::size_t models = 0;  ///< that were compared, the open one among them
};

/// What was found of one sample.
struct SampleStability {
  std::size_t methods = 0;            ///< compared
  std::vector<std::string> unstable;  ///< names of those whose rankings agree no more than by chance
};
using StabilityOfRows = std::map<std::size_t, SampleStability>;

/// Announces Change::RankStability. Works only on request.
class SeedEvaluations {
 public:
  /// Asks for what `explanations` asks for, of the models of `rankStability`. All must outlive this.
  SeedEvaluations(Workspace& workspace, const Explanations& explanations, const RankStability& rankStability);

  /// Compares the models on `samples` of the filtered samples in random order, 0: all. One that runs is cancelled
  /// first.
  void start(std::size_t samples);
  /// What is measured by then stays.
  void cancel() { m_evaluations.cancel(); }
  /// There are samples, and at least two models that can be compared.
  [[nodiscard]] bool canStart() const;
  /// Of the filtered samples, the models and what is explained (prediction or target) as they are now.
  [[nodiscard]] const SeedEvaluation& evaluation() const { return m_evaluations.now(); }

  /// Of the rows of the split that some evaluation has measured, whatever the filter was, for the models and what is
  /// explained as they are now; empty without any.
  [[nodiscard]] const StabilityOfRows& stability() const { return m_stability; }

 private:
  struct Key : FilteredSamples {
    std::vector<EnginePtr> engines;
    ExplainedLocation location = ExplainedLocation::Prediction;

    bool operator==(const Key&) const = default;
    [[nodiscard]] bool sameModelAndData(const Key& other) const {
      return FilteredSamples::sameModelAndData(other) && engines == other.engines;
    }
    /// Whether what is known of a row of one is known of the other.
    [[nodiscard]] bool sameRows(const Key& other) const {
      return sameModelAndData(other) && split == other.split && location == other.location;
    }
  };
  struct Found {
    RankStabilitySummary summary;
    std::size_t asked = 0;
    std::vector<std::pair<std::size_t, SampleStability>> rows;  ///< since the last time
  };

  void follow();
  void take(SeedEvaluation& evaluation, const std::shared_ptr<const Found>& found);

  Workspace& m_workspace;
  const Explanations& m_explanations;
  const RankStability& m_rankStability;
  StabilityOfRows m_stability;
  SampleEvaluations<Key, SeedEvaluation, Found> m_evaluations;
  Subscription m_subscription;
};

}  // namespace sojourn::session
