// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <regex>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/text.h"

namespace sojourn {
namespace {

/// Whether the path stands for what is open already: /dev/stdout stays the shell's file even where that is a regular
/// one.
bool isDevice(const std::filesystem::path& path) {
  return path.native().starts_with("/dev/") || path.native().starts_with("/proc/");
}

Status writeWhole(Result<StagedFile> file, std::span<const std::byte> content) {
  if (!file) return file.error();
  if (const Status written = file->write(content); !written) return written;
  return file->commit();
}

}  // namespace

Result<std::unique_ptr<FileSource>> FileSource::open(const GuardedPath& path, std::uint64_t maxBytes) {
  Descriptor file = openGuarded(path, O_RDONLY);
  if (file.get() < 0) {
    return guardedError(path, ErrorKind::BadInput, "cannot be opened", "check the path and its permissions");
  }
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) {
    return systemError(path, ErrorKind::BadInput, "cannot be examined", "check the path and its permissions");
  }
  if (!S_ISREG(info.st_mode)) {
    return Error{ErrorKind::BadInput, path.string(), "is not a regular file", "name a file"};
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > maxBytes) {
    return Error{ErrorKind::BadInput, path.string(),
                 "holds " + humanBytes(size) + ", more than the " + humanBytes(maxBytes) + " that are read",
                 "check that this is the right file"};
  }
  return std::unique_ptr<FileSource>(new FileSource(path, std::move(file), size));
}

Result<std::size_t> FileSource::read(std::span<std::byte> into) {
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), m_size - m_offset));
  std::size_t got = 0;
  while (got < wanted) {
    const ssize_t n = ::pread(m_file.get(), into.data() + got, wanted - got, static_cast<off_t>(m_offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return systemError(m_path, ErrorKind::BadInput, "cannot be read", "check the disk or the connection");
    if (n == 0) break;  // it shrank while it was read: what is there is checked like any truncated file
    got += static_cast<std::size_t>(n);
  }
  m_offset += got;
  return got;
}

Result<std::size_t> MemorySource::read(std::span<std::byte> into) {
  const std::size_t count = std::min(into.size(), m_bytes.size() - m_offset);
  std::ranges::copy(m_bytes.subspan(m_offset, count), into.begin());
  m_offset += count;
  return count;
}

Result<Bytes> readFile(const GuardedPath& path, std::uint64_t maxBytes) {
  const auto source = FileSource::open(path, maxBytes);
  if (!source) return source.error();
  Bytes content((*source)->size());
  const auto got = (*source)->read(content);
  if (!got) return got.error();
  content.resize(*got);
  return content;
}

Status writeFileAtomically(const GuardedPath& path, std::span<const std::byte> content) {
  return writeWhole(StagedFile::create(path), content);
}

Status writeFileAtomically(const GuardedPath& path, std::string_view content) {
  return writeFileAtomically(path, asBytes(content));
}

Status writeOutput(const std::filesystem::path& path, std::span<const std::byte> content) {
  return writeWhole(StagedFile::createOutput(path), content);
}

Status writeOutput(const std::filesystem::path& path, std::string_view content) {
  return writeOutput(path, asBytes(content));
}

Status checkOutput(const std::filesystem::path& path, bool folder) {
  std::error_code ignored;
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    return Error{ErrorKind::Failed, path.string(), what, remedy};
  };
  if (folder ? std::filesystem::is_regular_file(path, ignored) : std::filesystem::is_directory(path, ignored))
    return folder ? refuse("is a file", "name a folder") : refuse("is a folder", "name a file in it");
  if (!folder && std::filesystem::exists(path, ignored)) {
    if (::access(path.c_str(), W_OK) == 0) return {};
    return refuse("may not be written to", "choose another file, or change its permissions");
  }
  std::filesystem::path above = folder ? path : path.parent_path();
  while (folder && !above.empty() && !std::filesystem::exists(above, ignored)) above = above.parent_path();
  if (above.empty()) above = ".";
  if (!std::filesystem::is_directory(above, ignored))
    return refuse("cannot be written: the folder is not there", "make the folder, or name another one");
  if (::access(above.c_str(), W_OK | X_OK) != 0)
    return refuse("cannot be written: the folder may not be written to", "choose another folder");
  return {};
}

std::span<const std::byte> asBytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

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
