// SPDX-License-Identifier: GPL-3.0-or-later
// The feature sweep of the current sequence: follows the workspace while it is shown, and costs nothing else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/explain/counterfactual/feature_sweep.h"
#include "views/session/dataset/training_counts_cache.h"
#include "views/session/workspace/sample_study.h"

namespace sojourn::session {

/// A sweep and what it was made of.
struct FeatureSweepAnswer {
  FeatureSweep sweep;
  InspectionPtr inspection;  ///< of the sequence that was swept
  std::string sampleText;    ///< the scope that its view prints
};

/// Whether the model reads anything that this feature changes.
[[nodiscard]] bool sweepOffers(const ModelDescription& model, SweepFeature feature);

/// The places that a sweep follows: the selected one, those that come first, and the target where the model knows it.
[[nodiscard]] std::vector<LocationId> sweepCandidates(const Inspection& inspection, LocationId locations,
                                                      std::optional<LocationId> selected);

/// Follows the request's candidates and the two other places that are first most often. Any thread. Errors: of sweep();
/// cancelled.
[[nodiscard]] Result<FeatureSweepAnswer> featureSweepOf(const Engine& engine, const InspectionPtr& inspection,
                                                        const FeatureSweepRequest& request, const DatasetPtr& dataset,
                                                        TrainingCountsCache& trainingCounts, const CancelToken& cancel,
                                                        const Progress& progress);

/// What is to be swept.
struct FeatureSweepQuestion {
  DatasetPtr dataset;
  EnginePtr engine;
  Sequence sequence;
  std::size_t visit = 0;
  SweepFeature feature = SweepFeature::Start;
  std::vector<LocationId> candidates;
  bool operator==(const FeatureSweepQuestion&) const = default;
};

/// Computed while it is shown.
class FeatureSweeps final : public SampleStudy<FeatureSweepAnswer, FeatureSweepQuestion> {
 public:
  /// `workspace` outlives this. `changed` is called on its thread when what is shown differs.
  FeatureSweeps(Workspace& workspace, std::function<void()> changed);

  /// The visit that is swept: the locked one of the selection, else the last; an index of the sequence in front.
  [[nodiscard]] std::size_t visit() const;
  [[nodiscard]] SweepFeature feature() const { return m_feature; }
  void setFeature(SweepFeature feature);
  /// Whether the open model reads anything that this feature changes.
  [[nodiscard]] bool offers(SweepFeature feature) const;

  /// What makes a point of the answer the edit; nothing where the answer is of another sequence than the one in front.
  [[nodiscard]] std::optional<SequenceEdit> editTo(std::int32_t value) const;

 private:
  /// Absent while the inspection of the sequence is awaited, as its candidates are swept.
  [[nodiscard]] std::optional<FeatureSweepQuestion> question() const override;
  void compute(const FeatureSweepQuestion& question) override;
  bool prepare() override;

  SweepFeature m_feature = SweepFeature::Start;
  std::shared_ptr<TrainingCountsCache> m_trainingCounts = std::make_shared<TrainingCountsCache>();
};

}  // namespace sojourn::session
