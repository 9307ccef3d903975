// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view beside a reference: weights from before to now on one axis, changes of copied mass around zero.
#pragma once

#include "views/present/pointer/pointer_view.h"

namespace sojourn::present {

/// Rows stand where they stand without a reference; visits that are removed have a struck row where they were, so that
/// the changes add up to the gate's. Only where hasReference() holds and the model has a pointer.
[[nodiscard]] Scene pointerChange(const PointerInput& input, const Canvas& canvas);

}  // namespace sojourn::present
