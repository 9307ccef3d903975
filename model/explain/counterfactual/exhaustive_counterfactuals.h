// SPDX-License-Identifier: GPL-3.0-or-later
// All robust counterfactuals of one change by brute force: what the search is checked against.
#pragma once

#include <vector>

#include "model/explain/counterfactual/counterfactual_search.h"

namespace sojourn {

/// The robust counterfactuals of one change, by a plain loop over all of singleChanges() and all jitters of each: what
/// the search is checked against. Takes `to`, `kinds` and `seed` of the request. Unordered.
[[nodiscard]] Result<std::vector<VisitChange>> exhaustiveSingleCounterfactuals(const Engine& engine,
                                                                               const Sequence& sequence,
                                                                               const CounterfactualRequest& request,
                                                                               const CounterfactualContext& context,
                                                                               const CancelToken& cancel = {});

}  // namespace sojourn
