// SPDX-License-Identifier: GPL-3.0-or-later
// What edits and flags are called, in the words of the screen: "Remove Bakery, Tue 08:15".
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "model/data/edit/sequence_edit.h"
#include "model/data/edit/sequence_flags.h"

namespace sojourn {

/// Names as they are shown, and the clock by which times are.
struct EditLabels {
  std::function<std::string(LocationId)> place;
  std::function<std::string(UserId)> user;
  std::int32_t offsetMinutes = 0;  ///< added to recorded times
};

/// "Wed 08:10".
[[nodiscard]] std::string whenText(const Visit& visit, const EditLabels& words);
/// "Office, Wed 08:10".
[[nodiscard]] std::string visitText(const Visit& visit, const EditLabels& words);

/// What a history calls an edit of `before`, which it must fit: "Move Office, Thu 10:06 to 11:36", "Replace Bakery, Fri
/// 13:02 by Gym", "Remove 3 visits".
[[nodiscard]] std::string editName(const SequenceEdit& edit, const Sequence& before, const EditLabels& words);

/// The reason, without a full stop: "Home, Wed 19:46 starts 43 min before Office, Wed ends at 20:29".
[[nodiscard]] std::string flagText(const SequenceFlag& flag, const Sequence& sequence, const EditLabels& words);
/// One word for a narrow line: "overlap", "order", "too fast", "window", "weekday".
[[nodiscard]] const char* flagWord(FlagKind kind);
/// What the button that fixes it says: "Start at 20:29"; empty without a fix.
[[nodiscard]] std::string fixText(const SequenceFlag& flag, const Sequence& sequence, const EditLabels& words);

}  // namespace sojourn
