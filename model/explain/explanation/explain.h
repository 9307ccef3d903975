// SPDX-License-Identifier: GPL-3.0-or-later
// One sequence explained: every method, how faithful each is by both operators, and what all that is compared with.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/explanation.h"

namespace sojourn {

class Engine;

struct ExplainRequest {
  std::optional<LocationId> target = {};      ///< the prediction unless given
  std::optional<LocationId> ratherThan = {};  ///< "target rather than this"
  std::vector<std::string> methods = {};      ///< by name; empty: all of SPEC 9 that the model has
  std::size_t randomOrders = 199;             ///< 20 for one of many sequences
  bool pValues = true;                        ///< only for a single sequence
  /// Where a p is the least that `randomOrders` can give and still above 0.05 after Holm, it is computed again from so
  /// many orders, the first ones among them; 0: never. Windows that this would take too long for keep their p.
  std::size_t refinedOrders = 0;
  bool faithfulness = true;            ///< of methods and controls; without it their scores alone
  Baseline baseline = Baseline::Zero;  ///< of integrated gradients
  std::size_t steps = 64;              ///< of integrated gradients, doubled where the gap stays above 1 %,
  std::size_t mostSteps = 512;         ///< but not beyond these: the gap is reported anyway
};

/// Errors: a method that does not exist or that the model lacks, a target that is contrasted with itself
/// (ErrorKind::BadUsage); a location that the model does not know; more than 512 visits; those of Engine::inspect;
/// cancelled. Progress counts sequences of the large pass.
[[nodiscard]] Result<Explanation> explain(const Engine& engine, const Sequence& sequence, const ExplainRequest& request,
                                          const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
