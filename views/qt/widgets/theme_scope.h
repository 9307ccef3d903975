// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures in another theme than the screen's.
#pragma once

#include "views/present/scene/theme.h"

namespace sojourn::qt {

/// While it lives, Appearance::theme() is this theme; without a signal, so nothing on the screen changes. For the
/// making of one picture on the GUI thread.
class ThemeScope {
 public:
  explicit ThemeScope(const present::Theme& theme);
  ~ThemeScope();
  ThemeScope(const ThemeScope&) = delete;
  ThemeScope& operator=(const ThemeScope&) = delete;

 private:
  const present::Theme* m_before;
};

}  // namespace sojourn::qt
