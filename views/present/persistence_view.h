// SPDX-License-Identifier: GPL-3.0-or-later
// The Seeds and sanity view: whether each method's ranking stays with models of other seeds, where it should, and with
// random weights, where it should not.
#pragma once

#include <string>

#include "views/present/canvas.h"
#include "views/present/explanation_context.h"

namespace sojourn::present {

struct PersistenceInput {
  ExplanationContext context;     ///< with its seeds and its sanity check, as far as they are known
  std::size_t others = 0;         ///< models beside the open one that were chosen
  bool comparing = false;         ///< they are being loaded, or compared
  bool checking = false;          ///< random weights are being checked
  std::string seedsFailure = {};  ///< why there is no comparison; empty: none failed
  std::string sanityFailure = {};
};

/// Two blocks, side by side where there is room, rows are methods: tau-b between the models, and tau-b with the
/// original stage by stage of the model at random. Actions: "askSeeds", "checkSanity", "cancelSanity".
[[nodiscard]] Picture persistencePicture(const PersistenceInput& input, const Canvas& canvas);

}  // namespace sojourn::present
