// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/scene.h"

#include <algorithm>
#include <ranges>

namespace sojourn::present {

const HitArea* Scene::hitAt(Point p) const {
  for (const HitArea& hit : hits | std::views::reverse) {
    if (hit.rect.contains(p)) return &hit;
  }
  return nullptr;
}

float Scene::scrollRange() const {
  return std::max(0.0F, contentSize.height - size.height);
}

Point Scene::contentPoint(Point onCanvas, float scroll) const {
  const float range = scrollRange();
  if (onCanvas.y < pinnedTop) return onCanvas;
  if (onCanvas.y >= size.height - pinnedBottom) return {onCanvas.x, onCanvas.y + range};
  return {onCanvas.x, onCanvas.y + std::clamp(scroll, 0.0F, range)};
}

std::vector<Shape> exportedShapes(const Scene& scene) {
  std::vector<bool> left(scene.shapes.size());
  for (const ControlShapes& control : scene.controls)
    for (std::size_t i = control.begin; i < std::min(control.end, left.size()); ++i) left[i] = true;
  std::vector<Shape> shapes;
  shapes.reserve(scene.shapes.size());
  for (std::size_t i = 0; i < left.size(); ++i)
    if (!left[i]) shapes.push_back(scene.shapes[i]);
  for (const ControlShapes& control : scene.controls)
    if (control.chosen) shapes.emplace_back(*control.chosen);
  return shapes;
}

}  // namespace sojourn::present
