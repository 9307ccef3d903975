// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the source against one format of numbers: nothing in it asks the locale how a number is written or read.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/built.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// Sets the locale of a program with Qt, and has the one of what Qt alone writes.
constexpr const char* setsTheLocale = "views/qt/widgets/text.";

TEST(NumberFormat, NoSourceAsksTheLocale) {
  // printf with a floating conversion, strtod and its relatives, Qt's and the standard library's locales.
  const std::regex conversion(R"re("[^"]*%[-+#0]*[0-9*]*(\.[0-9*]+)?[lL]?[aefgAEFG][^"]*")re");
  const std::regex word(
      R"(\b(strto(d|f|ld)|sto(d|f|ld)|atof|toLocaleString|setlocale)\s*\(|\bstd::locale\b|\bimbue\(|\bQLocale\b(?!>|::c\(|::Floating)|%L[0-9])");
  std::size_t lines = 0;
  for (const char* top : {"app", "model", "views"}) {
    for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), test::sourceFolder());
      std::ifstream in(entry.path());
      std::size_t number = 0;
      for (std::string text; std::getline(in, text); ++lines) {
        ++number;
        text = text.substr(0, text.find("//"));
        EXPECT_FALSE(text.find('%') != std::string::npos && std::regex_search(text, conversion))
            << file << ":" << number << " writes a number by printf: take fixedNumber() or shortNumber()";
        if (!file.starts_with(setsTheLocale)) {
          EXPECT_FALSE(std::regex_search(text, word))
              << file << ":" << number << " asks the locale: take numberFrom() or another function of text.h";
        }
      }
    }
  }
  EXPECT_GT(lines, 20'000U) << "the scan saw too little to prove anything";
}

/// std::to_string of a float or double is printf; of an integer it is not. Only the former calls this template.
TEST(NumberFormat, NoLibraryWritesFloatsByToString) {
  std::size_t symbols = 0;
  for (const auto& entry : fs::recursive_directory_iterator(test::buildFolder())) {
    const fs::path& library = entry.path();
    // The programs' own libraries hold the parser of their arguments, which calls it.
    const std::string path = fs::relative(library, test::buildFolder());
    const bool ours = path.starts_with("model/") || path.starts_with("views/");
    if (!ours || library.extension() != ".a" || !library.filename().string().starts_with("libsojourn_")) continue;
    const std::unique_ptr<FILE, int (*)(FILE*)> nm(
        ::popen(("nm -C '" + library.string() + "' 2>/dev/null").c_str(), "r"), &::pclose);
    ASSERT_TRUE(nm);
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), line.size(), nm.get())) {
      ++symbols;
      EXPECT_EQ(std::string(line.data()).find("__to_xstring<"), std::string::npos)
          << library << " writes a float by std::to_string: take fixedNumber()";
    }
  }
  EXPECT_GT(symbols, 1'000U) << "the scan saw too little to prove anything";
}

}  // namespace
}  // namespace sojourn
