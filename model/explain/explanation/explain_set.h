// SPDX-License-Identifier: GPL-3.0-or-later
// Many samples explained, one after the other in random order, so that what is there early is a fair sample of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/explain/statistics/sampling.h"
#include "model/results/explanation_summary.h"

namespace sojourn {

class Engine;

/// What is explained of each sample: what the model says, or what came.
enum class ExplainedLocation { Prediction, Target };

struct ExplainSetRequest {
  std::vector<std::string> methods = {};  ///< as in ExplainRequest
  ExplainedLocation location = ExplainedLocation::Prediction;
  std::size_t samples = 0;  ///< at most so many; 0: all
  std::size_t randomOrders = 20;
  std::size_t resamples = 1000;  ///< of users, for the intervals
  std::uint64_t seed = 0;
};

/// Given the summary of what is explained so far; on the thread that works.
using PartialSummary = std::function<void(const ExplanationSummary& summary)>;

/// Progress counts samples. `partial` is called now and then, so rarely that it takes a tenth of the time at most.
/// Where it is cancelled after at least one sample the summary is of what was explained so far. Windows of one visit
/// are passed over. Errors: those of explain(), cancelled before the first sample.
[[nodiscard]] Result<ExplanationSummary> explainSet(const Engine& engine, const SequenceSet& set,
                                                    std::span<const std::size_t> rows, const ExplainSetRequest& request,
                                                    const CancelToken& cancel = {}, const Progress& progress = {},
                                                    const PartialSummary& partial = {});

}  // namespace sojourn
