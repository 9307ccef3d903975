// SPDX-License-Identifier: GPL-3.0-or-later
// Exit codes and the form of errors, before any work is done.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/built.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// With every text of its second column on one line.
std::string helpOf(const char* command) {
  return std::regex_replace(runSojourn({command, "--help"}).out, std::regex("\n {30}"), " ");
}

TEST(CliUsage, EveryParserErrorIsTwo) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {},
           {"dance"},
           {"evaluate"},
           {"evaluate", "--data", "x"},
           {"evaluate", "--data", "x", "--checkpoint", "y", "--device", "tpu"},
           {"evaluate", "--data", "x", "--checkpoint", "y", "--threads", "0"},
           {"evaluate", "--data", "x", "--checkpoint", "y", "--heads", "four"},
           {"evaluate", "--data", "x", "--checkpoint", "y", "--index", "1"},
           {"inspect", "--data", "x", "--checkpoint", "y"},
           {"explain", "--data", "x", "--checkpoint", "y"},
           {"counterfactuals", "--data", "x", "--checkpoint", "y"},
           {"components", "--data", "x", "--checkpoint", "y"},
           {"components", "--data", "x", "--checkpoint", "y", "--samples", "5", "--target", "3"},
           {"inspect", "--data", "x", "--checkpoint", "y", "--index", "1", "--sequence", "z"},
           {"inspect", "--data", "x", "--checkpoint", "y", "--index", "one"},
           {"baselines"},
           {"train", "--config", "x", "--data", "y"},
           {"demo"},
           {"info"},
           {"--json", "-"}}) {
    const auto run = runSojourn(words);
    EXPECT_EQ(run.exitCode, 2) << ::testing::PrintToString(words);
    EXPECT_EQ(run.out, "") << ::testing::PrintToString(words);
    EXPECT_THAT(run.err, StartsWith("sojourn: ")) << ::testing::PrintToString(words);
    EXPECT_THAT(run.err, HasSubstr("--help`")) << "the remedy of " << ::testing::PrintToString(words);
  }
}

TEST(CliUsage, HelpIsThereForEverySubcommandWithExamples) {
  EXPECT_EQ(runSojourn({"--help"}).exitCode, 0);
  EXPECT_THAT(runSojourn({"--version"}).out, StartsWith("sojourn "));
  for (const char* command : {"info", "evaluate", "inspect", "explain", "counterfactuals", "components", "baselines",
                              "train", "queue", "export", "demo"}) {
    const auto run = runSojourn({command, "--help"});
    EXPECT_EQ(run.exitCode, 0) << command;
    EXPECT_THAT(run.out, HasSubstr("Examples:")) << command;
    EXPECT_THAT(run.out, HasSubstr(std::string("sojourn ") + command)) << command;
    EXPECT_EQ(run.err, "") << command;
  }
}

TEST(CliUsage, SuggestsTheCommandThatWasMeant) {
  const auto run = runSojourn({"evalute", "--data", "demo"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_EQ(run.err,
            "sojourn: `evalute` is not a command: did you mean evaluate? Otherwise run `sojourn help` for the list of "
            "commands, or `sojourn COMMAND --help`\n");
  EXPECT_EQ(runSojourn({"evalute", "--help"}).exitCode, 2) << "no help about something else";
  EXPECT_THAT(runSojourn({"xyzzy"}).err, ::testing::Not(HasSubstr("did you mean")));
}

TEST(CliUsage, SuggestsTheOptionThatWasMeant) {
  const auto run = runSojourn({"evaluate", "--data", "x", "--chekpoint", "y"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_EQ(
      run.err,
      "sojourn: --chekpoint is not an option of `sojourn evaluate`: did you mean --checkpoint? Otherwise run `sojourn "
      "evaluate --help`\n");
  EXPECT_THAT(runSojourn({"evaluate", "--chekpoint=y"}).err, HasSubstr("did you mean --checkpoint?"));
  EXPECT_THAT(runSojourn({"export", "run", "--tensorbord", "x"}).err, HasSubstr("did you mean --tensorboard?"))
      << "an option of a group";
  EXPECT_THAT(runSojourn({"--versoin"}).err, HasSubstr("did you mean --version?"));
  EXPECT_THAT(runSojourn({"evaluate", "--data", "x"}).err, HasSubstr("--checkpoint is required"));
}

TEST(CliUsage, OutputsAreCheckedBeforeTheWork) {
  // The data are not there either: what is refused first is the output.
  const test::TempFolder folder;
  std::filesystem::create_directory(folder / "a folder");
  std::ofstream(folder / "a file") << "x";
  const auto refusal = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"evaluate", "--data", "absent", "--checkpoint", "absent.pt"};
    words.insert(words.end(), more.begin(), more.end());
    const auto run = runSojourn(words, folder.path());
    EXPECT_EQ(run.exitCode == 4 || run.exitCode == 2, true) << run.exitCode << run.err;
    return run.err;
  };
  EXPECT_THAT(refusal({"--json", "none/out.json"}),
              HasSubstr("none/out.json: cannot be written: the folder is not there"));
  EXPECT_THAT(refusal({"--json", "a folder"}), HasSubstr("a folder: is a folder"));
  EXPECT_THAT(refusal({"--per-sample", "none/out.csv"}), HasSubstr("the folder is not there"));
  EXPECT_THAT(refusal({"--json", "-", "--per-sample", "-"}), HasSubstr("is given for two outputs"));
  const auto board = runSojourn({"export", "absent", "--csv", "a file"}, folder.path());
  EXPECT_EQ(board.exitCode, 4);
  EXPECT_THAT(board.err, HasSubstr("a file: is a file"));
}

/// Libraries that the loader would load for a program.
std::string librariesOf(const char* program) {
  const std::string command = "LD_TRACE_LOADED_OBJECTS=1 '" + test::builtProgram(program) + "'";
  FILE* const pipe = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> piece{};
  while (const std::size_t n = std::fread(piece.data(), 1, piece.size(), pipe)) text.append(piece.data(), n);
  ::pclose(pipe);
  return text;
}

TEST(CliUsage, WhatRunsNoModelLoadsNoTorch) {
  EXPECT_THAT(librariesOf("sojourn"), AllOf(HasSubstr("libc.so"), Not(HasSubstr("torch"))));
  EXPECT_THAT(librariesOf("sojourn-models"), HasSubstr("torch")) << "which carries out the rest";
  // The words of both are the same program's.
  EXPECT_THAT(runSojourn({"help", "train"}).out, HasSubstr("Usage: sojourn train "));
  EXPECT_THAT(runSojourn({"train", "--epochs", "3"}).err,
              HasSubstr("sojourn: --epochs is not an option of `sojourn train`"));
}

TEST(CliUsage, ARefusalIsOneLine) {
  // The dataset has something to warn of, and the work is refused for another reason.
  const test::TempFolder folder;
  ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "city"))
    if (entry.path().string().ends_with("_metadata.json")) std::ofstream(entry.path()) << "[]";
  const auto warned = runSojourn({"baselines", "--data", (folder / "city").string(), "--json", "-"});
  ASSERT_EQ(warned.exitCode, 0) << warned.err;
  ASSERT_THAT(warned.err, HasSubstr("warning")) << "else this proves nothing";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"evaluate", "--checkpoint", "absent.pt"},
                                                {"profile", "--filter", "right"},
                                                {"baselines", "--filter", "len>100000"}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--data", (folder / "city").string()});
    const auto run = runSojourn(all, folder.path());
    EXPECT_TRUE(run.exitCode == 2 || run.exitCode == 3) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

TEST(CliUsage, HelpIsACommandToo) {
  for (const char* command : {"info", "evaluate", "inspect", "explain", "counterfactuals", "components", "baselines",
                              "train", "queue", "export", "demo"}) {
    const auto run = runSojourn({"help", command});
    EXPECT_EQ(run.exitCode, 0) << command;
    EXPECT_EQ(run.out, runSojourn({command, "--help"}).out) << command;
  }
  const auto all = runSojourn({"help"});
  EXPECT_EQ(all.exitCode, 0);
  EXPECT_EQ(all.out, runSojourn({"--help"}).out);
  EXPECT_THAT(all.out, HasSubstr("  help "));
  EXPECT_THAT(runSojourn({"help", "evalute"}).err, HasSubstr("did you mean evaluate?"));
}

TEST(CliUsage, HelpHasPlainWordsForWhatAnOptionTakes) {
  for (const char* command : {"info", "evaluate", "inspect", "explain", "counterfactuals", "components", "baselines",
                              "train", "queue", "export", "demo", "help"}) {
    const std::string help = helpOf(command);
    for (const char* raw : {":INT", "NONNEGATIVE", "TEXT", ":{", " in [", "REQUIRED",
                            "Excludes:", "Needs:", "Option Group", "of the follow", "Positionals", "Subcommands"})
      EXPECT_THAT(help, ::testing::Not(HasSubstr(raw))) << command;
  }
  const std::string evaluate = helpOf("evaluate");
  EXPECT_THAT(evaluate, HasSubstr(" --device DEVICE "));
  EXPECT_THAT(evaluate, HasSubstr("takes the faster as measured here [default: auto]\n"));
  EXPECT_THAT(evaluate, HasSubstr(" --threads N "));
  EXPECT_THAT(evaluate, HasSubstr(" [1 to 1024]\n"));
  EXPECT_THAT(evaluate, HasSubstr("Dataset: a folder, or folder/prefix [required]\n"));
  EXPECT_THAT(helpOf("export"), HasSubstr("\nWhat to write (at least one of these):\n"
                                          "  --tensorboard OUT_DIR "));
  EXPECT_THAT(helpOf("inspect"), HasSubstr("\nWhich sequence (one of these):\n  --index N "));
  EXPECT_THAT(helpOf("explain"),
              HasSubstr("[1 to 100000000; not with --baseline, --rather-than, --shapley or --target]\n"));
  EXPECT_THAT(runSojourn({"info", "--help"}).out, HasSubstr("Usage: sojourn info [OPTIONS] FILE_OR_FOLDER\n"));
}

TEST(CliUsage, HelpIsWrappedAndItsTextsBeginWithACapital) {
  const std::regex lowerCase("(^|\n)  (-[^\n]*|[a-z]+)  +[a-z][^\n]*");
  for (const char* command : {"info", "evaluate", "inspect", "explain", "counterfactuals", "components", "baselines",
                              "train", "queue", "export", "demo", "help"}) {
    std::istringstream lines(runSojourn({command, "--help"}).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << command << ": " << line;
    std::smatch found;
    const std::string help = helpOf(command);
    EXPECT_FALSE(std::regex_search(help, found, lowerCase)) << command << ": " << found.str();
  }
}

TEST(CliUsage, WhatIsNotThereIsThree) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"info", "/nonexistent/file.pt"},
           {"evaluate", "--data", "/nonexistent", "--checkpoint", "/nonexistent.pt"},
           {"inspect", "--data", "/nonexistent", "--checkpoint", "/nonexistent.pt", "--index", "0"},
           {"baselines", "--data", "/nonexistent/prefix"}}) {
    const auto run = runSojourn(words);
    EXPECT_EQ(run.exitCode, 3) << ::testing::PrintToString(words);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("sojourn: ")) << ::testing::PrintToString(words);
    EXPECT_THAT(run.err, HasSubstr("/nonexistent")) << ::testing::PrintToString(words);
  }
}

TEST(CliUsage, AnUnknownSplitIsBadInput) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn({"baselines", "--data", (data / "geolife").string(), "--split", "holdout"});
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.err, HasSubstr("--split holdout"));
  EXPECT_THAT(run.err, HasSubstr("train, validation or test"));
}

}  // namespace
}  // namespace sojourn
