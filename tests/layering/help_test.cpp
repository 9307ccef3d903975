// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the pages of resources/help: their links and the width of their lines. (That the contents lead to all of them
// is asked of the Help panel.)
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/built.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t widestHelpLine = 120;  // letters

const fs::path& helpFolder() {
  static const fs::path folder = test::sourceFolder() / "resources" / "help";
  return folder;
}

std::string helpText(const fs::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> helpPages() {
  std::set<std::string> pages;
  for (const auto& entry : fs::directory_iterator(helpFolder())) pages.insert(entry.path().filename());
  return pages;
}

/// "gate.md" of "[Gate](gate.md)", for every link of a page.
std::set<std::string> linksOf(const std::string& text) {
  static const std::regex link(R"(\]\(([^)]*)\))");
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

TEST(HelpPages, LinkOnlyToPagesThatExist) {
  const std::set<std::string> pages = helpPages();
  EXPECT_GE(pages.size(), 30U);
  for (const std::string& page : pages)
    for (const std::string& link : linksOf(helpText(helpFolder() / page)))
      EXPECT_TRUE(pages.contains(link)) << page << " links to " << link;
}

TEST(HelpPages, HaveLinesThatFitAnEditor) {
  for (const std::string& page : helpPages()) {
    std::ifstream in(helpFolder() / page);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      const auto letters = std::ranges::count_if(line, [](char byte) { return (byte & 0xC0) != 0x80; });
      EXPECT_LE(static_cast<std::size_t>(letters), widestHelpLine) << page << ":" << number;
    }
  }
}

}  // namespace
}  // namespace sojourn
