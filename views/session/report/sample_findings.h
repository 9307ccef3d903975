// SPDX-License-Identifier: GPL-3.0-or-later
// What can be found out about any sample beyond its inspection: what a report needs that goes through many.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "views/session/component_ablation/component_ablation_study.h"
#include "views/session/explain/explanations.h"
#include "views/session/what_if/searches.h"

namespace sojourn::session {

enum class Finding { Explanation, Components, Shapley, FeatureSweep, Counterfactuals, Nearest };

/// Which of them, and how each is asked.
struct FindingWishes {
  std::set<Finding> what = {};
  ExplanationChoice question = {};             ///< of explanation, components and Shapley values
  SweepFeature feature = SweepFeature::Start;  ///< of the last visit; the start time where the model does not read it
  CounterfactualOptions counterfactuals = {};  ///< `to` is a place of one sample, and not asked of others
  SimilarityMeasure similarity = SimilarityMeasure::Context;
};

/// Of one sample. What was not wished, or failed, is null.
struct SampleFindings {
  ExplainedSamplePtr explained;
  std::shared_ptr<const AblationAnswer> components;
  std::shared_ptr<const ShapleyAnswer> shapley;
  std::shared_ptr<const FeatureSweepAnswer> sweep;
  std::shared_ptr<const CounterfactualAnswer> counterfactuals;
  std::shared_ptr<const NearestAnswer> nearest;
  std::map<Finding, double> seconds;  ///< what each took
  std::map<Finding, Error> failures;

  /// Why there is none; null where there is, or where none was wished.
  [[nodiscard]] const Error* failure(Finding finding) const {
    const auto found = failures.find(finding);
    return found == failures.end() ? nullptr : &found->second;
  }
};

/// Finds it for one sample after the other, of one model and one dataset; what all samples need (the means of the
/// training set, its sequences) is read when the first one needs it. One thread, any.
class SampleFinder {
 public:
  SampleFinder(Explainer explainer, EnginePtr engine, DatasetPtr dataset, FindingWishes wishes);

  /// `progress` is called now and then while it works, with counts of whatever is being done. Cancelled: what is there
  /// by then, without failures for the rest.
  [[nodiscard]] SampleFindings find(const InspectionPtr& inspection, const std::string& sampleText,
                                    const CancelToken& cancel, const Progress& progress);

 private:
  struct Sample;
  [[nodiscard]] Result<ExplainedSamplePtr> explain(const Sample& sample) const;
  [[nodiscard]] Result<std::shared_ptr<const AblationAnswer>> ablateComponents(const Sample& sample);
  [[nodiscard]] Result<std::shared_ptr<const ShapleyAnswer>> playGames(const Sample& sample) const;
  [[nodiscard]] Result<std::shared_ptr<const FeatureSweepAnswer>> sweepLastVisit(const Sample& sample);
  [[nodiscard]] Result<std::shared_ptr<const CounterfactualAnswer>> searchCounterfactuals(const Sample& sample);
  [[nodiscard]] Result<std::shared_ptr<const NearestAnswer>> searchNearest(const Sample& sample);

  Explainer m_explainer;
  EnginePtr m_engine;
  DatasetPtr m_dataset;
  FindingWishes m_wishes;
  TrainingCountsCache m_trainingCounts;
  std::shared_ptr<const AblatableModel> m_ablatable;
  std::shared_ptr<const SequenceLibrary> m_library;
};

}  // namespace sojourn::session
