// SPDX-License-Identifier: GPL-3.0-or-later
// The column at the right of the Visits view: what the model predicts, where the person went, and by how much it leads.
#pragma once

#include <string>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/visits/visits_layout.h"

namespace sojourn::present {

/// Draws into `layout.target`; what does not fit in height is left to the hit areas and the summary.
void paintNextVisit(const SampleContext& context, const VisitsLayout& layout, SceneBuilder& builder);

/// "Predicted Office with 0.471; the target, Office, has rank 1."
[[nodiscard]] std::string nextVisitSummary(const SampleContext& context);

}  // namespace sojourn::present
