// SPDX-License-Identifier: GPL-3.0-or-later
// No test fails by the clock: none compares a time that it measured with a constant.
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layering/include_scan.h"
#include "tests/support/built.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// Work that is endless where the product is wrong has a limit, written as 100 times the seconds that it takes.
bool mayHaveALimit(const std::string& file) {
  static const std::set<std::string> files{
      "tests/cli/limits_test.cpp",                       // the program on files that ask for more than a machine has
      "tests/cli/prepare/prepare_test.cpp",                      // the program's refusals
      "tests/formats/checkpoint_refusal_test.cpp",       // archives that describe more than they hold
      "tests/formats/pickle_refusal_test.cpp",           // 2^40 values in forty shared lists
      "tests/nets/checkpoint_hyperparameters_test.cpp",  // YAML aliases that multiply
      "tests/session/runs/hostile_runs_test.cpp",        // links to devices without an end
      "tests/session/runs/silent_sources_test.cpp",      // the fastest of thirty, where the product waits for a disk
  };
  return files.contains(file);
}

/// The text without comments, and with the contents of its literals replaced by spaces.
std::string withoutWords(const std::string& text) {
  std::string code;
  char within = 0;  // the quote of the literal, '/' in a comment to the end of the line
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (within == '/') {
      if (c == '\n') within = 0;
    } else if (within != 0) {
      if (c == '\\') ++i;
      if (c == within || c == '\n') within = 0;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      within = '/';
    } else if (c == '"' || (c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0))) {
      within = c;
    }
    code += within == 0 || c == '\n' ? c : ' ';
  }
  return code;
}

/// Top-level pieces of formatted code: each ends with a line that begins with '}' or is one line.
std::vector<std::string> piecesOf(const std::string& code) {
  std::vector<std::string> pieces;
  std::string piece;
  std::size_t begin = 0;
  while (begin < code.size()) {
    std::size_t end = code.find('\n', begin);
    if (end == std::string::npos) end = code.size();
    const std::string line = code.substr(begin, end - begin);
    piece += line + "\n";
    if (line.starts_with("}") || line.starts_with("namespace")) {
      pieces.push_back(piece);
      piece.clear();
    }
    begin = end + 1;
  }
  pieces.push_back(piece);
  return pieces;
}

/// The innermost parts between ; { } and the commas before designators: declarations, assignments, assertions.
std::vector<std::string> statementsOf(const std::string& piece) {
  std::vector<std::string> statements(1);
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const char c = piece[i];
    const std::size_t next = c == ',' ? piece.find_first_not_of(" \n", i + 1) : std::string::npos;
    const bool designator = next != std::string::npos && piece[next] == '.';
    if (c == ';' || c == '{' || c == '}' || designator)
      statements.emplace_back();
    else
      statements.back() += c == '\n' ? ' ' : c;
  }
  return statements;
}

bool names(const std::string& text, const std::set<std::string>& clocks) {
  static const std::regex word(R"([A-Za-z_]\w*)");
  for (std::sregex_iterator i(text.begin(), text.end(), word), end; i != end; ++i)
    if (clocks.contains(i->str())) return true;
  return false;
}

/// Adds the names that hold what a clock says: variables that are made of one or get a value from one.
void learn(const std::vector<std::string>& statements, std::set<std::string>& clocks) {
  static const std::regex declared(R"(^\s*(?:const\s+)?(?:\w+::)*(\w+)(?:<[^=]*>)?\s+(\w+)\s*$)"),
      given(R"(^(.*?[\s.>\]])?(\w+)\s*[-+]?=\s*([^=].*)$)"),
      added(R"((\w+)\s*\.\s*(?:push_back|emplace_back|insert|add)\((.*)$)");
  for (std::size_t before = 0; before != clocks.size();) {
    before = clocks.size();
    for (const std::string& statement : statements) {
      std::smatch found;
      // A lambda's body is a statement of its own.
      if (std::regex_match(statement, found, declared) && clocks.contains(found[1])) clocks.insert(found[2]);
      if (std::regex_match(statement, found, given) && names(found[3], clocks)) clocks.insert(found[2]);
      if (std::regex_search(statement, found, added) && names(found[2], clocks)) clocks.insert(found[1]);
    }
  }
}

/// The name of a function that returns what a clock says, empty for other pieces.
std::string clockFunction(const std::string& piece, const std::set<std::string>& clocks) {
  static const std::regex header(R"((?:^|\n)[\w][\w:<>&*, ]* (\w+)\([^;]*$)"), returned(R"(^\s*return\b.*)");
  std::smatch found;
  const std::string head = piece.substr(0, piece.find("{\n"));
  if (!std::regex_search(head, found, header)) return {};
  for (const std::string& statement : statementsOf(piece))
    if (std::regex_match(statement, returned) && names(statement, clocks)) return found[1];
  return {};
}

/// The arguments of "EXPECT_LT(a, f(b, c)) << ..." at the top level.
std::vector<std::string> argumentsOf(const std::string& assertion) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t i = assertion.find('('); i < assertion.size(); ++i) {
    const char c = assertion[i];
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth == 0) break;
    if (c == ',' && depth == 1)
      arguments.emplace_back();
    else if (i > assertion.find('('))
      arguments.back() += c;
  }
  return arguments;
}

/// The assertions of a test's source that fail where a clock says more than a constant.
std::vector<std::string> limitsOnClocks(const std::string& source, bool limitAllowed) {
  static const std::regex above(R"(\b(EXPECT|ASSERT)_(LT|LE|NEAR)\()"), below(R"(\b(EXPECT|ASSERT)_(GT|GE)\()"),
      condition(R"(\b(EXPECT|ASSERT)_TRUE\()"), hundredfold(R"(^\s*100 \* [0-9.]+\s*$)");
  const std::set<std::string> clocks{"steady_clock",   "system_clock",  "high_resolution_clock",
                                     "CpuTime",        "ThreadCpuTime", "QElapsedTimer",
                                     "CLOCKS_PER_SEC", "clock_gettime", "getrusage",
                                     "nsecsElapsed",   "cpuSeconds",    "secondsFor",
                                     "wallNow",        "wall"};
  std::set<std::string> shared = clocks;
  const std::vector<std::string> pieces = piecesOf(withoutWords(source));
  for (const std::string& piece : pieces) {
    if (piece.find("\nTEST") != std::string::npos || piece.starts_with("TEST")) continue;
    learn(statementsOf(piece), shared);
    shared.insert(clockFunction(piece, shared));
  }
  std::vector<std::string> found;
  for (const std::string& piece : pieces) {
    std::set<std::string> own = shared;
    const std::vector<std::string> statements = statementsOf(piece);
    learn(statements, own);
    for (const std::string& statement : statements) {
      std::smatch match;
      const bool high = std::regex_search(statement, match, above);
      if (!high && !std::regex_search(statement, match, below) && !std::regex_search(statement, match, condition))
        continue;
      const std::vector<std::string> arguments = argumentsOf(match[0].str() + match.suffix().str());
      bool limit = false;
      if (arguments.size() == 1) {
        const std::size_t sign = arguments[0].find_first_of("<>");
        limit = sign != std::string::npos && names(arguments[0], own) &&
                names(arguments[0].substr(0, sign), own) != names(arguments[0].substr(sign), own);
      } else {
        const std::string &measured = arguments[high ? 0 : 1], &bound = arguments[high ? 1 : 0];
        limit = names(measured, own) && !names(bound, own) && !(limitAllowed && std::regex_match(bound, hundredfold));
      }
      if (limit) found.push_back(statement.substr(statement.find(match[0].str())));
    }
  }
  return found;
}

TEST(Clocks, LimitsAreFoundWhereTheyAre) {
  const auto in = [](const std::string& body) { return "TEST(A, B) {\n" + body + "}\n"; };
  const auto found = [&](const std::string& body) { return limitsOnClocks(in(body), false).size(); };
  EXPECT_EQ(found("  const test::CpuTime time;\n  EXPECT_LT(time.seconds(), 5);\n"), 1U);
  EXPECT_EQ(found("  const CpuTime time;\n  ASSERT_GE(\n      3, time.seconds()) << 1;\n"), 1U);
  EXPECT_EQ(found("  const auto began = std::chrono::steady_clock::now();\n  std::vector<double> all;\n"
                  "  all.push_back(std::chrono::duration<double>(Clock::now() - began).count());\n"
                  "  EXPECT_LT(all[3], 8);\n"),
            1U);
  EXPECT_EQ(found("  QElapsedTimer timer;\n  const double took = timer.elapsed();\n  EXPECT_TRUE(took < 5);\n"), 1U);
  EXPECT_EQ(limitsOnClocks("struct Times {\n  double work = used(CpuTime());\n};\n" + in("  EXPECT_LT(a.work, 100);\n"),
                           false)
                .size(),
            1U);
  EXPECT_EQ(
      limitsOnClocks("template <class Work>\ndouble seconds(const Work& work) {\n  const CpuTime time;\n  work();\n"
                     "  return time.seconds();\n}\n" +
                         in("  EXPECT_LT(seconds(f), 100);\n"),
                     false)
          .size(),
      1U);
  // A word, a lower bound, and two clocks of one run.
  EXPECT_EQ(found("  const CpuTime time;\n  EXPECT_LT(other, 5) << \"time\";  // time\n"), 0U);
  EXPECT_EQ(found("  const CpuTime time;\n  EXPECT_GT(time.seconds(), 0);\n"), 0U);
  EXPECT_EQ(found("  const CpuTime time, wall;\n  const CpuTime passed;\n  EXPECT_LT(time.seconds(), 0.1 * "
                  "passed.seconds());\n"),
            0U);
  EXPECT_EQ(limitsOnClocks(in("  const CpuTime time;\n  EXPECT_LT(time.seconds(), 100 * 0.05);\n"), true).size(), 0U);
  EXPECT_EQ(limitsOnClocks(in("  const CpuTime time;\n  EXPECT_LT(time.seconds(), 5);\n"), true).size(), 1U);
}

TEST(Clocks, NoTestComparesOneWithAConstant) {
  const fs::path top = test::sourceFolder();
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(top / "tests")) {
    const std::string file = fs::relative(entry.path(), top);
    if (!test::isSource(entry.path()) || file == "tests/layering/clocks_test.cpp") continue;
    const std::string text = test::textOfFile(entry.path());
    seen += text.find("CpuTime") != std::string::npos || text.find("_clock") != std::string::npos ? 1 : 0;
    for (const std::string& limit : limitsOnClocks(text, mayHaveALimit(file)))
      ADD_FAILURE() << file << ": " << limit
                    << "\nCount work, compare two sizes (tests/support/growth.h), or measure it in "
                    << "tests/bench.";
  }
  EXPECT_GT(seen, 15U) << "the scan saw too little to prove anything";
}

}  // namespace
}  // namespace sojourn
