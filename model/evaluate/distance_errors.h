// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how far predictions are from their targets, in kilometres.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/inspection.h"
#include "model/results/outcome.h"

namespace sojourn {

/// So near counts as the same neighbourhood, kilometres.
inline constexpr double nearKilometres = 0.2;

/// Of the samples whose first place and target both have coordinates. NaN where there are none. Kilometres.
struct DistanceErrors {
  std::size_t measured = 0;  ///< samples, right ones among them with 0 km
  std::size_t wrong = 0;     ///< of them
  double median = 0, mean = 0;
  double medianWrong = 0, meanWrong = 0;
  double nearShare = 0;  ///< of the wrong ones, within nearKilometres: 0..1
};

/// Kilometres from the predicted place to the target; nothing where one of them has no coordinates.
[[nodiscard]] std::optional<double> errorKilometres(const PlaceNames& places, LocationId predicted, LocationId target);

/// outcomes[i] is of row rows[i].
[[nodiscard]] DistanceErrors distanceErrors(const SequenceSet& set, std::span<const std::size_t> rows,
                                            std::span<const Outcome> outcomes, const PlaceNames& places);
/// outcomes[i] is of row i.
[[nodiscard]] DistanceErrors distanceErrors(const SequenceSet& set, std::span<const Outcome> outcomes,
                                            const PlaceNames& places);

/// P of all places within so many kilometres of the target, which counts itself; nothing where it has no coordinates.
[[nodiscard]] std::optional<double> probabilityNear(const Inspection& inspection, const PlaceNames& places,
                                                    LocationId target, double kilometres = nearKilometres);

}  // namespace sojourn
