// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of the pointer and the gate behind the encoder: what the output would be if only these were different.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/results/explanation.h"
#include "model/results/inspection.h"

namespace sojourn {

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
