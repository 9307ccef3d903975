// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for the smallest changes that change the prediction, or that make the model predict a given place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/explain/counterfactual/counterfactual_space.h"
#include "model/results/counterfactual.h"

namespace sojourn {

class Engine;

struct CounterfactualRequest {
  std::optional<LocationId> to = {};  ///< the desired prediction; absent: any other than the present one
  std::size_t mostChanges = 1;        ///< 1..3
  ChangeKindFlags kinds = usualChanges;
  std::size_t budget = 200'000;  ///< sequences that may go through the model
  /// At most so many counterfactuals of one kind (of several changes: of one number of changes) are verified and
  /// listed, the smallest; 0: all. Verifying costs up to 20 sequences each.
  std::size_t mostOfAKind = 40;
  std::uint64_t seed = 0;  ///< of the jitters
};

/// A counterfactual is robust (SPEC 6) where
/// - the place that is first afterwards is another one than the prediction of the sequence as it is (`to` where given),
/// - P(it) - P(old prediction), both afterwards, is at least counterfactualMargin, and
/// - it is first in at least counterfactualSurvivals of counterfactualJitters jittered copies of the changed sequence
/// (see jittered()).
///
/// One change: all of singleChanges() are tried, in its order, as long as the budget lasts; nothing is pruned before
/// its forward pass, so with enough budget none is missed. Two and three: a beam search. A set is extended only where
/// neither it nor any part of it is a counterfactual, so what is listed is minimal. Parents are the 32 sets that came
/// nearest to a counterfactual (of no visit and kind more than 4), extensions the 128 nearest single changes of the
/// same diversity (64 for the third). Counterfactuals are listed by number of changes, then by kind and size in its own
/// unit (the largest first), then those that could have happened, then by plausibility, then by margin. Each was passed
/// through the model once more, on its own and built again from the sequence; what did not hold is not listed. Errors:
/// as Engine::answers; a place that the model does not know or that it predicts already; cancelled. Progress counts
/// sequences of the budget's.
[[nodiscard]] Result<CounterfactualFindings> searchCounterfactuals(const Engine& engine, const Sequence& sequence,
                                                                   const CounterfactualRequest& request,
                                                                   const CounterfactualContext& context,
                                                                   const CancelToken& cancel = {},
                                                                   const Progress& progress = {});

/// The robust counterfactuals of one change, by a plain loop over all of singleChanges() and all jitters of each: what
/// the search is checked against. Takes `to`, `kinds` and `seed` of the request. Unordered.
[[nodiscard]] Result<std::vector<VisitChange>> exhaustiveSingleCounterfactuals(const Engine& engine,
                                                                               const Sequence& sequence,
                                                                               const CounterfactualRequest& request,
                                                                               const CounterfactualContext& context,
                                                                               const CancelToken& cancel = {});

}  // namespace sojourn
