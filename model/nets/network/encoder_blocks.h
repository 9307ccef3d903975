// SPDX-License-Identifier: GPL-3.0-or-later
// How an encoder stack appears in a network's diagram, whichever network it is part of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/results/model_description.h"

namespace sojourn {

/// Appends one block a layer, "layer.0" and on, the first behind the last block that is there. `style` is what the
/// stack is beside its sizes: "pre-norm", "causal, post-norm".
void addEncoderBlocks(std::vector<ModelBlock>& blocks, const ModelSizes& sizes, const std::string& style);

/// "layer.2" for "encoder.layers.2.norm1.weight" where the stack's layers are named "encoder.layers."; empty for a
/// tensor that is none of theirs.
[[nodiscard]] std::string encoderBlockOf(std::string_view tensor, std::string_view prefix);

}  // namespace sojourn
