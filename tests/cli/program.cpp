// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temp_folder.h"

namespace sojourn::test {
namespace {

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

}  // namespace

ProgramRun runSojourn(const std::vector<std::string>& arguments, const std::string& folder, int signalAfterMs,
                      int signal) {
  const TempFolder files;
  const std::string outPath = (files / "out").string(), errPath = (files / "err").string();
  std::vector<std::string> words{SOJOURN_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = ::fork();
  if (child == 0) {
    const int out = ::open(outPath.c_str(), O_WRONLY | O_CREAT, 0600);
    const int err = ::open(errPath.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(126);
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  if (signalAfterMs > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(signalAfterMs));
    ::kill(child, signal);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ProgramRun run;
  run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = contentOf(outPath);
  run.err = contentOf(errPath);
  return run;
}

}  // namespace sojourn::test
