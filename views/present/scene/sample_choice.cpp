// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/sample_choice.h"

#include <vector>

#include "model/core/translation.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {

Rect paintSampleChoice(SceneBuilder& builder, Scene& scene, Point topLeft, float height, const SampleChoice& choice,
                       Font font) {
  if (choice.running) {
    const std::vector<Segment> cancel{{tr("Cancel"), "", tr("Stop now and keep the results so far")}};
    return paintSegmented(builder, scene, topLeft, height, cancel, 1, choice.cancel, font);
  }
  std::vector<Segment> segments;
  std::size_t chosen = choice.sizes.size() + 1;
  for (const std::size_t size : choice.sizes) {
    if (size >= choice.filtered) continue;
    if (choice.measured == size) chosen = segments.size();
    segments.push_back({std::to_string(size), std::to_string(size),
                        tr("%1 a random %2 of %3", {choice.title, std::to_string(size), choice.filteredText})});
  }
  if (choice.measured == choice.filtered) chosen = segments.size();
  segments.push_back(
      {tr("All %1", {grouped(choice.filtered)}), "0", tr("%1 all of %2", {choice.title, choice.filteredText})});
  const ControlScope control(scene);
  const float titleWidth = builder.width(choice.title, font) + 2;
  builder.text({topLeft.x, topLeft.y, titleWidth, height}, choice.title, builder.theme().text2, font);
  const Rect drawn = paintSegmented(builder, scene, {topLeft.x + titleWidth + 8, topLeft.y}, height, segments, chosen,
                                    choice.action, font);
  // How many were measured is in the view's own words.
  scene.controls.back().chosen.reset();
  return drawn;
}

}  // namespace sojourn::present
