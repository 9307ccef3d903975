// SPDX-License-Identifier: GPL-3.0-or-later
// What methods of explanation are called where room is short, and what they mean in a sentence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/results/selection.h"

namespace sojourn::present {

struct MethodLabels {
  std::string title;                  ///< "Value-weighted attention"
  std::string shortTitle;             ///< "Value-weighted"
  std::string firstLine, secondLine;  ///< the title of a narrow column
  std::string unit;                   ///< what the scores are, in a word or three: "share of P"
  std::string meaning;                ///< one sentence
  bool control = false;               ///< needs no model, and is hard to beat
  bool addsUp = false;                ///< the sum of its scores means something
};

/// Of the method with that name in files; the name itself where it is none of those that are known. `ratherThan`: where
/// one place is explained rather than another.
[[nodiscard]] MethodLabels methodLabels(std::string_view name, bool ratherThan = false);

/// What Focus::method counts by: the same for every model; absent for a method that is not known.
[[nodiscard]] std::optional<std::size_t> methodNumber(std::string_view name);
/// Pointing at it selects the method.
[[nodiscard]] Focus focusOnMethod(std::string_view name);

/// Of interventions behind the encoder: "Gate to 0"; the name itself where it is not known.
[[nodiscard]] std::string interventionTitle(std::string_view name);

}  // namespace sojourn::present
