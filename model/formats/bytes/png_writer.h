// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels as a PNG file, for programs that have no toolkit to do it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/core/result.h"

namespace sojourn {

/// 8-bit RGB, rows from top to bottom. Source: PNG specification (second edition), colour type 2, filter 0 or 1 a row.
/// Errors (ErrorKind::Failed): no pixels, a size that contradicts them, zlib out of memory.
[[nodiscard]] Result<std::string> encodePng(std::uint32_t width, std::uint32_t height,
                                            std::span<const std::uint8_t> rgb);

}  // namespace sojourn
