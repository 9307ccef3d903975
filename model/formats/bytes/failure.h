// SPDX-License-Identifier: GPL-3.0-or-later
// How a reader deep inside a file gives up: thrown within this folder, and turned into an error value at its doors.
#pragma once

#include "model/core/error.h"

namespace sojourn {

struct FormatFailure {
  Error error;
};

}  // namespace sojourn
