// SPDX-License-Identifier: GPL-3.0-or-later
// What the marks of a picture ask for.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "views/present/scene/scene.h"

namespace sojourn::test {

/// Null where a click asks for something else, or for nothing.
template <class One>
[[nodiscard]] const One* actionOf(const present::HitArea& area) {
  return area.action ? area.action->as<One>() : nullptr;
}

/// Whether a click asks for such an action, whatever it carries.
template <class One>
[[nodiscard]] bool isFor(const present::HitArea& area) {
  return actionOf<One>(area) != nullptr;
}

/// Whether a click asks for exactly this.
[[nodiscard]] inline auto asksFor(present::Action action) {
  return [action = std::move(action)](const present::HitArea& area) { return area.action == action; };
}

[[nodiscard]] inline bool offers(const present::Scene& scene, const present::Action& action) {
  return std::ranges::any_of(scene.hits, asksFor(action));
}

/// All such actions of a picture, in order.
template <class One>
[[nodiscard]] std::vector<One> actionsOf(const present::Scene& scene) {
  std::vector<One> found;
  for (const present::HitArea& area : scene.hits)
    if (const One* one = actionOf<One>(area)) found.push_back(*one);
  return found;
}

/// The terms that a click puts into the filter; empty where it puts none.
[[nodiscard]] inline std::string filterOf(const present::HitArea& area) {
  const auto* filter = actionOf<present::ToggleFilter>(area);
  return filter ? filter->terms : std::string();
}

}  // namespace sojourn::test
