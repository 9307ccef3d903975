// SPDX-License-Identifier: GPL-3.0-or-later
// What every presenter is given besides its data: how large, in which colours, and how wide a text is.
#pragma once

#include <string_view>

#include "views/present/scene/scene.h"
#include "views/present/scene/short_names.h"
#include "views/present/scene/theme.h"

namespace sojourn::present {

/// Width of text in the program's font; Qt, ImGui and the tests each bring one. Must be cheap: called often.
class TextMeasurer {
 public:
  virtual ~TextMeasurer() = default;
  [[nodiscard]] virtual float width(std::string_view text, const Font& font) const = 0;
};

struct Canvas {
  Size size;
  const Theme& theme;
  const TextMeasurer& text;
  const ShortNames* shortNames = nullptr;  ///< for names that have no room; borrowed
};

}  // namespace sojourn::present
