// SPDX-License-Identifier: GPL-3.0-or-later
// A row of words of which one is chosen, drawn inside a picture: a colour scale's scope, what a histogram is split by.
#pragma once

#include <span>
#include <string>

#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct Segment {
  std::string text;
  std::string argument;     ///< of the action when it is clicked
  std::string description;  ///< status line and spoken name
};

/// Width that the control takes in `font`.
[[nodiscard]] float segmentedWidth(const SceneBuilder& builder, std::span<const Segment> segments, Font font);

/// Paints the control and adds a hit area with Action{actionId, segment.argument} for every word. Returns where it is.
Rect paintSegmented(SceneBuilder& builder, Scene& scene, Point topLeft, float height, std::span<const Segment> segments,
                    std::size_t chosen, const std::string& actionId, Font font);

}  // namespace sojourn::present
