// SPDX-License-Identifier: GPL-3.0-or-later
// The bundled font as CSS that a page carries within itself.
#pragma once

#include <string>

namespace sojourn::qt {

/// @font-face rules of "Sojourn Sans" in its three weights, as data. The font's licence (SIL OFL 1.1) allows it.
[[nodiscard]] const std::string& embeddedFontFaces();

}  // namespace sojourn::qt
