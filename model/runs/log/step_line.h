// SPDX-License-Identifier: GPL-3.0-or-later
// The quick way for the lines that a long log consists of: step events in the exact form in which eventLine() writes
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/runs/log/events.h"

namespace sojourn {

struct StepLine {
  std::int64_t seq = 0;
  double wall = 0;
  StepEvent step;
};

/// The step event of a line without its line feed; nothing where the line has any other form, which says nothing
/// about whether it is one: parseEventLine() decides. What this accepts, parseEventLine() reads as the same event.
[[nodiscard]] std::optional<StepLine> parseStepLine(std::string_view line);

}  // namespace sojourn
