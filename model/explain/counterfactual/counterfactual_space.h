// SPDX-License-Identifier: GPL-3.0-or-later
// The changes that a search for counterfactuals may make: all of them, the cheap and plausible ones first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/place_names.h"
#include "model/data/edit/sequence_edit.h"
#include "model/data/statistics/statistics.h"
#include "model/results/counterfactual.h"
#include "model/results/model_description.h"

namespace sojourn {

/// What distinguishes a plausible change from an odd one. Both must outlive the users of this.
struct CounterfactualContext {
  const TrainingCounts& training;
  const PlaceNames& places;
};

/// One flag a ChangeKind. Another user is another record: it is tried only when asked for.
using ChangeKindFlags = std::array<bool, changeKinds>;
inline constexpr ChangeKindFlags usualChanges{true, true, true, true, true, true, false};

/// How well a place would do in a visit's stead; larger is better. SPEC's order: those of this window, then those that
/// this user was seen at in training (by stays), then the nearest on the map, then the rest (by visits in training).
enum class PlaceTier { Rest, Near, Users, Window };
inline constexpr std::size_t nearPlaces = 20;

/// A change and how plausible its value is: of a place its tier and, within it, a share; else the share of training
/// visits that have the value.
struct PlausibleChange {
  VisitChange change;
  double plausibility = 0;
};

/// Every single change of the sequence that alters what a model with these sizes reads, each value once:
/// starts and arrivals in each other quarter hour of the same day (by whole quarters, so the minute within one stays;
/// an arrival only where 0..2880 minutes remain until the end), the other days of 0..7 ago, durations of 0, 30, ...
/// 2880 minutes, every place but padding, a removal where a visit remains, every user from 1.
/// Ordered: everything but places first, then places by tier, so that a budget cuts off the least plausible.
[[nodiscard]] std::vector<PlausibleChange> singleChanges(const Sequence& sequence, const ModelSizes& sizes,
                                                         const ChangeKindFlags& kinds,
                                                         const CounterfactualContext& context);

/// Whether two changes can be made together: of different visits, or of features that do not overlap.
[[nodiscard]] bool compatible(const VisitChange& a, const VisitChange& b);

/// The edits that make these changes, one after the other, each in terms of the sequence that it finds. The changes
/// name visits of `sequence` and must be compatible; removals come last.
[[nodiscard]] Result<std::vector<SequenceEdit>> editsOf(const Sequence& sequence, std::span<const VisitChange> changes);
/// The sequence after them, and which visit each was. Errors: those of applyEdit.
[[nodiscard]] Result<EditedSequence> withChanges(const Sequence& sequence, std::span<const VisitChange> changes);

/// How many sequences a search asks for at once: what a cancel or an urgent inspection waits for.
inline constexpr std::size_t sequencesAtOnce = 512;

/// Clock noise: every visit's start moves by a whole number of minutes in -15..15 (within its day), every duration by
/// one in -30..30 (within 0..2880), all drawn independently and equally likely from `seed` and the number of the
/// jitter. All visits are jittered, changed or not: the noise is the record's. Order, days and places stay.
[[nodiscard]] Sequence jittered(const Sequence& sequence, int number, std::uint64_t seed = 0);

}  // namespace sojourn
