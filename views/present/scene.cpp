// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene.h"

#include <ranges>

namespace sojourn::present {

const HitArea* Scene::hitAt(Point p) const {
  for (const HitArea& hit : hits | std::views::reverse) {
    if (hit.rect.contains(p)) return &hit;
  }
  return nullptr;
}

}  // namespace sojourn::present
