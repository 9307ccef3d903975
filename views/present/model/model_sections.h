// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a model's blocks, and where they stand in the diagram. For model_*.cpp only.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/results/model_description.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// "14 × 64", "L × 64" where the length is unknown, "1" for a number.
[[nodiscard]] std::string shapeText(const std::vector<std::int64_t>& shape, std::optional<std::size_t> length);
/// "33 472 parameters, 13.3 %" of the model; "no parameters".
[[nodiscard]] std::string parameterText(const ModelDescription& model, std::int64_t parameters);

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
