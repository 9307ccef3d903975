// SPDX-License-Identifier: GPL-3.0-or-later
// The parameter randomization test of Adebayo et al. 2018: an explanation that stays when the model's weights are
// random does not explain the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/explain/stability/rank_agreement.h"

namespace sojourn {

class Engine;

/// The blocks of a model's diagram that have weights, the nearest to the output first.
[[nodiscard]] std::vector<RandomizationStage> blocksFromOutput(const Engine& engine);

/// A copy of the model in which the numbers of every weight of these blocks are shuffled within their own tensor: the
/// weights mean nothing and keep their scale. The same seed gives the same model. Errors: no network behind the engine.
[[nodiscard]] Result<std::shared_ptr<const Engine>> withRandomWeights(const Engine& engine,
                                                                      std::span<const std::string> blocks,
                                                                      std::uint64_t seed);

struct ParameterRandomizationRequest {
  AgreementRequest what = {};
  std::size_t draws = 5;  ///< random models for each stage
  bool cascading = true;  ///< stage by stage; else the whole model at once, as the only stage
  std::uint64_t seed = 0;
};

/// Explains the same location before and after. A method survives where, with all weights random, its mean tau with the
/// original is beyond chance. Errors: those of explain(), cancelled. Progress counts random models.
[[nodiscard]] Result<ParameterRandomizationTest> testParameterRandomization(
    const Engine& engine, const Sequence& sequence, const ParameterRandomizationRequest& request,
    const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
