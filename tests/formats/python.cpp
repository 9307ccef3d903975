// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/python.h"

#include <array>
#include <cstdlib>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sojourn::test {

std::optional<std::string> pythonWith(const std::string& module) {
  const char* python = std::getenv("SOJOURN_PYTHON");
  if (!python || !std::filesystem::exists(python)) return std::nullopt;
  if (runPython(python, "import " + module).exitCode != 0) return std::nullopt;
  return python;
}

PythonAnswer runPython(const std::string& python, const std::string& script,
                       const std::vector<std::string>& arguments) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) return {};
  std::vector<std::string> words{python, "-W", "ignore", "-c", script};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, pipe[0]);
  pid_t child = 0;
  const int started = ::posix_spawn(&child, python.c_str(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);

  PythonAnswer answer;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; started == 0 && (n = ::read(pipe[0], buffer.data(), buffer.size())) > 0;) {
    answer.output.append(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(pipe[0]);
  int status = 0;
  if (started == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status)) answer.exitCode = WEXITSTATUS(status);
  return answer;
}

}  // namespace sojourn::test
