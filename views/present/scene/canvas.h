// SPDX-License-Identifier: GPL-3.0-or-later
// What every presenter is given besides its data: how large, in which colours, how wide a text is, and how the names of
// places are shortened so that they fit and stay distinct.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "views/present/scene/theme.h"

namespace sojourn::present {

class TextMeasurer;

/// "Office" by "Office, Market Square": the beginnings of names that none of the others has.
using ShortNames = std::map<std::string, std::string, std::less<>>;

/// Of the names that are shown together.
[[nodiscard]] ShortNames shortNamesOf(const std::vector<std::string>& names);

/// "Pl. 1019" for the name that a place without one has, "Place 1019": the whole number distinguishes it. Any other
/// name as it is.
[[nodiscard]] std::string shortPlaceName(std::string_view name);

/// Shortens the names of one picture. What it is given must outlive it; `known` may be null.
class NameShortener {
 public:
  explicit NameShortener(const TextMeasurer& text, const ShortNames* known = nullptr) : m_text(text), m_known(known) {}

  /// What `known` has for the name, its beginning, else the name.
  [[nodiscard]] std::string_view briefName(std::string_view name) const;
  /// A name no wider than `width`: "Pl. 1019" for "Place 1019", any other with an ellipsis in its middle, since
  /// names often differ at their ends. No two names are shortened to the same text as long as both have room for a
  /// letter at either end.
  [[nodiscard]] std::string fitting(std::string_view name, float width, Font font);

 private:
  const TextMeasurer& m_text;
  const ShortNames* m_known;
  std::map<std::string, std::string, std::less<>> m_shortened;  ///< the whole name by what is written for it
};

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
