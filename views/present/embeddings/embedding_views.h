// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding panels of the Places workspace: what the tables of one or two models hold.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/results/embedding.h"
#include "views/present/places/map_views.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// The section of a projection that is shown: its centre and how far it is enlarged over what fits. Absent: all of it.
/// Pointers are borrowed and valid during one call of a presenter.
struct EmbeddedModelInput {
  bool isThere = false;    ///< else no such model was chosen
  std::size_t number = 0;  ///< of the model in Compare: its letter and the shape of its mark
  std::string title = {};  ///< "Pointer V45"; safe to draw
  std::string state = {};  ///< why it shows nothing: awaited, a rule has no embedding; empty where it does
  const std::vector<EmbeddingStudy>* studies = nullptr;
  const Projection* tsne = nullptr;  ///< of the chosen table; null until it is there
  /// Nearest to the chosen place by the shown table of places, and its lines.
  std::vector<PlaceNeighbour> nearest = {};
};

/// What both scatters share.
struct EmbeddingOptions {
  EmbeddingKind table = EmbeddingKind::Input;  ///< of places or users
  bool tsne = false;
  std::uint64_t seed = 0;
  DotColor dots = DotColor::Visits;
  bool fromHome = false;  ///< colours show the distance from home in place of `dots`
  bool lasso = false;     ///< dragging draws a line around dots, else it moves the section
  std::array<std::optional<ProjectionCamera>, 2> cameras = {};
  std::size_t lassoOf = 0;                              ///< the scatter that is being drawn on
  std::vector<std::array<double, 2>> lassoPoints = {};  ///< in the projection's own units
  std::vector<std::int32_t> enclosed = {};              ///< places or users inside the last lasso, ascending
};

struct EmbeddingsInput {
  SampleContext sample;  ///< names, colours and the selection; its inspection may be null
  std::array<EmbeddedModelInput, 2> models;
  EmbeddingOptions options;
  const TrainingPlaces* training = nullptr;  ///< null until it is counted
  NeighbourSummary anyTwo = {};
  std::optional<LocationId> place = {};       ///< whose neighbours are shown
  std::optional<Coordinates> home = {};       ///< of the sample's user
  const PlaceNames* positions = nullptr;      ///< of the dataset
  std::vector<LocationId> samplePlaces = {};  ///< of visits and target, each once
  std::vector<LocationId> ofUser = {};        ///< the user's places, ascending
  std::string progress = {};                  ///< "t-SNE: step 120 of 750" while it runs
  std::string failure = {};
  /// "12 places enclosed: 40 of 3 502 samples" while the lasso's filter is in force; the other dots fade.
  std::string enclosedText = {};
  bool hasDataset = false;
  bool stopped = false;
};

/// Two scatters of the chosen table. A dot is a place or user; lines go to the six nearest of the chosen place by
/// cosine. Actions: EmbeddingAction, and the filter by a user.
[[nodiscard]] ViewContent placeEmbeddingsContent(const EmbeddingsInput& input, const Canvas& canvas);

/// The six nearest of the chosen place in each model, and below them the five nearest of all places in a line.
[[nodiscard]] ViewContent nearestPlacesContent(const EmbeddingsInput& input, const Canvas& canvas);

/// Parts of the day and weekdays, each joined to the next one.
[[nodiscard]] ViewContent hoursWeekdaysContent(const EmbeddingsInput& input, const Canvas& canvas);

/// The places (or users) of a scatter inside the line of its lasso, ascending.
[[nodiscard]] std::vector<std::int32_t> insideLasso(const EmbeddingsInput& input);

// ---- shared by these views
/// Of the chosen table; null where the model has none, or it is not computed yet.
[[nodiscard]] const Projection* shownProjection(const EmbeddingsInput& input, std::size_t model);
/// "Pointer V45 input, loc_emb"
[[nodiscard]] std::string tableTitle(const EmbeddedModelInput& model, const EmbeddingTable& table);
/// Instead of a picture: no dataset, no model, a failure; nothing where there is something of a model.
[[nodiscard]] std::optional<EmptyState> nothingEmbedded(const EmbeddingsInput& input);

}  // namespace sojourn::present
