// SPDX-License-Identifier: GPL-3.0-or-later
// What embedding tables hold: nearest places by cosine, with kilometres and shared users as tests, what chance gives,
// and whether neighbouring hours and weekdays are alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/embedding.h"

namespace sojourn {

/// Of a training split; `locations` is the dataset's number of them.
[[nodiscard]] TrainingPlaces trainingPlaces(const SequenceSet& training, std::size_t locations);

/// Places of the list and the summary have at least so many stays in training: of others the table says little.
inline constexpr std::size_t fewestStaysOfNeighbours = 5;
inline constexpr std::size_t neighboursShown = 6;

/// The places with enough stays that a table has rows of. Ascending.
[[nodiscard]] std::vector<LocationId> frequentLocations(std::size_t rows, const TrainingPlaces& use);

/// The rows of the candidates of one table, scaled to length 1: finds neighbours by cosine over all dimensions.
class NeighbourIndex {
 public:
  NeighbourIndex() = default;
  NeighbourIndex(const EmbeddingTable& table, std::vector<LocationId> candidates);

  [[nodiscard]] const std::vector<LocationId>& candidates() const { return m_candidates; }
  /// The candidates nearest to a place of the table, which is none of them: nearest first, ties by smaller id.
  [[nodiscard]] std::vector<PlaceNeighbour> nearest(const EmbeddingTable& table, LocationId place,
                                                    const TrainingPlaces& use, const PlaceNames& places,
                                                    std::size_t count = neighboursShown) const;
  /// Over the five nearest of each candidate. By chance: the values of each dimension are shuffled over the candidates
  /// (seed 0), so that each keeps its distribution and nothing else. The time grows with the square of the candidates;
  /// of many, chance is measured on 2,000 of them. Absent where it was cancelled; figures are not numbers where there
  /// are fewer than two candidates.
  [[nodiscard]] std::optional<NeighbourSummary> summary(const EmbeddingTable& table, const TrainingPlaces& use,
                                                        const PlaceNames& places, const CancelToken& cancel = {}) const;

 private:
  std::vector<LocationId> m_candidates;
  RowMatrix m_unit;
};

/// The summary of all pairs of candidates, without a table: cosines are not numbers. Of over two million pairs as many
/// are drawn (seed 0).
[[nodiscard]] NeighbourSummary anyTwoPlaces(std::span<const LocationId> candidates, const TrainingPlaces& use,
                                            const PlaceNames& places, const CancelToken& cancel = {});

/// Of parts of the day or weekdays. The range is of 2,000 shuffled orders (seed 0).
[[nodiscard]] CycleTest nextToNext(const RowMatrix& rows);

/// Components and tests of each table. Absent where it was cancelled.
[[nodiscard]] std::optional<std::vector<EmbeddingStudy>> studyEmbeddings(std::vector<EmbeddingTable> tables,
                                                                         const TrainingPlaces& use,
                                                                         const PlaceNames& places,
                                                                         const CancelToken& cancel = {},
                                                                         const Progress& progress = {});

/// t-SNE of a table. Of more than `mostTsneRows` places or users those with the most stays (users: the first) are
/// projected, and the points of others are not numbers; so are those before the first row. Empty where it was
/// cancelled.
[[nodiscard]] Projection tsneOf(const EmbeddingTable& table, const TrainingPlaces& use, std::uint64_t seed,
                                const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
