// SPDX-License-Identifier: GPL-3.0-or-later
// From the tensors of one captured forward pass to the plain Inspection that views are made from.
#pragma once

#include "model/nets/network/network.h"
#include "model/results/inspection.h"

namespace sojourn {

/// `output` and `capture` (null without maps) are of a batch with this one sequence, on the CPU.
[[nodiscard]] Inspection inspectionOf(const Sequence& sequence, const Network& network, const NetworkOutput& output,
                                      const Capture* capture);

}  // namespace sojourn
