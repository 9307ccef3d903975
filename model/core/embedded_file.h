// SPDX-License-Identifier: GPL-3.0-or-later
// A file that lies inside the program, between two labels of the linker.
#pragma once

#include <cstddef>
#include <span>

namespace sojourn {

struct EmbeddedFile {
  const char* name;
  const std::byte* begin;
  const std::byte* end;

  [[nodiscard]] std::span<const std::byte> bytes() const { return {begin, end}; }
};

}  // namespace sojourn
