// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/text_lines.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "model/formats/bytes/failure.h"
#include "model/formats/bytes/file_kind.h"

namespace sojourn {
namespace {

constexpr std::size_t bufferBytes = longestInputLine + inputBlock;

}  // namespace

std::size_t ReadWatch::read(ByteSource& source, std::span<std::byte> into) {
  if (m_cancel.cancelled()) throw FormatFailure{{ErrorKind::Cancelled, "", "reading was cancelled", ""}};
  const std::size_t got = valueOrThrow(source.read(into));
  m_done += got;
  if (m_progress && got > 0) m_progress(m_done, std::max(m_done, m_total));
  return got;
}

TextLines::TextLines(ReadWatch& watch)
    : m_watch(watch), m_buffer(std::make_unique_for_overwrite<char[]>(bufferBytes)) {}  // NOLINT

void TextLines::begin(ByteSource& source, std::string where) {
  m_source = &source;
  m_where = std::move(where);
  m_at = m_end = m_line = 0;
  (void)fill();
  const std::string_view first(m_buffer.get(), m_end);
  refuseOtherKinds(first, m_where);
  if (first.starts_with("\xef\xbb\xbf")) m_at = 3;
  // As old programs of the Mac end lines: no line feed in all of the first block.
  const bool cr = first.find('\n') == std::string_view::npos && first.find('\r') != std::string_view::npos;
  m_lineEnd = cr ? '\r' : '\n';
}

bool TextLines::fill() {
  std::memmove(m_buffer.get(), m_buffer.get() + m_at, m_end - m_at);
  m_end -= std::exchange(m_at, 0);
  if (m_end > longestInputLine) {
    fail(m_line + 1, "is longer than 1 MiB", "check that this is the right file and that its quotes are closed");
  }
  const std::span<char> room(m_buffer.get() + m_end, std::min(inputBlock, bufferBytes - m_end));
  const std::size_t got = m_watch.read(*m_source, std::as_writable_bytes(room));
  m_end += got;
  return got > 0;
}

std::optional<std::string_view> TextLines::next() {
  std::size_t searched = m_at;
  while (true) {
    const void* const found = std::memchr(m_buffer.get() + searched, m_lineEnd, m_end - searched);
    const bool whole = found != nullptr;
    const std::size_t stop = whole ? static_cast<std::size_t>(static_cast<const char*>(found) - m_buffer.get()) : m_end;
    if (!whole) {
      searched = m_end - m_at;  // where the rest ends after it has moved to the front
      if (fill()) continue;
      if (m_at == m_end) return std::nullopt;
    }
    const std::size_t end = whole ? stop : m_end;
    std::string_view line(m_buffer.get() + m_at, end - m_at);
    m_at = whole ? end + 1 : end;
    ++m_line;
    if (line.size() > longestInputLine) fail(m_line, "is longer than 1 MiB", "check that this is the right file");
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
}

void TextLines::fail(std::size_t line, std::string what, std::string remedy) const {
  throw FormatFailure{
      {ErrorKind::BadInput, m_where + ", line " + std::to_string(line), std::move(what), std::move(remedy)}};
}

void refuseOtherKinds(std::string_view firstBytes, const std::string& where) {
  if (const auto kind = recogniseFile(asBytes(firstBytes)); kind && !firstBytes.empty())
    throw FormatFailure{{ErrorKind::BadInput, where, kind->what, kind->remedy}};
  const bool marked = firstBytes.starts_with("\xff\xfe") || firstBytes.starts_with("\xfe\xff");
  const bool halfEmpty = firstBytes.size() >= 2 && (firstBytes[0] == '\0') != (firstBytes[1] == '\0');
  if (!marked && !halfEmpty) return;
  throw FormatFailure{{ErrorKind::BadInput, where + ", byte 0", "is UTF-16 text", "save it as UTF-8"}};
}

}  // namespace sojourn
