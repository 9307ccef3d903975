// SPDX-License-Identifier: GPL-3.0-or-later
// The words that reader and writer of a workspace's file share.
#pragma once

#include <array>
#include <variant>

#include "views/session/files/workspace_file.h"

namespace sojourn::session {

inline constexpr const char* workspaceSchema = "sojourn.workspace/2";

/// In the order of SequenceEdit's alternatives.
inline constexpr std::array editKindNames{
    "replace_location", "set_start",  "set_day",  "shift_time", "set_duration", "remove_visits", "insert_visit",
    "duplicate",        "move_visit", "set_user", "set_target", "shift_target", "replace_all"};
static_assert(editKindNames.size() == std::variant_size_v<SequenceEdit>);

/// In the order of ReferenceKind.
inline constexpr std::array referenceKindNames{"recorded", "sample", "scenario", "state"};

}  // namespace sojourn::session
