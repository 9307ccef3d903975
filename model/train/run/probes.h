// SPDX-License-Identifier: GPL-3.0-or-later
// The few validation samples that a run inspects after every epoch, so that one can watch how the model came to read
// them (SPEC 8.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/inspect/engine.h"

namespace sojourn {

inline constexpr std::size_t probeCount = 8;
inline constexpr std::size_t probeCandidates = 10;  ///< locations kept of each probe's ranking
inline constexpr std::size_t probeGateBins = 40;

/// Rows of a set to watch: three whose target is the place visited most often in the window (what copying by count
/// gets right), three whose target is in the window but is not that place, two whose target is not there. Spread evenly
/// over the set, and others in place of a group that is too small. Before the first epoch no model can say what is
/// right, so a rule does.
[[nodiscard]] std::vector<std::int64_t> chooseProbes(const SequenceSet& set);

/// The tensors of probes/NNNN.safetensors: each probe's inspection, the position bias, and the histogram of the gate
/// over `outcomes` (of the whole set), right answers in row 0, wrong ones in row 1. Parts that the model lacks are left
/// out. Errors: those of Engine::inspect.
[[nodiscard]] Result<CheckpointFile> probeTensors(const Engine& engine, const SequenceSet& set,
                                                  std::span<const std::int64_t> probes,
                                                  std::span<const Outcome> outcomes);

}  // namespace sojourn
