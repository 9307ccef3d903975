// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_lock.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/runs/store/json_file.h"
#include "model/runs/store/process_identity.h"
#include "model/runs/store/wall_time.h"

namespace sojourn {
namespace {

Error heldBySomebody(const GuardedPath& file) {
  Error error{ErrorKind::BadInput, file.string(), "is held by another process",
              "wait for it, stop it, or choose another folder"};
  if (const auto holder = readJsonStruct<ProcessIdentity>(file, 4096))
    error.what = "is held by process " + std::to_string(holder->pid) + " on " + holder->host + ", started " +
                 utcText(holder->started);
  return error;
}

/// Whether the name still leads to the file that was locked: somebody may have deleted it in between.
bool stillNamed(int fd, const GuardedPath& file) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && statGuarded(file, named) && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

/// isHeld() holds a shared lock for some microseconds, which is no reason to refuse.
bool lockWhole(int fd) {
  constexpr int attempts = 10;
  for (int attempt = 1; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (errno != EWOULDBLOCK || attempt == attempts) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace

Result<RunLock> RunLock::take(const GuardedPath& path) {
  constexpr const char* remedy = "check that the folder is there and can be written";
  for (int attempt = 0; attempt < 3; ++attempt) {
    Descriptor file = openGuarded(path, O_RDWR | O_CREAT);
    if (file.get() < 0) return guardedError(path, ErrorKind::Failed, "cannot be opened", remedy);
    if (!lockWhole(file.get())) {
      if (errno == EWOULDBLOCK) return heldBySomebody(path);
      return systemError(path, ErrorKind::Failed, "cannot be locked", "use a disk that supports flock");
    }
    if (!stillNamed(file.get(), path)) continue;
    const std::string text = jsonFileText(thisProcess());
    if (::ftruncate(file.get(), 0) != 0 ||
        ::pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      return systemError(path, ErrorKind::Failed, "cannot be written", "free some space");
    }
    return RunLock(std::move(file));
  }
  return Error{ErrorKind::Failed, path.string(), "is deleted again and again while it is taken",
               "stop what deletes it"};
}

bool RunLock::isHeld(const GuardedPath& path) {
  const Descriptor file = openGuarded(path, O_RDONLY);
  return file.get() >= 0 && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace sojourn
