// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of runs, the same in every table and on every curve.
#pragma once

#include <cstddef>

#include "views/present/scene/theme.h"

namespace sojourn::present {

/// One of twelve, over and over again; which of them a run has says session::RunLibrary::colorIndex.
[[nodiscard]] Color runColor(std::size_t index);

/// Of a line that the runs are held against, such as a published log: grey, which belongs to no run. Dashed as well.
[[nodiscard]] Color referenceLineColor();

/// The run's colour as letters on the panel: moved towards the text's colour until it reaches a contrast of 4.5 (WCAG),
/// since yellow on white is no writing.
[[nodiscard]] Color runTextColor(const Theme& theme, Color color);

/// Contrast of two opaque colours after WCAG 2, 1 to 21.
[[nodiscard]] double contrast(Color a, Color b);

}  // namespace sojourn::present
