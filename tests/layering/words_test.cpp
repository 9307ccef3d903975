// SPDX-License-Identifier: GPL-3.0-or-later
// Words that are not used in text that people read: the help, the README, and the strings and lines of views/ and app/.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layering/include_scan.h"
#include "tests/support/built.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// Words and turns of phrase that plain English says in another way.
const std::regex& unwanted() {
  static const std::regex words(
      R"(\b(mend(s|ed|ing)?|anew|uprights?|(un)?told|seldom|flip(s|ped|ping)?|surveys?|dealt|likeness|oddit(y|ies)|)"
      R"(somebody|nobody|whoever|of which|makes? of it|stands? beside|what tells|tells? apart|the one in front|goes? without|)"
      R"(left_out|says? much the same)\b)",
      std::regex::icase);
  return words;
}

/// In code and its comments: of each thing that is named another word is used (handle, pan, again, the current one,
/// updateFrom, selected, options or style).
const std::regex& unwantedInCode() {
  static const std::regex words(
      R"(\b(carryOut\w*|acted|(m_)?pull(s|ed|ing)?|anew|(un)?told|seldom|dealt|likeness|oddit(y|ies)|whoever|)"
      R"(the one in front|goes? without its|selection\.locked|m_look|\w+Look)\b|)"
      R"(\blook\(|\bfollow\((session::)?Changes)",
      std::regex::icase);
  return words;
}

std::vector<std::string> literalsOf(const std::string& line) {
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::vector<std::string> found;
  if (line.find("#include") != std::string::npos) return found;
  for (std::sregex_iterator i(line.begin(), line.end(), literal), end; i != end; ++i) found.push_back((*i)[1]);
  return found;
}

TEST(UnwantedWords, AreFoundWhereTheyAre) {
  EXPECT_TRUE(std::regex_search(std::string("Mend it anew"), unwanted()));
  EXPECT_TRUE(std::regex_search(std::string("\"left_out\": 1"), unwanted()));
  EXPECT_FALSE(std::regex_search(std::string("Recommended; amended"), unwanted()));
  EXPECT_TRUE(std::regex_search(std::string("void carryOutStudy(); // made anew"), unwantedInCode()));
  EXPECT_EQ(literalsOf(R"(say("a \"b\"", 'c', "d");)"), (std::vector<std::string>{R"(a \"b\")", "d"}));
}

TEST(UnwantedWords, AreNotInTheProgram) {
  const fs::path source = test::sourceFolder();
  std::size_t seen = 0;
  for (const char* top : {"views", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / top)) {
      const std::string file = fs::relative(entry.path(), source);
      if (!test::isSource(entry.path())) continue;
      std::ifstream in(entry.path());
      std::string line;
      for (int number = 1; std::getline(in, line); ++number) {
        EXPECT_FALSE(std::regex_search(line, unwantedInCode())) << file << ":" << number << ": " << line;
        for (const std::string& text : literalsOf(line)) {
          ++seen;
          EXPECT_FALSE(std::regex_search(text, unwanted())) << file << ":" << number << ": " << text;
        }
      }
    }
  }
  EXPECT_GT(seen, 5000U) << "the scan saw too little to prove anything";
}

TEST(UnwantedWords, AreNotInWhatPeopleRead) {
  const fs::path source = test::sourceFolder();
  std::vector<fs::path> pages{source / "README.md", source / "CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator(source / "resources" / "help")) pages.push_back(entry.path());
  EXPECT_GT(pages.size(), 30U);
  for (const fs::path& page : pages) {
    std::ifstream in(page);
    ASSERT_TRUE(in) << page;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number)
      EXPECT_FALSE(std::regex_search(line, unwanted())) << fs::relative(page, source) << ":" << number << ": " << line;
  }
}

}  // namespace
}  // namespace sojourn
