// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of other people's tables (RFC 4180, whatever the delimiter), one at a time from a file of any size. Kind where
// csv.h is strict: a row that is odd is for the caller to drop and count.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/formats/text/text_lines.h"

namespace sojourn {

/// The most frequent of tab, semicolon, comma and bar outside quotes; the first of these where several are.
[[nodiscard]] char guessDelimiter(std::string_view firstLine);

/// Spaces, tabs at the ends removed.
[[nodiscard]] std::string_view trimmedField(std::string_view field);

/// The text itself where it is UTF-8, else what it is as Latin-1, in `scratch`.
[[nodiscard]] std::string_view asUtf8(std::string_view text, std::string& scratch);

class CsvRows {
 public:
  /// Reads the first row, whose delimiter is that of the table. `lines` has begun a text, and outlives this.
  explicit CsvRows(TextLines& lines);

  [[nodiscard]] char delimiter() const { return m_delimiter; }
  /// Goes on to the next row that is not blank; false at the end. After construction the current row is the first.
  /// Throws a FormatFailure: a quote that never closes, a row over longestInputLine, and those of TextLines.
  bool next();
  /// Of the current row, valid until next(). Empty where the text has no row at all.
  [[nodiscard]] const std::vector<std::string_view>& fields() const { return m_fields; }
  /// Line on which the current row begins, from 1.
  [[nodiscard]] std::size_t line() const { return m_rowLine; }

 private:
  bool split(std::string_view line);
  void splitQuoted(std::string_view line);

  TextLines& m_lines;
  char m_delimiter = ',';
  std::vector<std::string_view> m_fields;
  std::size_t m_rowLine = 0;
  std::string m_text;                ///< the fields of a row with quotes, without them, one after the other
  std::vector<std::size_t> m_stops;  ///< where each of them ends
};

}  // namespace sojourn
