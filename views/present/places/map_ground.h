// SPDX-License-Identifier: GPL-3.0-or-later
// What lies around the circles of a map: the grid of degrees, the scale, the dots of all places, the buttons.
#pragma once

#include <optional>
#include <string>

#include "views/present/places/map_views.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Of a map's lower end, for the labels of the meridians.
inline constexpr float lowerEdge = 18;

/// "39.98\u00B0 N 116.32\u00B0 E"; five decimals of an exact position, two of a rounded one.
[[nodiscard]] std::string positionText(const MapPlace& place, bool exact);

void paintGrid(SceneBuilder& builder, const MapFrame& frame);
/// Over the dots: degrees and the scale bar. Keeps their room, and that of the buttons, free of other labels.
void paintGridLabels(SceneBuilder& builder, const MapFrame& frame, LabelPlacer& labels);
/// Those that the frame shows.
[[nodiscard]] DotsShape mapDots(const MapInput& input, const MapFrame& frame, const Theme& theme);
/// The dot under the pointer, the nearest of several.
[[nodiscard]] std::optional<HitArea> dotAt(const MapPlaces& places, const MapFrame& frame, Point pointer);
/// Zoom in and out and back to the sample; makes the map follow mouse and wheel.
void paintMapButtons(SceneBuilder& builder, Scene& scene, const MapFrame& frame);

}  // namespace sojourn::present
