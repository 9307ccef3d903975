// SPDX-License-Identifier: GPL-3.0-or-later
// What in a sequence is not physically possible: reported, never forbidden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/data/dataset/place_names.h"
#include "model/data/edit/sequence_edit.h"

namespace sojourn {

enum class FlagKind {
  WrongOrder,    ///< begins before the visit that it follows
  Overlap,       ///< begins before the one before it has ended
  TooFast,       ///< the way from one place to the other takes longer
  BeyondWindow,  ///< more than 7 days before the target, or after its day
  WrongWeekday,  ///< weekday and days ago name another target's day than the last visit's
};

struct SequenceFlag {
  FlagKind kind = FlagKind::Overlap;
  std::size_t visit = 0;                     ///< the one that is wrong
  std::optional<std::size_t> previous = {};  ///< the one that it contradicts: for order, overlap and speed
  double minutes = 0;                        ///< by which it is too early; for speed the time there was between the two
  double kilometres = 0;                     ///< for speed, as the crow flies
  std::optional<SequenceEdit> fix = {};      ///< makes this flag go; nothing where no small edit does

  bool operator==(const SequenceFlag&) const = default;
};

/// The fastest that is believed between two stays, door to door: 300 km/h up to 300 km (the fastest trains), 1000 km/h
/// beyond (aeroplanes). Below one kilometre the recorded coordinates are not sharp enough to say.
[[nodiscard]] bool tooFast(double kilometres, double minutes);

/// Kilometres along the surface of a sphere of 6371 km (haversine).
[[nodiscard]] double distanceKilometres(const Coordinates& from, const Coordinates& to);

/// In the order of visits. Neighbours are compared in the sequence's order; a visit in the wrong order is flagged for
/// that alone. Unseen places and places without coordinates have no speed.
[[nodiscard]] std::vector<SequenceFlag> flagsOf(const Sequence& sequence, const PlaceNames& places);

/// Of `flags`, those of an edited sequence, what was not there before it was edited: records have jumps of their own
/// (153 of the 3 502 GeoLife test windows hold a hop beyond 300 km/h). `cameFrom` [L edited] says which visits of the
/// record they were. A flag between the same two visits stays away unless it became worse.
[[nodiscard]] std::vector<SequenceFlag> newFlags(std::vector<SequenceFlag> flags,
                                                 const std::vector<SequenceFlag>& recorded,
                                                 const std::vector<std::optional<std::size_t>>& cameFrom);

}  // namespace sojourn
