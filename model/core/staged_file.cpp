// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/staged_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>

namespace sojourn {
namespace {

std::filesystem::path folderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// Whether the path stands for what is open already: /dev/stdout stays the shell's file even where that is a regular one.
bool isDevice(const std::filesystem::path& path) {
  return path.native().starts_with("/dev/") || path.native().starts_with("/proc/");
}

}  // namespace

Result<StagedFile> StagedFile::create(const std::filesystem::path& path) {
  static std::atomic<unsigned> counter{0};
  const std::filesystem::path temporary =
      folderOf(path) / ("." + path.filename().string() + "." + std::to_string(::getpid()) + "-" +
                        std::to_string(counter.fetch_add(1)) + ".tmp");
  ::unlink(temporary.c_str());  // left by a process of the same number that was killed while it wrote
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (file.get() < 0) {
    return systemError(path, ErrorKind::Failed, "cannot be written", "check that the folder exists and is writable");
  }
  return StagedFile(path, temporary, std::move(file));
}

Result<StagedFile> StagedFile::createOutput(const std::filesystem::path& path) {
  std::error_code none;
  std::filesystem::path target = path;
  constexpr int mostLinks = 40;  // as the system itself follows
  for (int links = 0; !isDevice(target) && std::filesystem::is_symlink(target, none); ++links) {
    if (links == mostLinks) {
      errno = ELOOP;
      return systemError(path, ErrorKind::Failed, "cannot be written", "name a file instead of this link");
    }
    target = target.parent_path() / std::filesystem::read_symlink(target, none);
  }
  const std::filesystem::file_status there = std::filesystem::status(target, none);
  if (std::filesystem::is_directory(there))
    return Error{ErrorKind::Failed, path.string(), "is a folder", "name a file in it"};
  if (!isDevice(target) && (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there)))
    return create(target);
  Descriptor file(::open(target.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) {
    return systemError(path, ErrorKind::Failed, "cannot be written", "check that it may be written to, or name a file");
  }
  return StagedFile(path, {}, std::move(file));
}

StagedFile::~StagedFile() {
  if (m_file.get() >= 0 && !m_temporary.empty()) ::unlink(m_temporary.c_str());
}

Status StagedFile::write(std::span<const std::byte> content) {
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t n = ::write(m_file.get(), content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      return systemError(m_path, ErrorKind::Failed, "cannot be written", "free some space or choose another folder");
    }
    done += static_cast<std::size_t>(n);
  }
  return {};
}

Status StagedFile::commit() {
  const auto fail = [this](const char* what) {
    return systemError(m_path, ErrorKind::Failed, what, "free some space or choose another folder");
  };
  if (m_temporary.empty()) {
    m_file = Descriptor(-1);
    return {};
  }
  if (::fsync(m_file.get()) != 0) return fail("cannot be brought to the disk");
  if (::rename(m_temporary.c_str(), m_path.c_str()) != 0) return fail("cannot be put in its place");
  m_file = Descriptor(-1);
  const Descriptor parent(::open(folderOf(m_path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
  return {};
}

}  // namespace sojourn
