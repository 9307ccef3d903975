// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind the Prediction view. For prediction_*.cpp only.
#pragma once

#include "views/present/prediction/prediction_change.h"
#include "views/present/prediction/prediction_rows.h"
#include "views/present/samples/sample_context.h"

namespace sojourn::present {

/// Of a probability; NaN where there is none.
[[nodiscard]] double copyShare(double copied, double generated);

/// A row a candidate shown and one for all others; beside a reference with its rank, probability and the change, which
/// add up to nothing. `change` may be null.
[[nodiscard]] Table predictionTable(const SampleContext& context, const PredictionRows& rows,
                                    const PredictionChange* change);

}  // namespace sojourn::present
