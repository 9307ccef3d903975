// SPDX-License-Identifier: GPL-3.0-or-later
// Edit rules: accuracy, gate and predictions of many samples before and after one rule.
#pragma once

#include <functional>
#include <string>

#include "model/results/rule_effect.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct EditRulesInput {
  const RuleEffect* effect = nullptr;  ///< null: none yet
  bool running = false;
  std::string samples;                           ///< of what: "test, 3,502 filtered samples"
  bool outdated = false;                         ///< the filter shows other samples by now
  std::function<std::string(LocationId)> place;  ///< names, safe to draw
};

[[nodiscard]] ViewContent editRulesContent(const EditRulesInput& input, const Canvas& canvas);

}  // namespace sojourn::present
