// SPDX-License-Identifier: GPL-3.0-or-later
// What of a model can be ablated, and what replaces it: means and donors of the training set.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/component.h"

namespace sojourn {

class Engine;

/// What of the model can be ablated, in the order of SPEC 3.5, then layer by layer, each with its heads. A side of the
/// mixture is a component only where there is another side. Error: no network behind the engine.
[[nodiscard]] Result<std::vector<Component>> ablatableComponents(const Engine& engine);

/// Means over all of `training`, computed in chunks, and donors drawn from it. Errors: an empty set, a set that the
/// engine does not accept, cancelled. Progress counts sequences.
[[nodiscard]] Result<ComponentReference> componentReference(const Engine& engine, const SequenceSet& training,
                                                            const CancelToken& cancel = {},
                                                            const Progress& progress = {});

}  // namespace sojourn
