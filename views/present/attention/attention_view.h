// SPDX-License-Identifier: GPL-3.0-or-later
// The Attention view: every layer and head small, one of them large, with what it does not prove beside it.
#pragma once

#include "views/present/attention/attention_scale.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Actions: "setScale" with an AttentionScale's name, "togglePin" without an argument (lock or free
/// attentionColorScale() of what is shown). Cells carry head, query, visit (the key) and its location.
/// EmptyState where nothing is inspected or the model has no attention maps.
[[nodiscard]] ViewContent attentionContent(const SampleContext& context, const AttentionOptions& options,
                                           const Canvas& canvas);

}  // namespace sojourn::present
