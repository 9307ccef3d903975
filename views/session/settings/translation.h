// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the words of the user interface known under the session's settings too.
#pragma once

#include "model/core/translation.h"  // IWYU pragma: export
