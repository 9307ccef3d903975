// SPDX-License-Identifier: GPL-3.0-or-later
// A help page of resources/help in the current window.
#pragma once

#include "views/present/scene/theme.h"

namespace sojourn::imgui {

/// The monitor's page: headings, paragraphs, lists and lines of code, as wide as the window.
void helpPage(const present::Theme& theme);

}  // namespace sojourn::imgui
