// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/tail_reader.h"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "model/runs/log/event_json.h"

namespace sojourn {
namespace {

constexpr std::size_t rememberedBytes = 256;

bool isStep(std::string_view line) {
  if (parseStepLine(line)) return true;
  const auto event = parseEventLine(line, "");
  return event && std::holds_alternative<StepEvent>(event->body);
}

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

TailReader::TailReader(const GuardedPath& events, TailOptions options)
    : m_name(events.string()), m_file(events), m_options(options) {
  // A chunk must hold the longest line, else reading would not get past it.
  m_options.chunkBytes = std::max(m_options.chunkBytes, 2 * maxEventLineBytes);
}

TailUpdate TailReader::poll() {
  TailUpdate update;
  if (const Status status = readOn(update); !status) update.problem = status.error();
  // Hundreds of readers may stand at the ends of their logs.
  if (!update.more) std::string().swap(m_buffer);
  update.complete = m_seen && m_older.next >= m_older.end;
  update.badLines = m_badLines;
  update.laterLines = m_laterLines;
  update.lastBad = m_lastBad;
  const std::uint64_t read = m_newer.next - (m_older.end - m_older.next);
  update.share = m_file.size() == 0 ? 1 : static_cast<double>(read) / static_cast<double>(m_file.size());
  return update;
}

Status TailReader::readOn(TailUpdate& update) {
  const auto change = m_file.poll();
  if (!change) return change.error();
  if (*change == TailFile::Change::Other) {
    if (const Status status = chooseStart(); !status) return status;
    update.restarted = std::exchange(m_seen, true);
  }
  RunHistory newer = m_fromTheMiddle ? RunHistory::fromTheMiddle() : RunHistory(m_newer.lastStep);
  const auto gotOn = readChunk(m_newer, m_file.size(), newer);
  if (!gotOn) return gotOn.error();
  if (*gotOn) {
    m_fromTheMiddle = false;
    update.newer = std::move(newer);
  } else if (m_older.next < m_older.end) {
    RunHistory older(m_older.lastStep);
    if (const auto read = readChunk(m_older, m_older.end, older); !read) return read.error();
    update.older = std::move(older);
  }
  update.more = (*gotOn && m_newer.next < m_file.size()) || m_older.next < m_older.end;
  return {};
}

Status TailReader::chooseStart() {
  m_older = {};
  m_newer = {};
  m_fromTheMiddle = false;
  m_badLines = m_laterLines = 0;
  m_lastBad.reset();
  if (m_file.size() <= m_options.recentBytes) return {};
  const std::uint64_t from = m_file.size() - m_options.recentBytes;
  if (const Status status = m_file.read(from, m_options.recentBytes, m_buffer); !status) return status;
  auto begin = m_buffer.find('\n');
  while (begin != std::string::npos) {
    const auto end = m_buffer.find('\n', ++begin);
    if (end != std::string::npos && isStep(std::string_view(m_buffer).substr(begin, end - begin))) {
      m_older.end = m_newer.next = from + begin;
      m_fromTheMiddle = true;
      return {};
    }
    begin = end;
  }
  return {};
}

Result<bool> TailReader::readChunk(Stretch& stretch, std::uint64_t end, RunHistory& history) {
  if (stretch.next >= end) return false;
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(m_options.chunkBytes, end - stretch.next));
  if (const Status status = m_file.read(stretch.next, most, m_buffer); !status) return status.error();
  const std::string_view text = m_buffer;
  std::size_t begin = 0;
  for (auto feed = text.find('\n'); feed != std::string_view::npos; feed = text.find('\n', begin)) {
    if (!std::exchange(stretch.inOverlong, false)) {
      readLine(text.substr(begin, feed - begin), stretch.next + begin, history);
    }
    begin = feed + 1;
  }
  if (text.size() - begin > maxEventLineBytes) {
    if (!std::exchange(stretch.inOverlong, true)) {
      countBad({ErrorKind::BadInput, m_name, "is longer than an event may be", "it is skipped"}, stretch.next + begin);
    }
    begin = text.size();
  }
  stretch.next += begin;
  stretch.lastStep = history.lastStep();
  if (&stretch == &m_newer && begin > 0) m_file.remember(text.substr(0, begin), stretch.next);
  return begin > 0;
}

void TailReader::readLine(std::string_view line, std::uint64_t at, RunHistory& history) {
  if (line.empty()) return;
  if (const auto step = parseStepLine(line)) {
    history.addStep(step->step, step->wall);
    return;
  }
  const auto event = parseEventLine(line, m_name);
  if (!event) {
    countBad(event.error(), at);
  } else if (std::holds_alternative<UnknownEvent>(event->body)) {
    ++m_laterLines;
  } else {
    history.add(*event);
  }
}

void TailReader::countBad(Error error, std::uint64_t at) {
  ++m_badLines;
  error.where += ", line at byte " + std::to_string(at);
  m_lastBad = std::move(error);
}

void RunStore::apply(const TailUpdate& update) {
  if (update.restarted) *this = RunStore();
  if (update.older) m_older.append(*update.older);
  RunHistory& end = m_complete ? m_older : m_newer;
  if (update.newer) end.append(*update.newer);
  if (m_complete || !update.complete) return;
  m_older.append(std::exchange(m_newer, RunHistory::fromTheMiddle()));
  m_complete = true;
}

void RunStore::halveSteps() {
  RunHistory& longer = m_older.steps.size() >= m_newer.steps.size() ? m_older : m_newer;
  thinSteps(longer, longer.steps.size() / 2);
}

void RunStore::bound(std::size_t eventBytes) {
  for (RunHistory* part : {&m_older, &m_newer}) boundEvents(*part, eventBytes);
}

}  // namespace sojourn
