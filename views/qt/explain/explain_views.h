// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Explain workspace, and what a click in them does.
#pragma once

#include "views/present/explain/explain_views.h"
#include "views/present/scene/actions.h"
#include "views/qt/docks/workspace_views.h"
#include "views/session/component_ablation/component_ablation_study.h"
#include "views/session/explain/explanations.h"
#include "views/session/explain/rank_stability.h"

namespace sojourn::qt {

class ExplainViews final : public WorkspaceViews {
 public:
  /// `current` must outlive this.
  ExplainViews(const CurrentSample& current, OptionsChanged optionsChanged);

  void handle(const present::ExplainAction& action);

  [[nodiscard]] session::Explanations& explanations() { return m_explanations; }
  [[nodiscard]] const session::Explanations& explanations() const { return m_explanations; }
  [[nodiscard]] session::ComponentAblationStudy& components() { return m_components; }
  [[nodiscard]] session::ShapleyGames& shapley() { return m_shapley; }
  [[nodiscard]] session::RankStability& rankStability() { return m_rankStability; }
  [[nodiscard]] const session::SeedEvaluations& seedEvaluations() const { return m_seedEvaluations; }
  /// What is explained of the sample.
  [[nodiscard]] present::ExplanationContext context(const SampleSource& source) const;

 private:
  [[nodiscard]] present::ViewContent componentsContent(const SampleSource& source, const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent shapleyContent(const SampleSource& source, const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent rankStabilityContent(const SampleSource& source,
                                                          const present::Canvas& canvas) const;
  /// What is explained is one sequence, not a change; its picture may be of an older sample than the inspected one.
  [[nodiscard]] present::SampleContext explainedSample(const SampleSource& source, const InspectionPtr& inspection,
                                                       const session::EnginePtr& engine,
                                                       const std::string& sampleText) const;
  void selectVisits(const std::vector<std::size_t>& visits);
  void handle(present::ExplainCommand command);

  present::AttributionOptions m_attribution;
  session::Explanations m_explanations;
  session::ComponentAblationStudy m_components;
  session::ShapleyGames m_shapley;
  session::RankStability m_rankStability;
  session::SeedEvaluations m_seedEvaluations;
};

}  // namespace sojourn::qt
