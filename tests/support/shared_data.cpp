// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_data.h"

#include <cstdlib>

namespace sojourn::test {

std::optional<std::filesystem::path> sharedData() {
  const char* shared = std::getenv("SOJOURN_SHARED");
  if (!shared) return std::nullopt;
  const std::filesystem::path data = std::filesystem::path(shared) / "data";
  if (!std::filesystem::is_directory(data)) return std::nullopt;
  return data;
}

bool sharedDataRequired() { return std::getenv("SOJOURN_REQUIRE_SHARED_DATA") != nullptr; }

}  // namespace sojourn::test
