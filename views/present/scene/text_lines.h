// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences broken into lines that fit, since a TextShape is one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Breaks at spaces; a word wider than the line gets a line of its own. No lines for an empty text.
[[nodiscard]] std::vector<std::string> wrapText(const SceneBuilder& builder, std::string_view text, Font font,
                                                float width);

/// Paints wrapped text downwards from `top` and returns the bottom of its last line.
float paintLines(SceneBuilder& builder, Point topLeft, float width, std::string_view text, Color color, Font font,
                 float lineHeight);

}  // namespace sojourn::present
