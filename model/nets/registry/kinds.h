// SPDX-License-Identifier: GPL-3.0-or-later
// The registry's entries, one function each; a new kind of network adds its own here and in registry.cpp.
#pragma once

#include "model/nets/registry/registry.h"

namespace sojourn {

[[nodiscard]] ModelKind pointerV45Kind();
[[nodiscard]] ModelKind mhsaKind();

}  // namespace sojourn
