// SPDX-License-Identifier: GPL-3.0-or-later
// What an opened torch archive means: which part is the state dict, which the optimizer, which plain settings.
#pragma once

#include "model/formats/bytes/memory_budget.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {

/// Top-level keys of what we write beside the weights.
inline constexpr const char* bestStateKey = "best_model_state_dict";
inline constexpr const char* optimizerStateKey = "optimizer_state_dict";

[[nodiscard]] Result<CheckpointFile> readTorchCheckpoint(std::span<const std::byte> bytes, const std::string& where,
                                                         MemoryBudget& budget);

}  // namespace sojourn
