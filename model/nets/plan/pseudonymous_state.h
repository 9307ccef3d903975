// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model for a dataset under pseudonyms: the rows of its tables stand in another order, and it answers as
// before.
#pragma once

#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/pseudonyms.h"
#include "model/formats/bytes/nd_array.h"
#include "model/nets/plan/checkpoint_plan.h"

namespace sojourn {

/// What stands for a user or a place, in whichever tensor and dimension, moves to its pseudonym. Rows of ids that the
/// dataset does not have stay. `where` names the model. Errors: it knows fewer users or places than the dataset has.
[[nodiscard]] Result<std::vector<NamedArray>> underPseudonyms(std::vector<NamedArray> tensors,
                                                              const CheckpointPlan& plan, const Pseudonyms& pseudonyms,
                                                              const std::string& where);

}  // namespace sojourn
