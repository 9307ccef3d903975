// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/byte_source.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/text.h"

namespace sojourn {

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

}  // namespace sojourn
