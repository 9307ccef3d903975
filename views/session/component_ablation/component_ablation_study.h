// SPDX-License-Identifier: GPL-3.0-or-later
// Component ablations: of the current sample, and over the filtered samples.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/results/component.h"
#include "views/session/explain/explanations.h"
#include "views/session/queries/sample_evaluations.h"
#include "views/session/queries/sample_study.h"

namespace sojourn::session {

/// What of a model can be ablated, and by what: computed once for a model and its training set.
struct AblatableModel {
  DatasetPtr dataset;
  EnginePtr engine;
  std::vector<Component> components;
  ComponentReference reference;
};

/// A sample with its components ablated.
struct AblationAnswer {
  std::shared_ptr<const AblatableModel> model;
  InspectionPtr inspection;
  std::string sampleText;
  AblationTable ablationTable;
};

/// What is ablated.
struct AblationQuestion {
  std::shared_ptr<const AblatableModel> model;
  InspectionPtr inspection;
  ExplanationTarget target;

  bool operator==(const AblationQuestion&) const = default;
};

using AblationEvaluation = SampleEvaluation<AblationSummaryTable>;

/// Reads the training set once for the means that replace components. Any thread. Errors: no training set; of
/// the explainer; cancelled.
[[nodiscard]] Result<AblatableModel> ablatableModel(const Explainer& explainer, const DatasetPtr& dataset,
                                                    const EnginePtr& engine, const CancelToken& cancel,
                                                    const Progress& progress);

/// Every ablation of every component on one sample. Any thread.
[[nodiscard]] Result<AblationAnswer> ablateEverything(const Explainer& explainer,
                                                      const std::shared_ptr<const AblatableModel>& model,
                                                      const InspectionPtr& inspection, const ExplanationTarget& target,
                                                      const std::string& sampleText, const CancelToken& cancel,
                                                      const Progress& progress);

/// Announces Change::Components. An evaluation that was started goes on without a watcher.
class ComponentAblationStudy final : public SampleStudy<AblationAnswer, AblationQuestion> {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  ComponentAblationStudy(Workspace& workspace, const Explanations& explanations);
  ~ComponentAblationStudy() override { close(); }

  void setWatched(bool watched) override;
  /// The means of the training set are being computed; sequences done, and all of them.
  [[nodiscard]] bool learning() const { return m_model.awaiting(); }
  [[nodiscard]] std::pair<std::size_t, std::size_t> learned() const { return m_model.progress(); }
  [[nodiscard]] bool stopped() const override { return m_model.stopped() || m_query.stopped(); }
  [[nodiscard]] bool awaiting() const override { return m_model.awaiting() || m_query.awaiting(); }
  [[nodiscard]] const std::optional<Error>& error() const override {
    return m_model.error() ? m_model.error() : m_query.error();
  }

  /// Ablates every component over `samples` of the filtered samples at random, 0: all of them. One that runs is
  /// cancelled first. Nothing happens before the means are known.
  void startEvaluation(std::size_t samples);
  /// What is measured by then stays.
  void cancelEvaluation() { m_evaluations.cancel(); }
  /// Of the samples and the model as they are now.
  [[nodiscard]] const AblationEvaluation& evaluation() const { return m_evaluations.now(); }
  /// Samples that the filter shows.
  [[nodiscard]] std::size_t filtered() const { return m_workspace.samples().view().rows().size(); }

 private:
  /// Absent while the means or the inspection are awaited.
  [[nodiscard]] std::optional<AblationQuestion> question() const override;
  bool prepare() override;
  void compute(const AblationQuestion& question) override;
  void drop() override;
  void updateFrom(Changes changes) override;
  void updateEvaluation();
  /// The newest that holds; null where it is of another model or of other data.
  [[nodiscard]] std::shared_ptr<const AblatableModel> model() const;

  const Explanations& m_explanations;
  WorkspaceQuery<AblatableModel, ModelAndData> m_model;
  SampleEvaluations<FilteredSamples, AblationEvaluation, AblationSummaryTable> m_evaluations;
};

}  // namespace sojourn::session
