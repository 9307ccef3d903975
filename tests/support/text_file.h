// SPDX-License-Identifier: GPL-3.0-or-later
// The whole text of a small file.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace sojourn::test {

/// Empty where it cannot be read.
inline std::string textOfFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace sojourn::test
