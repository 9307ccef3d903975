// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/json_file.h"

#include "model/core/files.h"

namespace sojourn {

Result<nlohmann::ordered_json> readJsonObject(const std::filesystem::path& file, std::uint64_t maxBytes) {
  const auto bytes = readFile(file, maxBytes);
  if (!bytes) return bytes.error();
  return parseJsonObject({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string());
}

}  // namespace sojourn
