// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/detached_process.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;

namespace sojourn {

Result<pid_t> startDetached(std::vector<std::string> words, const std::filesystem::path& standardError) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, standardError.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0666);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, argv.front(), &files, &attributes, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (failed == 0) return child;
  return Error{ErrorKind::Failed, words.front(), std::string("cannot be started (") + std::strerror(failed) + ")",
               "check that it is there and can be run"};
}

std::string lastLineOf(const std::filesystem::path& file) {
  constexpr std::streamoff most = 4096;
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = in.tellg();
  in.seekg(std::max<std::streamoff>(0, size - most));
  std::string last;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace sojourn
