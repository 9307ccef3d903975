// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence as text that a person edits: one visit a line, oldest first.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/core/result.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

/// "user 42", "target 14", then a line a visit: days before the target, weekday, start, minutes, place, as recorded:
///     7 Fri 11:07 84 15  # Clinic
/// A weekday or minute of the day that does not exist stands as a bare number. What follows # is for the reader only:
/// `name` says what a place is called. Durations are written with as few digits as bring the same number back, so that
/// reading gives the same sequence.
[[nodiscard]] std::string sequenceAsText(const Sequence& sequence,
                                         const std::function<std::string(LocationId)>& name = {});

/// The other way round. Blank lines count for nothing; without a line "target" there is none; the line "user" must be
/// there. At most 10 000 visits. Errors name the line ("line 3") and what it should be.
[[nodiscard]] Result<Sequence> sequenceFromText(std::string_view text);

}  // namespace sojourn
