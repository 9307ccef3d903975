// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of component ablations.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "model/core/translation.h"
#include "views/present/component_ablation/component_ablation_view.h"

namespace sojourn::present {

[[nodiscard]] inline bool isHead(const Component& component) {
  return component.parts.size() == 1 && component.parts.front().kind == PartKind::Head;
}

/// One component, or all heads of a layer.
struct ComponentRow {
  std::string title;
  std::vector<const Component*> components;
  std::size_t place = 0;  ///< layers and their heads come last, in order of the layers
  [[nodiscard]] bool heads() const { return isHead(*components.front()); }
};

[[nodiscard]] inline std::size_t placeOf(const Component& component) {
  const ModelPart& part = component.parts.front();
  if (component.parts.size() > 1 || (part.kind != PartKind::Layer && part.kind != PartKind::Head)) return 0;
  return 1 + 2 * part.layer + (part.kind == PartKind::Head ? 1 : 0);
}

/// "User emb.": the whole title stands in the label.
[[nodiscard]] inline std::string shortTitle(const std::string& title) {
  const std::size_t word = title.find(" embedding");
  return tr(word != std::string::npos && title.ends_with("embedding") ? title.substr(0, word) + " emb." : title);
}

[[nodiscard]] inline std::vector<ComponentRow> componentRows(std::span<const Component> components) {
  std::vector<ComponentRow> rows;
  for (const Component& component : components) {
    const std::size_t place = placeOf(component);
    const std::string layer = std::to_string(component.parts.front().layer);
    const bool head = isHead(component);
    if (!head || rows.empty() || rows.back().place != place)
      rows.push_back({head ? tr("Layer %1, heads", {layer}) : shortTitle(component.title), {}, place});
    rows.back().components.push_back(&component);
  }
  std::ranges::stable_sort(rows, {}, &ComponentRow::place);
  return rows;
}

}  // namespace sojourn::present
