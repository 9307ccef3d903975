// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/event_log.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/runs/store/ids_and_times.h"

namespace sojourn {
namespace {

constexpr const char* remedy = "check the disk and the folder's permissions";
/// A larger number could not be read again (JsonFields::count()).
constexpr std::int64_t largestSeq = 1'000'000'000'000'000;
constexpr std::uint64_t largestWindow = std::uint64_t{64} << 20U;

/// Bytes [from, from + text.size()); shorter where the file is.
Status readAt(const std::filesystem::path& path, int fd, std::uint64_t from, std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::pread(fd, text.data() + done, text.size() - done, static_cast<off_t>(from + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return systemError(path, ErrorKind::Failed, "cannot be read", remedy);
    if (n == 0) text.resize(done);
    done += static_cast<std::size_t>(n);
  }
  return {};
}

/// The number of the last line in `text` that is an event. What stands before the first line feed is left out: it may
/// be the end of a line.
std::optional<std::int64_t> lastSeq(std::string_view text, bool fromStart) {
  auto end = text.rfind('\n');
  while (end != std::string_view::npos) {
    const auto before = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    if (before == std::string_view::npos && !fromStart) return std::nullopt;
    const auto begin = before == std::string_view::npos ? 0 : before + 1;
    if (const auto event = parseEventLine(text.substr(begin, end - begin), "")) return event->seq;
    end = before;
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<EventLog>> EventLog::open(const GuardedPath& path) {
  Descriptor file = openGuarded(path, O_RDWR | O_APPEND | O_CREAT);
  if (file.get() < 0) return guardedError(path, ErrorKind::Failed, "cannot be opened", remedy);
  std::unique_ptr<EventLog> log(new EventLog(path, std::move(file)));
  if (const Status status = log->continueAfterLast(); !status) return status.error();
  return log;
}

Status EventLog::continueAfterLast() {
  struct stat info {};
  if (::fstat(m_file.get(), &info) != 0) return systemError(m_path, ErrorKind::Failed, "cannot be examined", remedy);
  if (!S_ISREG(info.st_mode)) return Error{ErrorKind::BadInput, m_path.string(), "is not a regular file", "remove it"};
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size == 0) return {};
  // Whole lines are at most maxEventLineBytes long, so the first window holds one unless the file was damaged; then
  // the window grows. Where not even a large one holds an event, the file's size is beyond every number in it.
  for (std::uint64_t window = 4 * maxEventLineBytes;; window *= 8) {
    const std::uint64_t from = size > window ? size - window : 0;
    std::string tail(size - from, '\0');
    if (const Status status = readAt(m_path, m_file.get(), from, tail); !status) return status;
    m_tornTail = !tail.ends_with('\n');
    if (m_tornTail) tail += '\n';  // as the file will be in a moment
    const auto seq = lastSeq(tail, from == 0);
    if (seq) m_nextSeq = std::min(*seq, largestSeq - 1) + 1;
    if (seq || from == 0) break;
    if (window < largestWindow) continue;
    m_nextSeq = static_cast<std::int64_t>(size);
    break;
  }
  return m_tornTail ? write({}) : Status();
}

Status EventLog::write(const std::string& line) {
  const std::string text = m_tornTail ? "\n" + line : line;
  const off_t before = ::lseek(m_file.get(), 0, SEEK_END);
  ssize_t written = 0;
  do {
    written = ::write(m_file.get(), text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written == static_cast<ssize_t>(text.size())) {
    m_tornTail = false;
    return {};
  }
  if (written >= 0) errno = ENOSPC;  // a regular file takes less than it is given only where there is no room
  const Error error =
      systemError(m_path, ErrorKind::Failed, "cannot take another event", "free some space, then resume");
  // Half a line is taken back; where not even that works, the next event begins by ending it.
  if (written > 0 && (before < 0 || ::ftruncate(m_file.get(), before) != 0)) m_tornTail = true;
  return error;
}

Status EventLog::append(EventBody body) {
  const std::lock_guard lock(m_mutex);
  const Status status = write(eventLine({.seq = m_nextSeq, .wall = wallNow(), .body = std::move(body)}));
  if (status) ++m_nextSeq;
  return status;
}

Status EventLog::sync() {
  const std::lock_guard lock(m_mutex);
  if (::fdatasync(m_file.get()) != 0)
    return systemError(m_path, ErrorKind::Failed, "cannot be brought to the disk", "free some space, then resume");
  if (m_named) return {};
  // Not every file system brings folders to the disk on request; as when a file is written atomically, that is no
  // error.
  const Descriptor folder(::open(m_path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::fsync(folder.get());
  m_named = true;
  return {};
}

std::int64_t EventLog::nextSeq() const {
  const std::lock_guard lock(m_mutex);
  return m_nextSeq;
}

}  // namespace sojourn
