// SPDX-License-Identifier: GPL-3.0-or-later
// Words of earlier versions in the files of workspaces, and what replaced them.
#pragma once

#include <string_view>

namespace sojourn::session {

/// The key of a workspace's evaluations over many samples.
inline constexpr const char* evaluationsKey = "evaluations";
inline constexpr const char* earlierEvaluationsKey = "surveys";

/// What replaced a word of an earlier version; any other word as it is.
[[nodiscard]] constexpr std::string_view currentWord(std::string_view word) {
  if (word == "hidden") return "masked";
  if (word == "left_out") return "removed";
  if (word == "hide_one") return "mask_one";
  return word;
}

}  // namespace sojourn::session
