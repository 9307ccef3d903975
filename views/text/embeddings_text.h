// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding tables of a model as JSON and as tables of text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/evaluate/place_neighbours.h"
#include "views/text/output.h"

namespace sojourn::text {

/// What is written of a model's embeddings. Pointers are borrowed.
struct EmbeddingReport {
  const Dataset* dataset = nullptr;
  const TrainingPlaces* use = nullptr;
  std::vector<EmbeddingStudy> studies;
  NeighbourSummary anyTwo;
  std::size_t shown = 0;              ///< the study whose points are written
  Projection projection;              ///< of that table
  std::string method = "pca";         ///< or "tsne"
  std::optional<LocationId> nearest;  ///< whose nearest are written
  std::vector<PlaceNeighbour> neighbours;
};

/// "sojourn.embeddings/1" without its dataset and model.
[[nodiscard]] Json embeddingsJson(const EmbeddingReport& report);
/// The same in a page of text, without the points.
[[nodiscard]] std::string embeddingsTables(const EmbeddingReport& report);

}  // namespace sojourn::text
