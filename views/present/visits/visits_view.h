// SPDX-License-Identifier: GPL-3.0-or-later
// The Visits view: seven days as a strip in true time, a card a visit with the mass copied from it, what came next, and
// how a visit is dragged along the week.
#pragma once

#include <string>
#include <vector>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Copied bars have a fixed axis 0 to 1; a model without a pointer has none. Hits carry the visit and its place.
[[nodiscard]] ViewContent visitsContent(const SampleContext& context, const Canvas& canvas);

inline constexpr std::int32_t dragStepMinutes = 15;

/// The whole steps of 15 minutes (of one where `fine`) in a way of so many pixels, within how far the mark may go.
[[nodiscard]] std::int32_t draggedMinutes(const Drag& drag, float pixels, bool fine);

/// "Wed 19:46, 1 h earlier", "Thu 11:36, 1 h 30 later, a copy": where the mark would stand now.
[[nodiscard]] std::string draggedText(const Drag& drag, std::int32_t minutes, bool copy);

/// The same drag on a picture that a preview has made again: where that has more days, the band is divided otherwise.
/// As it was where the picture has nothing to drag.
[[nodiscard]] Drag onScene(const Drag& drag, const Scene& scene);

/// The ghost on the band and its time beside it, over a scene of that canvas.
[[nodiscard]] std::vector<Shape> draggedShapes(const Drag& drag, std::int32_t minutes, bool copy, const Canvas& canvas);

}  // namespace sojourn::present
