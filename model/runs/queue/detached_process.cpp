// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/queue/detached_process.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

extern char** environ;

namespace sojourn {

Result<pid_t> startDetached(std::vector<std::string> words, const GuardedPath& standardError) {
  const Descriptor errors = openGuarded(standardError, O_WRONLY | O_CREAT | O_APPEND);
  if (errors.get() < 0)
    return guardedError(standardError, ErrorKind::Failed, "cannot be opened", "check the folder's permissions");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, errors.get(), STDERR_FILENO);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, argv.front(), &files, &attributes, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (failed == 0) return child;
  return Error{ErrorKind::Failed, words.front(), std::string("cannot be started (") + std::strerror(failed) + ")",
               "check that it is there and can be run"};
}

std::string lastLineOf(const GuardedPath& path) {
  constexpr off_t most = 4096;
  const Descriptor file = openGuarded(path, O_RDONLY);
  struct stat info {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  std::string text(static_cast<std::size_t>(std::min(most, info.st_size)), '\0');
  const ssize_t got = ::pread(file.get(), text.data(), text.size(), info.st_size - std::min(most, info.st_size));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const auto feed = text.rfind('\n', end);
  const auto begin = feed == std::string::npos ? 0 : feed + 1;
  return text.substr(begin, end + 1 - begin);
}

}  // namespace sojourn
