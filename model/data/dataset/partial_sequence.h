// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence of which a model is not to see some visits, by one of the two operators that explanations are measured by.
#pragma once

#include <cstddef>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// One flag a visit; true where it is taken away.
using VisitMask = std::vector<bool>;

/// How a visit is taken away decides what an explanation is worth (SPEC 6), so the two stand side by side everywhere.
enum class Removal {
  /// It keeps its place, but no query may read it, in no layer and not in the pointer. Positions and the query stay. A
  /// query that may read nothing mixes nothing: its attention's output before the output projection is 0.
  Masked,
  /// It is deleted from the record, positions are counted again, other features stay. Without the latest visit another
  /// one asks.
  Removed,
};

/// The sequence is borrowed and must outlive this. `removed` has a flag for every visit. By Removed at least one
/// visit stays; by Masked all may go, and then the pointer copies nothing.
struct PartialSequence {
  const Sequence* sequence = nullptr;
  VisitMask removed;
  Removal removal = Removal::Masked;
};

}  // namespace sojourn
