// SPDX-License-Identifier: GPL-3.0-or-later
// A line of marks with words that explains a picture, broken where the width ends.
#pragma once

#include <string>
#include <vector>

#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

class Legend {
 public:
  enum class Mark { Target, WindowRule, Copied, Generated, Reference };

  void add(Mark mark, std::string words) { m_items.push_back({mark, std::move(words)}); }
  /// What `paint` needs for this width; 0 without items.
  [[nodiscard]] float height(float width, const SceneBuilder& builder) const;
  void paint(Point topLeft, float width, SceneBuilder& builder) const;

 private:
  struct Item {
    Mark mark;
    std::string words;
  };
  /// One rectangle an item, relative to the legend's corner, never wider than `width`.
  [[nodiscard]] std::vector<Rect> flow(float width, const SceneBuilder& builder) const;

  std::vector<Item> m_items;
};

}  // namespace sojourn::present
