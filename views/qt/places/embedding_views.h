// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding panels of the Places workspace: what they are made from, and what a click in them does.
#pragma once

#include "views/present/embeddings/embedding_views.h"
#include "views/qt/places/map_views.h"
#include "views/session/embeddings/embeddings_study.h"

namespace sojourn::qt {

class EmbeddingViews final : public WorkspaceViews {
 public:
  /// `maps` must outlive this: dots have the colours of its places.
  EmbeddingViews(MapViews& maps, OptionsChanged optionsChanged);

  void handle(const present::EmbeddingAction& action);

  [[nodiscard]] const present::EmbeddingOptions& options() const { return m_options; }
  [[nodiscard]] session::EmbeddingsStudy& study() { return m_study; }

 private:
  [[nodiscard]] present::EmbeddingsInput input(const SampleSource& source) const;
  [[nodiscard]] std::string enclosedText() const;
  /// Whose nearest places are shown: hovered, selected, the target, the last visit's, or the most visited.
  [[nodiscard]] std::optional<LocationId> placeInQuestion(const TrainingPlaces& training) const;
  void setOptions(const present::EmbeddingOptions& options);
  /// The samples whose targets (or users) the lasso encloses.
  void filterEnclosed();

  const MapViews& m_maps;
  const session::ModelComparisons& m_comparisons;
  session::EmbeddingsStudy m_study;
  present::EmbeddingOptions m_options;
};

}  // namespace sojourn::qt
