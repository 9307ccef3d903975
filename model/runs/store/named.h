// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a folder has an entry of some name, whatever it is.
#pragma once

#include <filesystem>

namespace sojourn {

/// True for a link that leads nowhere or to itself too: it cannot be read, which is reported, but it is not absent.
[[nodiscard]] inline bool isNamed(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto type = std::filesystem::symlink_status(path, ignored).type();
  return type != std::filesystem::file_type::not_found && type != std::filesystem::file_type::none;
}

}  // namespace sojourn
