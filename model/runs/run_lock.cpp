// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/run_lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/files.h"
#include "model/runs/json_file.h"
#include "model/runs/process_identity.h"
#include "model/runs/wall_time.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

Error heldBySomebody(const fs::path& file) {
  Error error{ErrorKind::BadInput, file.string(), "is held by another process",
              "wait for it, stop it, or choose another folder"};
  const auto json = readJsonObject(file, 4096);
  if (!json) return error;
  JsonFields fields(*json, file.string());
  const ProcessIdentity holder = readProcess(fields);
  if (fields.error()) return error;
  error.what = "is held by process " + std::to_string(holder.pid) + " on " + holder.host + ", started " +
               utcText(holder.started);
  return error;
}

/// Whether the name still leads to the file that was locked: somebody may have deleted it in between.
bool stillNamed(int fd, const fs::path& file) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::stat(file.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

Result<RunLock> RunLock::take(const fs::path& path) {
  constexpr const char* remedy = "check that the folder is there and can be written";
  for (int attempt = 0; attempt < 3; ++attempt) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
    if (file.get() < 0) return systemError(path, ErrorKind::Failed, "cannot be opened", remedy);
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return heldBySomebody(path);
      return systemError(path, ErrorKind::Failed, "cannot be locked", "use a disk that supports flock");
    }
    if (!stillNamed(file.get(), path)) continue;
    nlohmann::ordered_json json;
    addTo(json, thisProcess());
    const std::string text = json.dump() + "\n";
    if (::ftruncate(file.get(), 0) != 0 ||
        ::pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      return systemError(path, ErrorKind::Failed, "cannot be written", "free some space");
    }
    return RunLock(std::move(file));
  }
  return Error{ErrorKind::Failed, path.string(), "is deleted again and again while it is taken",
               "stop what deletes it"};
}

}  // namespace sojourn
