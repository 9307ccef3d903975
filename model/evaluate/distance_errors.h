// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how far predictions are from their targets, in kilometres.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "model/core/cancel.h"
#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/distance_errors.h"
#include "model/results/inspection.h"
#include "model/results/outcome.h"

namespace sojourn {

/// So near counts as the same neighbourhood, kilometres.
inline constexpr double nearKilometres = 0.2;

/// Kilometres from the predicted place to the target; nothing where one of them has no coordinates.
[[nodiscard]] std::optional<double> errorKilometres(const PlaceNames& places, LocationId predicted, LocationId target);

/// Draws of users behind the intervals; 0: none. The same seed draws the same users for every model of these rows.
struct DistanceIntervals {
  std::size_t resamples = 0;
  std::uint64_t seed = 0;
};

/// outcomes[i] is of row rows[i]. Cancelled, it has no intervals.
[[nodiscard]] DistanceErrors distanceErrors(const SequenceSet& set, std::span<const std::size_t> rows,
                                            std::span<const Outcome> outcomes, const PlaceNames& places,
                                            const DistanceIntervals& intervals = {}, const CancelToken& cancel = {});
/// outcomes[i] is of row i.
[[nodiscard]] DistanceErrors distanceErrors(const SequenceSet& set, std::span<const Outcome> outcomes,
                                            const PlaceNames& places, const DistanceIntervals& intervals = {},
                                            const CancelToken& cancel = {});

/// Of outcomes a less b; a[i] and b[i] are of row rows[i].
[[nodiscard]] DistanceDifferences distanceDifferences(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      std::span<const Outcome> a, std::span<const Outcome> b,
                                                      const PlaceNames& places, const DistanceIntervals& intervals = {},
                                                      const CancelToken& cancel = {});

/// P of all places within so many kilometres of the target, which counts itself; nothing where it has no coordinates.
[[nodiscard]] std::optional<double> probabilityNear(const Inspection& inspection, const PlaceNames& places,
                                                    LocationId target, double kilometres = nearKilometres);

}  // namespace sojourn
