// SPDX-License-Identifier: GPL-3.0-or-later
// The private names of a room's sources differ, so that a room can be compiled in one piece.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/built.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// A declaration in an unnamed namespace. Functions may share a name where their parameters differ, aliases where they
/// stand for the same.
struct PrivateName {
  std::string name, meaning;

  bool operator==(const PrivateName&) const = default;
};

/// The types in "(const Form& form, int n = 2)", each without its parameter's name and default.
std::string parameterTypes(const std::string& declaration) {
  std::string types, word;
  int depth = 0;
  const auto finish = [&] {
    static const std::regex named(R"(^(.*[\s&*>])\w+\s*$)"), value(R"(\s*=.*)");
    word = std::regex_replace(word, value, "");
    types += std::regex_replace(word, named, "$1") + ";";
    types.erase(std::remove(types.begin(), types.end(), ' '), types.end());
    word.clear();
  };
  for (std::size_t i = declaration.find('('); i < declaration.size(); ++i) {
    const char c = declaration[i];
    if (c == '(' || c == '<') ++depth;
    if (c == ')' && depth == 1) break;
    if (c == ')' || c == '>') --depth;
    if (c == ',' && depth == 1)
      finish();
    else if (c != '(' || depth > 1)
      word += c;
  }
  finish();
  return types;
}

std::optional<PrivateName> nameIn(const std::string& declaration) {
  static const std::regex notOne(R"(^(using (namespace )?[\w:]+;|(return|template|namespace|TEST|EXPECT|ASSERT)\b).*)");
  static const std::regex type(R"(^(?:struct|class|enum class|enum) (\w+).*)"), alias(R"(^using (\w+) = (.*))");
  static const std::regex function(R"(^[\w\[][^=;{]*?[\s&*>](\w+)\(.*)"),
      value(R"(^[\w\[][^({]*?[\s&*>](\w+)(?: =|\{|\[|;).*)");
  std::smatch found;
  if (std::regex_match(declaration, notOne)) return std::nullopt;
  if (std::regex_match(declaration, found, type)) return PrivateName{found[1], "type"};
  if (std::regex_match(declaration, found, alias)) return PrivateName{found[1], "= " + found[2].str()};
  if (std::regex_match(declaration, found, function)) return PrivateName{found[1], "(" + parameterTypes(declaration)};
  if (std::regex_match(declaration, found, value)) return PrivateName{found[1], "value"};
  return std::nullopt;
}

/// Of a source that is formatted as all are: what an unnamed namespace declares begins in the first column.
std::vector<PrivateName> privateNames(const std::string& text) {
  std::vector<PrivateName> names;
  std::istringstream in(text);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "namespace {") inside = true;
    if (line == "}  // namespace") inside = false;
    if (!inside || line.empty() || !(std::isalpha(static_cast<unsigned char>(line[0])) || line[0] == '[')) continue;
    for (std::string more; std::ranges::count(line, '(') > std::ranges::count(line, ')') && std::getline(in, more);)
      line += " " + more.substr(std::min(more.find_first_not_of(' '), more.size()));
    if (auto name = nameIn(line)) names.push_back(std::move(*name));
  }
  return names;
}

bool meet(const PrivateName& a, const PrivateName& b) {
  if (a.name != b.name) return false;
  if (a.meaning.front() == '(' && b.meaning.front() == '(') return a.meaning == b.meaning;
  return a.meaning.front() != '=' || a.meaning != b.meaning;
}

TEST(PrivateNames, AreFoundWhereTheyAre) {
  const std::string source =
      "int outside(int a);\nnamespace {\nconstexpr float gap = 12, top = 6;\nstruct Block {\n  int inner = 0;\n};\n"
      "using Json = nlohmann::ordered_json;\nusing std::string;\nconst char* nameOf(const std::map<int, int>& map,\n"
      "                   int n = 2) {\n  return \"\";\n}\n}  // namespace\nvoid after() {}\n";
  EXPECT_EQ(privateNames(source), (std::vector<PrivateName>{{"gap", "value"},
                                                            {"Block", "type"},
                                                            {"Json", "= nlohmann::ordered_json;"},
                                                            {"nameOf", "(conststd::map<int,int>&;int;"}}));
  EXPECT_TRUE(meet({"gap", "value"}, {"gap", "type"}));
  EXPECT_TRUE(meet({"nameOf", "(int;"}, {"nameOf", "(int;"}));
  EXPECT_FALSE(meet({"nameOf", "(int;"}, {"nameOf", "(float;"}));
  EXPECT_FALSE(meet({"Json", "= nlohmann::json;"}, {"Json", "= nlohmann::json;"}));
}

TEST(PrivateNames, OfARoomDiffer) {
  const fs::path top = test::sourceFolder();
  std::size_t seen = 0;
  std::multimap<std::string, std::pair<PrivateName, std::string>> earlier;  // by room and name; in which file
  for (const char* folder : {"model", "views", "app", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      // Each fuzz target is a program of its own.
      if (entry.path().extension() != ".cpp" || entry.path().parent_path().filename() == "fuzz") continue;
      const std::string file = fs::relative(entry.path(), top), room = fs::path(file).parent_path();
      for (const PrivateName& one : privateNames(test::textOfFile(entry.path()))) {
        ++seen;
        const auto [from, to] = earlier.equal_range(room + " " + one.name);
        for (auto at = from; at != to; ++at) {
          const auto& [other, where] = at->second;
          EXPECT_FALSE(where != file && meet(one, other)) << one.name << " is in " << where << " and in " << file;
        }
        earlier.emplace(room + " " + one.name, std::pair(one, file));
      }
    }
  }
  EXPECT_GT(seen, 3000U) << "the scan saw too little to prove anything";
}

}  // namespace
}  // namespace sojourn
