// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "model/core/descriptor.h"
#include "model/core/staged_file.h"
#include "model/core/text.h"

namespace sojourn {

Error systemError(const std::filesystem::path& path, ErrorKind kind, const std::string& what, const std::string& remedy) {
  return Error{kind, path.string(), what + " (" + std::strerror(errno) + ")", remedy};
}

Result<Bytes> readFile(const std::filesystem::path& path, std::uint64_t maxBytes) {
  // O_NONBLOCK so that a named pipe cannot hang the reader; it is refused below as not a regular file.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) {
    return systemError(path, ErrorKind::BadInput, "cannot be opened", "check the path and its permissions");
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
  Bytes content(size);
  std::size_t got = 0;
  while (got < content.size()) {
    const ssize_t n = ::read(file.get(), content.data() + got, content.size() - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return systemError(path, ErrorKind::BadInput, "cannot be read", "check the disk or the connection");
    if (n == 0) break;  // it shrank while it was read: what is there is checked like any truncated file
    got += static_cast<std::size_t>(n);
  }
  content.resize(got);
  return content;
}

Status writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> content) {
  auto file = StagedFile::create(path);
  if (!file) return file.error();
  if (const Status written = file->write(content); !written) return written;
  return file->commit();
}

Status writeFileAtomically(const std::filesystem::path& path, std::string_view content) {
  return writeFileAtomically(path, asBytes(content));
}

std::span<const std::byte> asBytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace sojourn
