// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/built.h"

#include "tests/support/text_file.h"

namespace sojourn::test {

namespace fs = std::filesystem;

const fs::path& buildFolder() {
  static const fs::path folder = [] {
    // Tests lie in tests/, benchmarks beside it.
    fs::path at = fs::read_symlink("/proc/self/exe").parent_path();
    return fs::exists(at / "build.ninja") || fs::exists(at / "CMakeCache.txt") ? at : at.parent_path();
  }();
  return folder;
}

const fs::path& sourceFolder() {
  static const fs::path folder = textOfFile(buildFolder() / "source_folder.txt");
  return folder;
}

std::string demoFolder() {
  return (sourceFolder() / "resources" / "demo").string();
}

std::string builtProgram(const std::string& name) {
  return (buildFolder() / "bin" / name).string();
}

}  // namespace sojourn::test
