// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/tail_file.h"

#include <algorithm>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace sojourn {
namespace {

constexpr std::size_t rememberedBytes = 256;

}  // namespace

Result<TailFile::Change> TailFile::poll() {
  const auto refuse = [this](const char* what) {
    return guardedError(m_path, ErrorKind::BadInput, what, "check the path and its permissions");
  };
  struct stat named {};
  if (!statGuarded(m_path, named)) return refuse("cannot be examined");
  if (!S_ISREG(named.st_mode)) {
    return Error{ErrorKind::BadInput, m_path.string(), "is not a regular file", "name a file"};
  }
  const bool replaced = m_file.get() < 0 || named.st_dev != m_device || named.st_ino != m_inode;
  if (replaced) {
    Descriptor file = openGuarded(m_path, O_RDONLY);
    if (file.get() < 0) return refuse("cannot be opened");
    if (::fstat(file.get(), &named) != 0) return refuse("cannot be examined");
    m_file = std::move(file);
    m_device = named.st_dev;
    m_inode = named.st_ino;
  }
  m_size = static_cast<std::uint64_t>(named.st_size);
  if (!replaced && stillHoldsWhatWasRead()) return Change::Same;
  m_remembered.clear();
  m_rememberedEnd = 0;
  return Change::Other;
}

bool TailFile::stillHoldsWhatWasRead() const {
  if (m_size < m_rememberedEnd) return false;
  std::string there;
  const std::size_t length = m_remembered.size();
  return length == 0 || (read(m_rememberedEnd - length, length, there) && there == m_remembered);
}

Status TailFile::read(std::uint64_t from, std::size_t most, std::string& text) const {
  text.resize(most);
  std::size_t done = 0;
  while (done < most) {
    const ssize_t n = ::pread(m_file.get(), text.data() + done, most - done, static_cast<off_t>(from + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return systemError(m_path, ErrorKind::BadInput, "cannot be read", "check the disk or the connection");
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  text.resize(done);
  return {};
}

void TailFile::remember(std::string_view last, std::uint64_t end) {
  m_remembered = last.substr(last.size() - std::min(last.size(), rememberedBytes));
  m_rememberedEnd = end;
}

}  // namespace sojourn
