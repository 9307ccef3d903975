// SPDX-License-Identifier: GPL-3.0-or-later
// The Model view: the architecture as blocks with the shapes of the current input, and how the checkpoint was read.
#pragma once

#include <string>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct ModelViewOptions {
  std::string selectedBlock;  ///< id of the block whose tensors are listed; empty or unknown: none

  static void fields(auto& json, auto& options) { json.orDefault("block", options.selectedBlock); }
};

/// Actions: OpenView of a block, SelectBlock (again: closes the list).
/// Shapes carry the inspected sequence's length, "L" before the first inspection. EmptyState without a model.
[[nodiscard]] ViewContent modelContent(const SampleContext& context, const ModelViewOptions& options,
                                       const Canvas& canvas);

}  // namespace sojourn::present
