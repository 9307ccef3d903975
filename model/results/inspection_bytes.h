// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "model/results/inspection.h"

namespace sojourn {

/// What an inspection takes in memory: nearly all of it the maps, which grow with layers, heads and the square of the
/// visits, and what it has of every location.
[[nodiscard]] std::size_t bytesOf(const Inspection& inspection);

}  // namespace sojourn
