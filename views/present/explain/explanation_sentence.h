// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said of a prediction in one plain sentence, because a forward pass has confirmed it.
#pragma once

#include <string>

#include "views/present/explain/explanation_context.h"

namespace sojourn::present {

struct ExplanationSentence {
  std::string text;    ///< names its operator; empty while there is nothing to say
  std::string proof;   ///< "Checked by a fresh forward pass"; empty where nothing was checked
  std::string caveat;  ///< what weakens it: a window shorter than any the model was trained on
};

/// Of the shown operator. Says only what the decomposition adds up to exactly and what the check of one removal gave.
[[nodiscard]] ExplanationSentence explanationSentence(const ExplanationContext& context);

}  // namespace sojourn::present
