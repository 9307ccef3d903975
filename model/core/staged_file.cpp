// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files under temporary names and renames them.
#include "model/core/staged_file.h"

#include <atomic>
#include <cerrno>
#include <regex>

#include <fcntl.h>
#include <unistd.h>

namespace sojourn {
namespace {

/// Whether the path stands for what is open already: /dev/stdout stays the shell's file even where that is a regular
/// one.
bool isDevice(const std::filesystem::path& path) {
  return path.native().starts_with("/dev/") || path.native().starts_with("/proc/");
}

}  // namespace

std::optional<std::string> stagedName(std::string_view name) {
  static const std::regex form(R"(\.([\s\S]+)\.[0-9]+-[0-9]+\.tmp)");
  std::match_results<std::string_view::const_iterator> parts;
  return std::regex_match(name.begin(), name.end(), parts, form) ? std::optional(parts[1].str()) : std::nullopt;
}

Result<StagedFile> StagedFile::create(const GuardedPath& path) {
  static std::atomic<unsigned> counter{0};
  const std::string temporary = "." + path.filename().string() + "." + std::to_string(::getpid()) + "-" +
                                std::to_string(counter.fetch_add(1)) + ".tmp";
  const auto refuse = [&] {
    return guardedError(path, ErrorKind::Failed, "cannot be written", "check that the folder exists and is writable");
  };
  Descriptor folder = openFolderOf(path);
  if (folder.get() < 0) return refuse();
  ::unlinkat(folder.get(), temporary.c_str(), 0);  // left by a process of the same number that was killed
  Descriptor file(
      ::openat(folder.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (file.get() < 0) return refuse();
  return StagedFile(path, temporary, std::move(folder), std::move(file));
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
  return StagedFile(path, {}, Descriptor(-1), std::move(file));
}

StagedFile::~StagedFile() {
  if (m_file.get() >= 0 && !m_temporary.empty()) ::unlinkat(m_folder.get(), m_temporary.c_str(), 0);
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
  if (::renameat(m_folder.get(), m_temporary.c_str(), m_folder.get(), m_path.filename().c_str()) != 0)
    return fail("cannot be put in its place");
  m_file = Descriptor(-1);
  const Descriptor parent(::openat(m_folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
  return {};
}

}  // namespace sojourn
