// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn`: starts at once and carries out what needs no network itself; for the rest it becomes the program that has
// them, which takes a quarter of a second and a hundred megabytes to load.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include <unistd.h>

#include "app/cli/commands/info_report.h"
#include "app/cli/program/program.h"
#include "app/command_line/command_line.h"

namespace sojourn::cli {
namespace {

char** givenArguments = nullptr;

/// Becomes the other program; comes back only where that is not there.
Error handOver() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / modelsProgram;
  ::execv(program.c_str(), givenArguments);
  return {ErrorKind::Failed, program.string(), "cannot be started", "install the whole of Sojourn again"};
}

bool runsModel(const std::vector<std::string>& words) {
  return !words.empty() && std::ranges::any_of(modelCommands, [&](const auto& one) { return words[0] == one.first; });
}

}  // namespace
}  // namespace sojourn::cli

int main(int argc, char** argv) {
  using namespace sojourn::cli;
  givenArguments = argv;
  const std::vector<std::string> words = wordsOf(argc, argv);
  if (runsModel(words)) return sojourn::fail("sojourn", handOver());
  return runProgram(words, [&](CLI::App& app, Work& work) {
    addInfoCommand(app, work, [](const auto&) -> sojourn::Result<InfoReport> { return handOver(); });
    addBaselinesCommand(app, work);
    addResultsCommand(app, work);
    addQueueCommand(app, work);
    addExportCommand(app, work);
    addModelTemplateCommand(app, work);
    addPrepareCommand(app, work);
    for (const auto& [name, description] : modelCommands) static_cast<void>(addModelCommand(app, name));
  });
}
