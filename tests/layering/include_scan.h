// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the #include lines of the source as it is.
#pragma once

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/built.h"

namespace sojourn::test {

/// The first `parts` folders of a path: "model/data" of "model/data/edit/scenario.h" for 2; empty where it lies less
/// deep.
inline std::string foldersOf(const std::string& path, int parts) {
  std::size_t end = 0;
  for (int i = 0; i < parts; ++i) {
    end = path.find('/', i == 0 ? 0 : end + 1);
    if (end == std::string::npos) return {};
  }
  return path.substr(0, end);
}

/// "model/data" of "model/data/edit/scenario.h".
inline std::string folderOf(const std::string& path) {
  return foldersOf(path, 2);
}

/// "edit" of "model/data/edit/scenario.h"; empty for files that lie in no room.
inline std::string roomOf(const std::string& path) {
  const std::string room = foldersOf(path, 3);
  return room.empty() ? room : room.substr(folderOf(path).size() + 1);
}

struct Include {
  std::string file;  ///< the including one, relative to the top
  std::string folder;
  std::string target;
  bool header = false;  ///< whether the including file is one
};

inline bool isSource(const std::filesystem::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

inline std::vector<Include> includesUnder(const std::string& top) {
  namespace fs = std::filesystem;
  static const std::regex line(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  std::vector<Include> found;
  const fs::path source = test::sourceFolder();
  for (const auto& entry : fs::recursive_directory_iterator(source / top)) {
    if (!isSource(entry.path())) continue;
    const std::string file = fs::relative(entry.path(), source);
    std::ifstream in(entry.path());
    std::smatch match;
    for (std::string text; std::getline(in, text);) {
      if (std::regex_search(text, match, line)) {
        found.push_back(
            {.file = file, .folder = folderOf(file), .target = match[1], .header = entry.path().extension() == ".h"});
      }
    }
  }
  return found;
}

}  // namespace sojourn::test
