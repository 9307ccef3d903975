// SPDX-License-Identifier: GPL-3.0-or-later
// The views of a sample as lists, one a workspace: what each is called, what it is made from, and which options it
// keeps.
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/evaluate/distance_errors.h"
#include "model/results/slices.h"
#include "views/present/attention/attention_view.h"
#include "views/present/compare/compare_views.h"
#include "views/present/component_ablation/component_ablation_view.h"
#include "views/present/dataset/dataset_views.h"
#include "views/present/embeddings/embedding_views.h"
#include "views/present/explain/explain_views.h"
#include "views/present/gate/gate_view.h"
#include "views/present/model/model_view.h"
#include "views/present/places/map_views.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/place_colors.h"
#include "views/session/component_ablation/component_ablation_study.h"
#include "views/session/dataset/other_model_profile.h"
#include "views/session/explain/explanations.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/report/sample_findings.h"
#include "views/session/settings/kept_options.h"
#include "views/session/what_if/what_if.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {
class EmbeddingsStudy;
class LiveStudy;
class MapBackgrounds;
class ModelComparisons;
}  // namespace sojourn::session
namespace sojourn::present {
struct VariantsInput;
}  // namespace sojourn::present

namespace sojourn::qt {

class MapTiles;

/// One picture-making view.
struct ViewEntry {
  QString id;     ///< as in exports, layouts and help: "position_bias"
  QString title;  ///< "Position bias"
  QSize minimum;
  present::Size exported;  ///< its size in the gallery
  std::function<present::ViewContent(const present::Canvas&)> present;
  session::Changes dependsOn;  ///< the changes after which it is made again
  /// Whether what it shows was computed for another sample, edit, model or question than the present ones; it is dim
  /// then. Empty: it shows the inspection, which comes at once.
  std::function<bool()> outdated = {};
};

/// A sample that may be on no screen, for pictures that are made of it.
struct PicturedSample {
  InspectionPtr inspection;
  session::EnginePtr engine;  ///< that inspected it
  session::SampleFindings
      findings;            ///< what the views of Explain show of it, and sweep, counterfactuals and nearest samples
  std::string sampleText;  ///< the scope that its views print
  present::PlaceColors colors;
  InspectionPtr recorded;                          ///< what the views of What if compare it with; null: with nothing
  std::vector<std::optional<std::size_t>> before;  ///< [visits] index in the record
  std::string recordedName;                        ///< "sample 3376 as recorded"
  std::string change;                              ///< "2 edits"
  std::vector<present::VisitFlag> flags;
};

/// What the views need beyond the workspace: colours kept while the user stays, and each view's own options.
class ViewState {
 public:
  /// Both must outlive this.
  ViewState(session::Workspace& workspace, const session::WhatIf& whatIf);
  ~ViewState();
  ViewState(const ViewState&) = delete;
  ViewState& operator=(const ViewState&) = delete;

  /// Before the views are made again: a new user brings new colours.
  void updateFrom(session::Changes changes);
  /// What the pictures ask for. The owner makes them again, but for the last two: those announce what is to be drawn.
  void handle(const present::SampleAction& action);
  void handle(const present::ExplainAction& action);
  void handle(const present::CompareAction& action);
  void handle(const present::DatasetAction& action);
  void handle(const present::StudyAction& action);
  void handle(const present::PlacesAction& action);
  void handle(const present::EmbeddingAction& action);

  /// The views' own options (scale of the attention, split of the gate, ...), as a workspace keeps them.
  void keepOptions(session::KeptOptions& kept) const;
  /// Back from there, in place of what they are.
  void restoreOptions(const session::KeptOptions& kept);

  /// Of the Inspect workspace.
  [[nodiscard]] const std::vector<ViewEntry>& views() const { return m_views; }
  [[nodiscard]] const std::vector<ViewEntry>& whatIfViews() const { return m_whatIfViews; }
  [[nodiscard]] const std::vector<ViewEntry>& explainViews() const { return m_explainViews; }
  [[nodiscard]] const std::vector<ViewEntry>& compareViews() const { return m_compareViews; }
  [[nodiscard]] const std::vector<ViewEntry>& datasetViews() const { return m_datasetViews; }
  [[nodiscard]] const std::vector<ViewEntry>& placesViews() const { return m_placesViews; }
  [[nodiscard]] const std::vector<ViewEntry>& variantViews() const { return m_variantViews; }
  /// Of pictured samples alone: sweep, counterfactuals and nearest samples, whose panels have searches of their own.
  [[nodiscard]] const std::vector<ViewEntry>& foundViews() const { return m_foundViews; }
  [[nodiscard]] present::SampleContext context() const;
  [[nodiscard]] present::ExplanationContext explanationContext() const;
  [[nodiscard]] session::Explanations& explanations() { return m_explanations; }
  [[nodiscard]] const session::Explanations& explanations() const { return m_explanations; }
  [[nodiscard]] session::ModelComparisons& comparisons() { return *m_comparisons; }
  [[nodiscard]] const session::ModelComparisons& comparisons() const { return *m_comparisons; }
  [[nodiscard]] session::ComponentAblationStudy& components() { return m_components; }
  [[nodiscard]] session::ShapleyGames& shapley() { return m_shapley; }
  [[nodiscard]] session::RankStability& rankStability() { return m_rankStability; }
  [[nodiscard]] session::SeedEvaluations& seedEvaluations() { return m_seedEvaluations; }
  [[nodiscard]] const session::SeedEvaluations& seedEvaluations() const { return m_seedEvaluations; }
  [[nodiscard]] session::DatasetStudy& dataset() { return m_dataset; }
  [[nodiscard]] session::LiveStudy& study() { return *m_study; }
  [[nodiscard]] const session::LiveStudy& study() const { return *m_study; }
  /// What the views of the Ablation workspace are made from; valid until the study changes.
  [[nodiscard]] present::VariantsInput variantsInput() const;
  [[nodiscard]] const present::MapOptions& mapOptions() const { return m_map; }
  /// What lies below the maps.
  [[nodiscard]] session::MapBackgrounds& backgrounds() { return *m_backgrounds; }
  /// Nothing of it is on its way.
  [[nodiscard]] bool mapsSettled() const;
  /// Announces Change::Places.
  void setMapOptions(const present::MapOptions& options);
  [[nodiscard]] session::EmbeddingsStudy& embeddings() { return *m_embeddings; }
  [[nodiscard]] const session::EmbeddingsStudy& embeddings() const { return *m_embeddings; }
  [[nodiscard]] const present::EmbeddingOptions& embeddingOptions() const { return m_projection; }
  /// Moves the path's moment on while it plays.
  void playPath(std::int64_t minutes);
  /// Of the model whose heads Dataset shows, where it is not the open one.
  [[nodiscard]] session::OtherModelProfile& otherModel() { return m_otherModel; }
  /// The same with the pinned reference, the flags, and visits that can be dragged: what What if shows.
  [[nodiscard]] present::SampleContext comparedContext() const;
  [[nodiscard]] const present::PlaceColors& colors() const { return m_colors; }

  /// What a view shows of another sample, with the options that it has on the screen.
  [[nodiscard]] present::ViewContent contentOf(const ViewEntry& entry, const PicturedSample& sample,
                                               const present::Canvas& canvas) const;
  /// What the views say of it, in sentences: prediction, gate, what changed, and what of the explanation a forward pass
  /// has confirmed. Nothing else is made up.
  [[nodiscard]] std::vector<std::string> sentencesOf(const PicturedSample& sample) const;
  /// What is explained of it and how; empty where nothing is.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> explanationSettingsOf(
      const PicturedSample& sample) const;
  /// The canvas with the short names of the user's places.
  [[nodiscard]] present::Canvas named(present::Canvas canvas) const;
  /// Of the user's places in the open dataset.
  [[nodiscard]] present::PlaceColors colorsOf(UserId user) const;
  [[nodiscard]] session::Workspace& workspace() const { return m_workspace; }

 private:
  using Content = std::function<present::ViewContent(const present::Canvas&)>;
  /// With the short names of the user's places, under a translated title; `outdated` as in ViewEntry.
  [[nodiscard]] ViewEntry entry(const char* id, const char* title, QSize minimum, present::Size exported,
                                session::Changes dependsOn, Content content, std::function<bool()> outdated = {}) const;
  void fillWhatIf();
  // view_state_pictured.cpp
  class Picturing;
  void fillFound();
  /// In the place of a picture that could not be made.
  [[nodiscard]] static present::EmptyState failedContent(const Error& error);
  [[nodiscard]] present::SampleContext picturedContext() const;
  // view_state_explain.cpp
  void fillExplain();
  [[nodiscard]] present::ViewContent componentsContent(const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent shapleyContent(const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent rankStabilityContent(const present::Canvas& canvas) const;
  void selectVisits(const std::vector<std::size_t>& visits);
  void handle(present::ExplainCommand command);
  /// What is explained is one sequence, not a change; its picture may be of an older sample than the inspected one.
  [[nodiscard]] present::SampleContext explainedSample(const InspectionPtr& inspection,
                                                       const session::EnginePtr& engine,
                                                       const std::string& sampleText) const;
  // view_state_compare.cpp
  void fillCompare();
  [[nodiscard]] present::CompareContext compareContext() const;
  // view_state_dataset.cpp
  void fillDataset();
  [[nodiscard]] present::DatasetInput datasetInput() const;
  /// The same of the model whose heads are shown.
  [[nodiscard]] present::DatasetInput headsInput() const;
  // view_state_places.cpp
  void fillPlaces();
  [[nodiscard]] present::ViewContent mapOf(bool second, const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent path(const present::Canvas& canvas) const;
  /// The places as they are shown now; null without coordinates.
  [[nodiscard]] const std::shared_ptr<const present::MapPlaces>& mapPlaces() const;
  [[nodiscard]] const DistanceErrors& distanceErrorsOf(const session::OutcomesPtr& outcomes) const;
  void updatePlaces(session::Changes changes);
  // view_state_embeddings.cpp
  void fillEmbeddings();
  [[nodiscard]] present::EmbeddingsInput embeddingsInput() const;
  [[nodiscard]] std::string enclosedText() const;
  /// Whose nearest places are shown: hovered, selected, the target, the last visit's, or the most visited.
  [[nodiscard]] std::optional<LocationId> placeInQuestion(const TrainingPlaces& training) const;
  void chooseProjection(const present::EmbeddingOptions& options);
  void drawLasso(const present::DrawLasso& lasso);
  void closeLasso();
  // view_state_ablation.cpp
  void fillVariants();
  // view_state.cpp
  [[nodiscard]] present::SampleContext visitsContext() const;
  [[nodiscard]] present::ViewContent prediction(const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent gate(const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent positionBias(const present::Canvas& canvas) const;
  /// "3 502 test samples" or "358 filtered of 3 502 test samples".
  [[nodiscard]] std::string scopeText() const;
  [[nodiscard]] session::SampleScope scope() const;
  [[nodiscard]] std::optional<std::size_t> sampleSlice(const std::vector<Slice>& slices) const;
  void togglePin();

  void updateComparison();
  void updateUser(session::Changes changes);
  /// What the pictures write for the user's `places` where a whole name has no room.
  [[nodiscard]] present::ShortNames shortNamesOf(UserId user, std::span<const LocationId> places) const;

  session::Workspace& m_workspace;
  const session::WhatIf& m_whatIf;
  present::Reference m_reference;
  std::vector<present::VisitFlag> m_flags;
  mutable bool m_compares = false;                     ///< a picture of What if is being made
  mutable const PicturedSample* m_pictured = nullptr;  ///< a picture of this sample is being made
  mutable present::Reference m_picturedReference;
  mutable Inspection m_recordAlone;  ///< of the sample in front while no model is open: its sequence and nothing else
  present::PlaceColors m_colors;
  present::ShortNames m_shortNames;
  UserId m_colorsOf = 0;
  present::AttentionOptions m_attention;
  present::PointerOptions m_pointer;
  present::ModelViewOptions m_model;
  present::GateOptions m_gate;
  present::DifferenceOptions m_difference;
  present::AttributionOptions m_attribution;
  session::Explanations m_explanations;
  session::ComponentAblationStudy m_components;
  session::ShapleyGames m_shapley;
  session::RankStability m_rankStability;
  session::SeedEvaluations m_seedEvaluations;
  session::DatasetStudy m_dataset;
  session::OtherModelProfile m_otherModel;
  const std::unique_ptr<session::ModelComparisons> m_comparisons;
  const std::unique_ptr<session::EmbeddingsStudy> m_embeddings;
  const std::unique_ptr<session::LiveStudy> m_study;
  const std::unique_ptr<session::MapBackgrounds> m_backgrounds;
  const std::unique_ptr<MapTiles> m_tiles;
  present::EmbeddingOptions m_projection;
  present::MapOptions m_map;
  mutable std::shared_ptr<const std::vector<PlaceUse>> m_placeUses;
  mutable std::shared_ptr<const present::MapPlaces> m_mapPlaces;
  std::vector<LocationId> m_placesOfUser;  ///< sorted
  /// Of the newest predictions of each model that the path speaks of.
  struct KeptErrors {
    session::OutcomesPtr outcomes;
    Split split;
    DistanceErrors errors;
  };
  mutable std::vector<KeptErrors> m_distanceErrors;
  std::vector<ViewEntry> m_views, m_whatIfViews, m_explainViews, m_foundViews, m_compareViews, m_datasetViews,
      m_placesViews, m_variantViews;
};

}  // namespace sojourn::qt
