// SPDX-License-Identifier: GPL-3.0-or-later
// P(y) taken apart into what is copied and what is generated, and the effect of each visit into the way through the
// pointer's weights and all others.
#pragma once

#include <span>
#include <vector>

#include "model/results/explanation.h"
#include "model/results/inspection.h"

namespace sojourn {

[[nodiscard]] Decomposition decompositionOf(const Inspection& inspection, LocationId location);

/// `whole` is the target's value, `withoutMasked` [L] its value with each visit hidden. Empty without a pointer or
/// where withoutMasked is.
[[nodiscard]] std::vector<VisitEffect> effectsOf(const Inspection& inspection, const ExplanationTarget& target,
                                                 double whole, std::span<const double> withoutMasked);

}  // namespace sojourn
