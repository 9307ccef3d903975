// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/child.h"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sojourn::test {
namespace {

double wallClock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Child::Child(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe for " << words[0];
    return;
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (::posix_spawn(&m_pid, words[0].c_str(), &actions, nullptr, arguments.data(), environ) != 0) {
    ADD_FAILURE() << words[0] << " cannot be started";
    m_pid = 0;
  }
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  m_reader = std::thread([this, end = ends[0]] { read(end); });
}

Child::~Child() {
  end(SIGKILL);
  if (m_reader.joinable()) m_reader.join();
}

void Child::read(int descriptor) {
  std::string begun;
  char bytes[4096];
  for (ssize_t n = 0; (n = ::read(descriptor, bytes, sizeof bytes)) > 0;) {
    const double now = wallClock();
    begun.append(bytes, static_cast<std::size_t>(n));
    const std::lock_guard lock(m_mutex);
    for (auto feed = begun.find('\n'); feed != std::string::npos; feed = begun.find('\n')) {
      m_lines.push_back({.wall = now, .text = begun.substr(0, feed)});
      begun.erase(0, feed + 1);
    }
  }
  ::close(descriptor);
}

std::vector<Child::Line> Child::lines() const {
  const std::lock_guard lock(m_mutex);
  return m_lines;
}

std::optional<Child::Line> Child::awaitLine(const std::function<bool(const std::string&)>& condition,
                                            std::chrono::milliseconds patience) const {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (std::size_t seen = 0;;) {
    const std::vector<Line> there = lines();
    for (; seen < there.size(); ++seen) {
      if (condition(there[seen].text)) return there[seen];
    }
    if (std::chrono::steady_clock::now() > end) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

int Child::end(int signal) {
  if (m_pid <= 0) return -1;
  ::kill(m_pid, signal);
  int status = 0;
  ::waitpid(m_pid, &status, 0);
  m_pid = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace sojourn::test
