// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene.h"

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

}  // namespace sojourn::present
