// SPDX-License-Identifier: GPL-3.0-or-later
// What the embedding tables of two models of Compare hold.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/evaluate/place_neighbours.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/queries/sample_study.h"

namespace sojourn::session {

/// What of the tables is shown, and how it is projected.
struct EmbeddingsChoice {
  EmbeddingKind table = EmbeddingKind::Input;  ///< of places or users
  bool tsne = false;                           ///< else principal components
  std::uint64_t seed = 0;                      ///< of t-SNE

  bool operator==(const EmbeddingsChoice&) const = default;
};

struct EmbeddingsQuestion {
  DatasetPtr dataset;
  std::array<EnginePtr, 2> engines;  ///< null where the model has no network, or none is chosen
  EmbeddingsChoice choice;

  bool operator==(const EmbeddingsQuestion&) const = default;
};

/// Whatever the choice.
struct EmbeddedModel {
  EnginePtr engine;
  std::vector<EmbeddingStudy> studies;
  std::vector<NeighbourIndex> indices = {};  ///< of each study; empty where it is not of places
};

struct EmbeddingsAnswer {
  EmbeddingsQuestion question;
  std::shared_ptr<const TrainingPlaces> training = {};
  NeighbourSummary anyTwo = {};
  std::array<std::shared_ptr<const EmbeddedModel>, 2> models = {};
  std::array<std::shared_ptr<const Projection>, 2> tsne = {};  ///< of the chosen table; null until it is there
};

class EmbeddingsCache;

/// Announces Change::Embeddings. What was computed is kept by the fingerprints of data and checkpoint.
class EmbeddingsStudy final : public SampleStudy<EmbeddingsAnswer, EmbeddingsQuestion> {
 public:
  /// Both must outlive this.
  EmbeddingsStudy(Workspace& workspace, const ModelComparisons& comparisons);
  ~EmbeddingsStudy() override { close(); }

  [[nodiscard]] const EmbeddingsChoice& choice() const { return m_choice; }
  void choose(const EmbeddingsChoice& choice) { set(m_choice, choice); }
  void cancel() { m_query.stop(); }
  /// Also where there is nothing to ask.
  [[nodiscard]] bool settled() const override { return SampleStudy::settled() || (!awaiting() && !question()); }
  /// Steps done and all of them, while t-SNE runs.
  [[nodiscard]] std::pair<std::size_t, std::size_t> progress() const { return m_query.progress(); }

 private:
  [[nodiscard]] std::optional<EmbeddingsQuestion> question() const override;
  void compute(const EmbeddingsQuestion& question) override;

  const ModelComparisons& m_comparisons;
  EmbeddingsChoice m_choice;
  std::shared_ptr<EmbeddingsCache> m_cache;
};

/// Locations as a filter of targets: "target:3,5..7". Empty of none. `locations` in ascending order.
[[nodiscard]] std::string targetFilter(std::span<const LocationId> locations);

}  // namespace sojourn::session
