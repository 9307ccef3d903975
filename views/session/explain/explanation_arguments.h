// SPDX-License-Identifier: GPL-3.0-or-later
// The question of the Explain workspace as arguments of sojourn-studio: "Copy link to this view" writes them, the
// command line reads them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "views/session/explain/explanations.h"

namespace sojourn::session {

struct ExplanationOption {
  const char* name;    ///< "--rather-than"
  const char* values;  ///< "nothing, next_best, target or a location's number"
  const char* help;
};
inline constexpr std::array<ExplanationOption, 4> explanationOptions{
    {{"--explain", "prediction, target or a location's number", "What the Explain workspace explains"},
     {"--rather-than", "nothing, next_best, target or a location's number", "What that is compared with"},
     {"--operator", "masked or removed", "Whether the Explain workspace masks or removes visits"},
     {"--baseline", "zero, padding or mean_location", "Where integrated gradients begin"}}};

/// False, with the choice as it was, where the option has no such value.
[[nodiscard]] bool readExplanationOption(std::string_view option, std::string_view value, ExplanationChoice& choice);

/// " --explain 14 --operator removed": what differs from what is asked by itself; empty where nothing does.
[[nodiscard]] std::string explanationArguments(const ExplanationChoice& choice);

}  // namespace sojourn::session
