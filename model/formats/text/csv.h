// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated text, row by row (RFC 4180): strict about quotes, kind about line ends, the byte order mark and rows
// that end early.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"

namespace sojourn {

/// What one row may hold; a hostile file costs no more memory than its longest permitted row.
struct CsvLimits {
  std::size_t fieldBytes = 65'536;
  std::size_t columns = 256;
  char separator = ',';  ///< a semicolon or a tab in other people's tables
};

/// The separator that a first line "sep=;" names, as Excel writes and reads it, within quotes or not.
[[nodiscard]] std::optional<char> separatorSaid(std::string_view line);

/// An id without decimals that are zeros: "12.0" is 12, as pandas writes ids where one of a column is missing. Any
/// other text is itself.
[[nodiscard]] std::string_view plainId(std::string_view field);

/// Reads a text that stays alive as long as the reader. The first row is the header. Fields are separated by commas
/// or what the limits or a line separatorSaid() say, rows end with LF, CRLF or CR, rows of empty fields are skipped,
/// and so are empty fields beyond the header's; a quoted field may hold separators, line ends and doubled quotes.
class CsvReader {
 public:
  /// `where` names the file in errors, which add the line.
  CsvReader(std::string_view text, std::string where, CsvLimits limits = {});

  /// Reads the header row. Errors: an empty text, and those of next().
  [[nodiscard]] Status readHeader();
  /// The header's fields as they stand.
  [[nodiscard]] const std::vector<std::string>& header() const { return m_header; }
  /// Column of the first of the given names that the header has, whatever its case and the spaces around it.
  [[nodiscard]] std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const;

  /// Reads the next row; false at the end. Errors: a quote that never closes, text after a closing quote, a quote
  /// within an unquoted field, a NUL byte, more fields than the header, a field over the limit.
  [[nodiscard]] Result<bool> next();
  /// Field of the current row with surrounding spaces removed; empty where the row ends before it.
  [[nodiscard]] std::string_view field(std::size_t column) const;
  /// Line on which the current row starts, from 1.
  [[nodiscard]] std::size_t line() const { return m_rowLine; }

 private:
  bool readRow();
  [[nodiscard]] bool rowIsBlank() const;
  void readField(std::string& out);
  void readQuoted(std::string& out);
  [[noreturn]] void fail(std::string what, std::string remedy) const;
  [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
  [[nodiscard]] bool atLineEnd() const { return atEnd() || m_text[m_at] == '\n' || m_text[m_at] == '\r'; }
  void skipLineEnd();

  std::string_view m_text;
  std::string m_where;
  CsvLimits m_limits;
  std::size_t m_at = 0;
  std::size_t m_line = 1;
  std::size_t m_rowLine = 1;
  std::vector<std::string> m_header;
  std::vector<std::string> m_fields;  ///< kept from row to row, so that their memory is used again
  std::size_t m_fieldCount = 0;
};

/// A field as it is written: quoted where it holds a comma, a quote, a line end, or spaces at an end. Other control
/// characters are escaped visibly. A text that a spreadsheet would run as a formula gets an apostrophe before it.
[[nodiscard]] std::string csvField(std::string_view value);

/// The same for tables with tabs between the fields, which know no quotes: tabs and line ends are escaped as well.
[[nodiscard]] std::string tsvField(std::string_view value);

/// The field without the apostrophe that csvField() put before a formula.
[[nodiscard]] std::string_view withoutFormulaGuard(std::string_view field);

}  // namespace sojourn
