// SPDX-License-Identifier: GPL-3.0-or-later
// Where the blocks of an architecture stand: layers of a graph from top to bottom, with arrows that do not run through
// boxes. Geometry only.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "model/results/model_description.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {

/// An arrow between two blocks: vertical and horizontal stretches, ending at the top of its target.
struct ModelArrow {
  std::size_t from = 0, to = 0;  ///< blocks
  std::vector<Point> points;
};

struct ModelLayout {
  std::vector<Rect> boxes;  ///< one a block, in the blocks' order
  std::vector<ModelArrow> arrows;
  Size size;
};

/// Height that a block needs at a width.
using BlockHeight = std::function<float(const ModelBlock& block, float width)>;

/// Every block stands below all that it reads; one without inputs stands just above its reader. Inputs that name no
/// block, or that would close a circle, are left out. The layout is `width` wide and as high as it needs.
[[nodiscard]] ModelLayout layoutModel(std::span<const ModelBlock> blocks, float width, const BlockHeight& heightOf);

}  // namespace sojourn::present
