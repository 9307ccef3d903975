// SPDX-License-Identifier: GPL-3.0-or-later
// Open files that close themselves, and paths into folders that others may have filled, where no link is followed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/result.h"

namespace sojourn {

/// Owns a descriptor; -1 where open() failed.
class Descriptor {
 public:
  explicit Descriptor(int fd) : m_fd(fd) {}
  Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (m_fd >= 0) ::close(m_fd);
  }
  [[nodiscard]] int get() const { return m_fd; }
  /// Gives the descriptor away, to be closed by others.
  [[nodiscard]] int release() { return std::exchange(m_fd, -1); }

 private:
  int m_fd;
};

/// "what (what errno says)" about a file; to be called before anything else sets errno.
[[nodiscard]] Error systemError(const std::filesystem::path& path, ErrorKind kind, const std::string& what,
                                const std::string& remedy);

/// A path whose last names are guarded: a link under one of them is never followed, so that what is opened,
/// made, renamed or deleted lies in the folder where the guarded names begin. A plain path guards nothing. The
/// functions below keep to it; those of the standard library do not.
class GuardedPath : public std::filesystem::path {
 public:
  GuardedPath() = default;
  using std::filesystem::path::path;
  // NOLINTNEXTLINE(google-explicit-constructor): wherever a guarded path is taken a plain one is as well
  GuardedPath(std::filesystem::path plain) : std::filesystem::path(std::move(plain)) {}

  /// A single name in this folder, which is guarded as well.
  [[nodiscard]] GuardedPath operator/(const std::string& name) const {
    GuardedPath inner(static_cast<const std::filesystem::path&>(*this) / name);
    inner.m_guarded = m_guarded + 1;
    return inner;
  }

  /// The folder where the guarded names begin; links on the way to it are followed.
  [[nodiscard]] std::filesystem::path trusted() const;
  /// The names below it, outermost first.
  [[nodiscard]] std::vector<std::string> guardedNames() const;

 private:
  std::size_t m_guarded = 0;
};

// Each of these sets errno as the system call of its name does; ELOOP where a guarded name is a link.

/// -1 on failure. Never waits for a pipe; the descriptor is closed when another program is started.
[[nodiscard]] Descriptor openGuarded(const GuardedPath& path, int flags, mode_t mode = 0666);
/// The folder that the path's last name is in, for openat() and its like; -1 on failure.
[[nodiscard]] Descriptor openFolderOf(const GuardedPath& path);
[[nodiscard]] bool statGuarded(const GuardedPath& path, struct stat& info);
/// Deletes a file, or the link of that name; what it leads to stays.
[[nodiscard]] bool removeGuarded(const GuardedPath& path);
[[nodiscard]] bool renameGuarded(const GuardedPath& from, const GuardedPath& to);

/// Refuses a link, and what lies behind one (ErrorKind::BadInput): for readers that know plain paths only. What is not
/// there is no link.
[[nodiscard]] Status checkNoLink(const GuardedPath& path);

/// As systemError(); names the link where errno is ELOOP. To be called before anything else sets errno.
[[nodiscard]] Error guardedError(const GuardedPath& path, ErrorKind kind, const std::string& what,
                                 const std::string& remedy);

/// Makes the folder and those on the way to it, where they are not there. Errors: a guarded name is a link or no folder
/// (ErrorKind::BadInput); it cannot be made (Failed).
[[nodiscard]] Status makeGuardedFolder(const GuardedPath& folder);

/// The names in a folder, sorted; none where it is not there; at most `most` of them. Errors (ErrorKind::BadInput): it
/// cannot be read, or is a link or no folder.
[[nodiscard]] Result<std::vector<std::string>> namesIn(const GuardedPath& folder, std::size_t most = 200'000);

}  // namespace sojourn
