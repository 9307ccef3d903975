// SPDX-License-Identifier: GPL-3.0-or-later
// P(y) taken apart into what is copied and what is generated, the effect of each visit, and what the output would be if
// only the pointer's weights or the gate were different.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/results/explanation.h"
#include "model/results/inspection.h"

namespace sojourn {

[[nodiscard]] Decomposition decompositionOf(const Inspection& inspection, LocationId location);

/// `whole` is the target's value, `withoutMasked` [L] its value with each visit hidden. Empty without a pointer or
/// where withoutMasked is.
[[nodiscard]] std::vector<VisitEffect> effectsOf(const Inspection& inspection, const ExplanationTarget& target,
                                                 double whole, std::span<const double> withoutMasked);

/// Softmax over content scores alone, over position bias alone.
[[nodiscard]] std::vector<double> weightsWithoutBias(const Inspection& inspection);
[[nodiscard]] std::vector<double> weightsWithoutContent(const Inspection& inspection);
[[nodiscard]] std::vector<double> uniformWeights(const Inspection& inspection);
/// The weights shuffled among the visits.
[[nodiscard]] std::vector<double> permutedWeights(const Inspection& inspection, std::uint64_t seed = 0);
/// Without the k heaviest (the later of equal ones first), renormalised; all zeros where none is left.
[[nodiscard]] std::vector<double> weightsWithoutTop(const Inspection& inspection, std::size_t k);

/// The output with other weights and another gate. Probability and rank are of target.location, the change is of the
/// value that is explained. Errors: a model without a pointer, other than one weight a visit, a
/// gate outside 0..1, a gate other than the model's own where it has nothing to generate with.
[[nodiscard]] Result<Intervention> intervene(const Inspection& inspection, const ExplanationTarget& target,
                                             std::string name, const std::vector<double>& weights, double gate);

/// All of SPEC 6: bias 0, content 0, gate 0 and 1, uniform, permuted and thinned weights; empty without a pointer.
[[nodiscard]] std::vector<Intervention> standardInterventions(const Inspection& inspection,
                                                              const ExplanationTarget& target);

}  // namespace sojourn
