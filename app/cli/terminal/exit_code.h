// SPDX-License-Identifier: GPL-3.0-or-later
// The exit codes (SPEC 9): 0 done, 2 bad usage, 3 bad input, 4 failed work, 130 interrupted.
#pragma once

#include "model/core/error.h"

namespace sojourn::cli {

inline constexpr int exitDone = 0;
inline constexpr int exitBadUsage = 2;
inline constexpr int exitBadInput = 3;
inline constexpr int exitFailed = 4;
inline constexpr int exitInterrupted = 130;

[[nodiscard]] constexpr int exitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadUsage:
      return exitBadUsage;
    case ErrorKind::BadInput:
      return exitBadInput;
    case ErrorKind::Failed:
      return exitFailed;
    case ErrorKind::Cancelled:
      return exitInterrupted;
  }
  return exitFailed;
}

}  // namespace sojourn::cli
