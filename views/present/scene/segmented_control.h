// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of words to choose from, drawn inside a picture: a colour scale's scope, what a histogram is split by, over how
// many of the filtered samples something is measured.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct Segment {
  std::string text;
  Action action;            ///< when it is clicked
  std::string description;  ///< status line and spoken name
};

/// Width that the control takes in `font`.
[[nodiscard]] float segmentedWidth(const SceneBuilder& builder, std::span<const Segment> segments, Font font);

/// Paints the control and adds a hit area for every word. Returns where it is.
Rect paintSegmented(SceneBuilder& builder, Scene& scene, Point topLeft, float height, std::span<const Segment> segments,
                    std::size_t chosen, Font font);

struct SampleChoice {
  std::string title;                   ///< in front: "Measure"
  std::span<const std::size_t> sizes;  ///< offered where there are more samples than that; all of them always
  std::size_t filtered = 0;
  std::string filteredText;  ///< "594 filtered of 3 502 test samples"
  std::size_t measured = 0;  ///< samples of the result that is shown
  Action (*start)(std::size_t samples) = nullptr;  ///< 0: all
  bool running = false;      ///< an evaluation can be cancelled instead
  Action cancel = {};        ///< does so
};

/// Returns where the buttons are, without the title.
Rect paintSampleChoice(SceneBuilder& builder, Scene& scene, Point topLeft, float height, const SampleChoice& choice,
                       Font font);

}  // namespace sojourn::present
