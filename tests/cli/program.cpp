// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn::test {
namespace {

/// What is left of root after an exec without these rights in its bounding set must ask like everybody.
bool giveUpOverriding() {
  if (::geteuid() != 0) return true;
  return ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) == 0 && ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH) == 0;
}

struct Start {
  std::string folder;
  int signalAfterMs = 0;
  int signal = SIGINT;
  bool heldToPermissions = false;
  std::filesystem::path until = {};  ///< signals are sent once it is there
  int times = 1;
};

ProgramRun run(const std::vector<std::string>& arguments, const Start& start) {
  const TempFolder files;
  const std::string outPath = (files / "out").string(), errPath = (files / "err").string();
  std::vector<std::string> words{test::builtProgram("sojourn")};
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
    if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0) ::_exit(126);
    if (start.heldToPermissions && !giveUpOverriding()) ::_exit(notHeld);
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  if (start.signalAfterMs > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(start.signalAfterMs));
    ::kill(child, start.signal);
  }
  int status = 0;
  rusage usage{};
  bool ended = false;
  if (!start.until.empty()) {
    while (!ended && !std::filesystem::exists(start.until)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ended = ::wait4(child, &status, WNOHANG, &usage) == child;
    }
    EXPECT_TRUE(std::filesystem::exists(start.until)) << start.until << " never came";
    for (int i = 0; i < start.times && !ended; ++i) ::kill(child, start.signal);
  }
  if (!ended) ::wait4(child, &status, 0, &usage);
  ProgramRun result;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  result.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  result.peakBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = test::textOfFile(outPath);
  result.err = test::textOfFile(errPath);
  return result;
}

}  // namespace

ProgramRun runSojourn(const std::vector<std::string>& arguments, const std::string& folder, int signalAfterMs,
                      int signal) {
  return run(arguments,
             {.folder = folder, .signalAfterMs = signalAfterMs, .signal = signal, .heldToPermissions = false});
}

ProgramRun runSojournUntil(const std::vector<std::string>& arguments, const std::filesystem::path& file, int signal,
                           int times) {
  return run(
      arguments,
      {.folder = {}, .signalAfterMs = 0, .signal = signal, .heldToPermissions = false, .until = file, .times = times});
}

ProgramRun runSojournHeldToPermissions(const std::vector<std::string>& arguments) {
  return run(arguments, {.folder = {}, .signalAfterMs = 0, .signal = SIGINT, .heldToPermissions = true});
}

}  // namespace sojourn::test
