// SPDX-License-Identifier: GPL-3.0-or-later
// How a click, an arrow key and a change of the sequence change the selection.
#pragma once

#include <cstddef>

#include "model/data/dataset/sequence.h"
#include "model/results/selection.h"

namespace sojourn::session {

/// Selects `focus`. With `add` its visit joins the selected ones, or leaves them where it is among them.
[[nodiscard]] Selection selected(Selection selection, const Focus& focus, bool add);

/// The selected visit moves by so many and stops at the ends; from nothing, forwards begins at the first visit and
/// backwards at the last.
[[nodiscard]] Selection movedAlong(Selection selection, const Sequence& sequence, int by);

/// Another sequence: visits and attention rows that were chosen mean nothing any more; places and heads do.
[[nodiscard]] Selection carriedOver(const Selection& selection);

/// An edit of the same sequence: only what is no longer there goes.
[[nodiscard]] Selection within(Selection selection, const Sequence& sequence);

}  // namespace sojourn::session
