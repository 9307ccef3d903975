// SPDX-License-Identifier: GPL-3.0-or-later
// Holds DESIGN 2's arrows against the #include lines of the source as it is.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "tests/layering/include_scan.h"
#include "tests/layering/layers.h"
#include "tests/support/built.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

using test::folderOf;
using test::Include;
using test::includesUnder;

bool isOurs(const std::string& target) {
  return target.starts_with("model/") || target.starts_with("views/") || target.starts_with("app/");
}

bool isTorch(const std::string& target) {
  return target.starts_with("torch/") || target.starts_with("ATen/") || target.starts_with("c10/") ||
         target.starts_with("model/nets/");
}

bool isQt(const std::string& target) {
  return std::regex_match(target, std::regex(R"(Q[A-Z]\w*|Qt\w*/.*)"));
}

bool isImGui(const std::string& target) {
  return target.starts_with("imgui") || target.starts_with("implot") || target.starts_with("GLFW/");
}

TEST(Includes, FollowTheArrows) {
  std::size_t seen = 0;
  for (const char* top : {"model", "views"}) {
    for (const Include& include : includesUnder(top)) {
      if (!isOurs(include.target)) continue;
      const std::string to = folderOf(include.target);
      ASSERT_TRUE(test::allowedArrows().contains(include.folder)) << include.file << " is in a folder nobody planned";
      EXPECT_TRUE(to == include.folder || test::allowedArrows().at(include.folder).contains(to))
          << include.file << " includes " << include.target << ", against the arrows";
      ++seen;
    }
  }
  EXPECT_GT(seen, 50U) << "the scan saw too little to prove anything";
}

TEST(Includes, KeepTorchInItsRooms) {
  for (const char* top : {"model", "views", "app"}) {
    for (const Include& include : includesUnder(top)) {
      if (!isTorch(include.target) || include.folder == "model/nets") continue;
      const bool room =
          include.folder == "model/inspect" || include.folder == "model/explain" || include.folder == "model/train";
      EXPECT_TRUE(room && !include.header) << include.file << " includes " << include.target;
    }
  }
}

TEST(Includes, KeepToolkitsInTheirRooms) {
  for (const char* top : {"model", "views", "app"}) {
    for (const Include& include : includesUnder(top)) {
      if (isQt(include.target)) {
        EXPECT_TRUE(include.folder == "views/qt" || include.folder == "app/studio")
            << include.file << " includes " << include.target;
      }
      if (isImGui(include.target)) {
        EXPECT_TRUE(include.folder == "views/imgui" || include.folder == "app/monitor")
            << include.file << " includes " << include.target;
      }
    }
  }
}

TEST(Sources, AreShortEnoughToBeReadInOneGo) {
  constexpr std::ptrdiff_t mostLines = 400;
  std::size_t seen = 0;
  for (const char* top : {"model", "views", "app", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / top)) {
      if (!test::isSource(entry.path())) continue;
      std::ifstream in(entry.path());
      const std::ptrdiff_t lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
      EXPECT_LE(lines, mostLines) << entry.path() << " is too long: divide it by what it is about";
      ++seen;
    }
  EXPECT_GT(seen, 1000U) << "the scan saw too little to prove anything";
}

TEST(Sources, BeginWithTheirLicence) {
  const fs::path source = test::sourceFolder();
  std::size_t seen = 0;
  for (const char* top : {"model", "views", "app", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      std::ifstream in(entry.path());
      std::string first;
      std::getline(in, first);
      EXPECT_EQ(first, "// SPDX-License-Identifier: GPL-3.0-or-later") << entry.path();
      ++seen;
    }
  }
  EXPECT_GT(seen, 20U);
}

}  // namespace
}  // namespace sojourn
