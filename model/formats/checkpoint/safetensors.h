// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors container: eight bytes of length, a JSON header, the tensors' bytes.
#pragma once

#include "model/formats/bytes/memory_budget.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {

/// Whether the bytes begin like safetensors: a plausible length and an opening brace.
[[nodiscard]] bool looksLikeSafetensors(std::span<const std::byte> bytes);

/// Tensors in the header's order. Texts of __metadata__ that are JSON (but not JSON texts) become what they say.
[[nodiscard]] Result<CheckpointFile> readSafetensors(std::span<const std::byte> bytes, const std::string& where,
                                                     MemoryBudget& budget);

[[nodiscard]] Result<Bytes> encodeSafetensors(const CheckpointFile& checkpoint);

}  // namespace sojourn
