// SPDX-License-Identifier: GPL-3.0-or-later
// Events as lines of JSON, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/result.h"
#include "model/runs/log/events.h"

namespace sojourn {

/// No line is longer: the writer shortens its texts, the reader skips what is.
inline constexpr std::size_t maxEventLineBytes = 65'536;

/// {"v":1,"seq":n,"t":T,"wall":seconds,...} with a line feed at the end. NaN and infinities as texts; texts that would
/// make the line too long, and bytes that are no UTF-8, are replaced.
[[nodiscard]] std::string eventLine(const Event& event);

/// Reads one line, with or without its line feed. Further keys are ignored; kinds and versions that are not known
/// give an UnknownEvent. `where` names the line in errors (ErrorKind::BadInput, with the key).
[[nodiscard]] Result<Event> parseEventLine(std::string_view line, const std::string& where);

struct StepLine {
  std::int64_t seq = 0;
  double wall = 0;
  StepEvent step;
};

/// The step event of a line without its line feed; nothing where the line has any other form, which says nothing
/// about whether it is one: parseEventLine() decides. What this accepts, parseEventLine() reads as the same event.
[[nodiscard]] std::optional<StepLine> parseStepLine(std::string_view line);

}  // namespace sojourn
