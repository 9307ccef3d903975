// SPDX-License-Identifier: GPL-3.0-or-later
// The components that SPEC 6 ablates, made of the parts that a network has: its ablations, its layers, its heads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/results/component.h"

namespace sojourn {

/// In the order of SPEC 3.5, then layer by layer, each with its heads. `parts` are those of the network, the heads of a
/// layer as one. A side of the mixture is a component only where there is another side.
[[nodiscard]] std::vector<Component> componentsOf(std::span<const ModelPart> parts, std::size_t heads);

}  // namespace sojourn
