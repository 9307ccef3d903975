// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model with a component set to zero, to its mean or to another sample's: what that does to one sample,
// and to the accuracy over many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/component.h"

namespace sojourn {

class Engine;

struct AblationRequest {
  std::optional<LocationId> target = {};      ///< of one sample: the prediction unless given
  std::optional<LocationId> ratherThan = {};  ///< of one sample: changes are of P(target) less P(this)
  std::size_t donors = 20;                    ///< of one sample, for each ablation that resamples
  std::size_t resamples = 1000;               ///< of users, for intervals over many samples
  std::uint64_t seed = 0;
};

/// A donor's visit stands for the one at the same position from the end, the oldest of a shorter one for those before
/// it; donors are at least as long where there are any. Of parts that read the position alone any visit of the donor
/// does. Zero of the pointer, the generation and the gate is the mixture of their ablation: the other side alone, half
/// and half. Errors: those of Engine::inspect, an unknown target, a reference of another model, cancelled.
[[nodiscard]] Result<AblationTable> ablateComponents(const Engine& engine, const Sequence& sequence,
                                                     std::span<const ComponentAblation> ablations,
                                                     const ComponentReference& reference,
                                                     const AblationRequest& request, const CancelToken& cancel = {},
                                                     const Progress& progress = {});

/// The same over rows of a set, one donor a sample, the same whatever the other rows. Where it is cancelled the answer
/// holds the ablations that were done; before the first it is an error. Progress counts passes of a sample. Errors: a
/// set that the engine does not accept.
[[nodiscard]] Result<AblationSummaryTable> ablateComponentsOver(
    const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
    std::span<const ComponentAblation> ablations, const ComponentReference& reference, const AblationRequest& request,
    const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
