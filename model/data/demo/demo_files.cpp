// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/demo/demo_files.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "model/core/files.h"

namespace sojourn {

// Written at build time by sojourn_embed.
extern const EmbeddedFile embeddedDemo[];
extern const std::size_t embeddedDemoCount;

std::span<const EmbeddedFile> demoFiles() {
  return {embeddedDemo, embeddedDemoCount};
}

Status writeDemoFiles(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{ErrorKind::Failed, folder.string(), "cannot be created (" + error.message() + ")",
                 "choose a folder that can be written"};
  }
  for (const EmbeddedFile& file : demoFiles()) {
    const auto there = readFile(folder / file.name, file.bytes().size());
    if (there && std::ranges::equal(*there, file.bytes())) continue;
    if (const Status status = writeFileAtomically(folder / file.name, file.bytes()); !status) return status;
  }
  return {};
}

Result<UnpackedDemo> unpackDemo() {
  std::vector<std::filesystem::path> folders;
  const auto add = [&](const char* variable, const char* below) {
    const char* const value = std::getenv(variable);
    if (value && *value == '/') folders.push_back(std::filesystem::path(value) / below);
  };
  add("XDG_CACHE_HOME", "sojourn/demo");
  add("HOME", ".cache/sojourn/demo");
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (!error) folders.push_back(temporary / ("sojourn-demo-" + std::to_string(::getuid())));

  Status status = Error{ErrorKind::Failed, "the demo", "has no folder to be unpacked into", "set XDG_CACHE_HOME"};
  for (const std::filesystem::path& folder : folders) {
    status = writeDemoFiles(folder);
    if (status)
      return UnpackedDemo{folder / demoPrefix, folder / demoCheckpointName, folder / demoComparedName,
                          folder / demoMapName};
  }
  return status.error();
}

}  // namespace sojourn
