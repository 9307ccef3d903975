// SPDX-License-Identifier: GPL-3.0-or-later
// Files of any size read in blocks: progress and cancelling of the whole input, and the lines of one text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/core/cancel.h"
#include "model/core/files.h"

namespace sojourn {

/// A longer line, or a longer element of XML, is refused.
inline constexpr std::size_t longestInputLine = std::size_t{1} << 20U;
/// Read at once.
inline constexpr std::size_t inputBlock = std::size_t{1} << 18U;

/// How much of an input was read, over all of its files.
class ReadWatch {
 public:
  ReadWatch(std::uint64_t total, const Progress& progress, const CancelToken& cancel)
      : m_total(total), m_progress(progress), m_cancel(cancel) {}
  /// One that reports nothing, for what is read twice; cancelled with this one.
  [[nodiscard]] ReadWatch silent() const {
    static const Progress none;
    return {0, none, m_cancel};
  }
  /// Reads a block and reports it. Throws a FormatFailure: cancelled, unreadable.
  [[nodiscard]] std::size_t read(ByteSource& source, std::span<std::byte> into);

 private:
  std::uint64_t m_total;
  std::uint64_t m_done = 0;
  const Progress& m_progress;
  const CancelToken& m_cancel;
};

/// The lines of a text: LF or CRLF ends one, CR where there is no LF, a byte order mark is skipped. Its memory is used
/// again for the next text. All functions throw a FormatFailure: a line over longestInputLine, UTF-16, unreadable,
/// cancelled.
class TextLines {
 public:
  explicit TextLines(ReadWatch& watch);
  /// Begins a text. `where` names it in errors; both outlive its reading.
  void begin(ByteSource& source, std::string where);
  /// The next line without its end, valid until the next call; nothing at the end.
  [[nodiscard]] std::optional<std::string_view> next();
  /// Number of the last line, from 1.
  [[nodiscard]] std::size_t line() const { return m_line; }
  [[nodiscard]] const std::string& where() const { return m_where; }
  [[noreturn]] void fail(std::size_t line, std::string what, std::string remedy) const;

 private:
  /// Whether there was more.
  bool fill();

  ReadWatch& m_watch;
  ByteSource* m_source = nullptr;
  std::string m_where;
  std::unique_ptr<char[]> m_buffer;  // NOLINT(modernize-avoid-c-arrays): bytes that nothing has to clear
  std::size_t m_at = 0;
  std::size_t m_end = 0;
  std::size_t m_line = 0;
  char m_lineEnd = '\n';
};

/// Throws a FormatFailure where the first bytes of a text are those of another kind of file (recogniseFile()) or of
/// UTF-16. An empty text is one.
void refuseOtherKinds(std::string_view firstBytes, const std::string& where);

}  // namespace sojourn
