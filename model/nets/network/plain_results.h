// SPDX-License-Identifier: GPL-3.0-or-later
// From the tensors of a forward pass to the plain values that views are made from.
#pragma once

#include "model/data/dataset/sequence.h"
#include "model/results/inspection.h"

namespace sojourn {

class Network;
struct NetworkOutput;
struct Capture;

/// `output` and `capture` (null without maps) are of a batch with this one sequence, on the CPU.
[[nodiscard]] Inspection inspectionOf(const Sequence& sequence, const Network& network, const NetworkOutput& output,
                                      const Capture* capture);

}  // namespace sojourn
