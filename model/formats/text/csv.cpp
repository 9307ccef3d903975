// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <utility>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

char lowerAscii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameIgnoringCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lowerAscii, lowerAscii);
}

}  // namespace

std::optional<char> separatorSaid(std::string_view line) {
  constexpr std::string_view word = "sep=";
  line = trimmed(line);
  if (line.size() >= 2 && line.starts_with('"') && line.ends_with('"')) line = line.substr(1, line.size() - 2);
  if (!sameIgnoringCase(line.substr(0, word.size()), word)) return std::nullopt;
  // Behind "sep=," stand further commas where Excel has saved the file again.
  const std::string_view rest = line.substr(word.size());
  const bool one = !rest.empty() && rest.find_first_not_of(rest.front()) == std::string_view::npos;
  if (!one || std::string_view("\t;,|").find(rest.front()) == std::string_view::npos) return std::nullopt;
  return rest.front();
}

std::string_view plainId(std::string_view field) {
  const std::size_t point = field.find('.');
  if (point == std::string_view::npos || point + 1 == field.size()) return field;
  const std::string_view whole = field.substr(0, point);
  const std::string_view digits = whole.substr(whole.starts_with('-') ? 1 : 0);
  const bool isWhole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  const bool zeros = field.find_first_not_of('0', point + 1) == std::string_view::npos;
  return isWhole && zeros ? whole : field;
}

CsvReader::CsvReader(std::string_view text, std::string where, CsvLimits limits)
    : m_text(text), m_where(std::move(where)), m_limits(limits) {
  constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
  if (m_text.starts_with(byteOrderMark)) m_text.remove_prefix(byteOrderMark.size());
  const std::size_t end = std::min(m_text.find_first_of("\r\n"), m_text.size());
  if (const auto said = separatorSaid(m_text.substr(0, end))) {
    m_limits.separator = *said;
    m_at = end;
    skipLineEnd();
  }
}

void CsvReader::fail(std::string what, std::string remedy) const {
  throw FormatFailure{
      {ErrorKind::BadInput, m_where + ", line " + std::to_string(m_line), std::move(what), std::move(remedy)}};
}

Status CsvReader::readHeader() {
  return errorsAsValues(m_where, [&]() -> Status {
    if (!readRow()) fail("is empty", "write a header line with the names of the columns");
    m_header.assign(m_fields.begin(), m_fields.begin() + static_cast<std::ptrdiff_t>(m_fieldCount));
    return {};
  });
}

std::optional<std::size_t> CsvReader::column(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find_if(
        m_header, [&](const std::string& title) { return sameIgnoringCase(trimmed(title), name); });
    if (found != m_header.end()) return static_cast<std::size_t>(found - m_header.begin());
  }
  return std::nullopt;
}

bool CsvReader::rowIsBlank() const {
  return std::ranges::all_of(std::span(m_fields).first(m_fieldCount),
                             [](const std::string& field) { return trimmed(field).empty(); });
}

Result<bool> CsvReader::next() {
  return errorsAsValues(m_where, [&]() -> Result<bool> {
    bool read = readRow();
    while (read && rowIsBlank()) read = readRow();
    while (read && m_fieldCount > m_header.size() && trimmed(m_fields[m_fieldCount - 1]).empty()) --m_fieldCount;
    if (read && m_fieldCount > m_header.size()) {
      fail("has " + std::to_string(m_fieldCount) + " fields, the header has " + std::to_string(m_header.size()),
           "put fields that hold a comma in double quotes");
    }
    return read;
  });
}

std::string_view CsvReader::field(std::size_t column) const {
  return column < m_fieldCount ? trimmed(m_fields[column]) : std::string_view();
}

void CsvReader::skipLineEnd() {
  if (atEnd()) return;
  if (m_text[m_at] == '\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n') ++m_at;
  ++m_at;
  ++m_line;
}

bool CsvReader::readRow() {
  while (!atEnd() && atLineEnd()) skipLineEnd();
  if (atEnd()) return false;
  m_rowLine = m_line;
  m_fieldCount = 0;
  while (true) {
    if (m_fieldCount == m_limits.columns) {
      fail("has more than " + std::to_string(m_limits.columns) + " columns", "check that this is the right file");
    }
    if (m_fields.size() == m_fieldCount) m_fields.emplace_back();
    std::string& field = m_fields[m_fieldCount++];
    field.clear();
    readField(field);
    if (atLineEnd()) break;
    ++m_at;  // readField stops at a separator or at the end of the line
  }
  skipLineEnd();
  return true;
}

void CsvReader::readField(std::string& out) {
  if (!atEnd() && m_text[m_at] == '"') {
    ++m_at;
    return readQuoted(out);
  }
  const std::array<char, 4> stops{m_limits.separator, '\r', '\n', '"'};
  const std::size_t end =
      std::min(m_text.find_first_of(std::string_view(stops.data(), stops.size()), m_at), m_text.size());
  if (end < m_text.size() && m_text[end] == '"') {
    fail("has a double quote inside an unquoted field", "quote the whole field and double the quotes inside");
  }
  const std::string_view field = m_text.substr(m_at, end - m_at);
  if (field.find('\0') != std::string_view::npos) fail("holds a NUL byte", "save the table as UTF-8 text");
  if (field.size() > m_limits.fieldBytes) fail("has a field that is too long", "check that this is the right file");
  out = field;
  m_at = end;
}

void CsvReader::readQuoted(std::string& out) {
  const std::size_t openedOn = m_line;
  while (true) {
    const std::size_t stop = m_text.find_first_of(std::string_view("\"\r\n\0", 4), m_at);
    if (stop == std::string_view::npos) {
      fail("has a quoted field, opened on line " + std::to_string(openedOn) + ", that never ends",
           "close it with a double quote");
    }
    out.append(m_text.substr(m_at, stop - m_at));
    m_at = stop;
    if (out.size() > m_limits.fieldBytes) {
      fail("has a quoted field, opened on line " + std::to_string(openedOn) + ", that is too long",
           "check that it is closed with a double quote");
    }
    if (m_text[m_at] == '\0') fail("holds a NUL byte", "save the table as UTF-8 text");
    if (m_text[m_at] != '"') {
      const std::size_t begin = m_at;
      skipLineEnd();
      out.append(m_text.substr(begin, m_at - begin));
      continue;
    }
    ++m_at;
    if (!atEnd() && m_text[m_at] == '"') {
      out += '"';
      ++m_at;
      continue;
    }
    if (!atLineEnd() && m_text[m_at] != m_limits.separator) {
      fail("has text after the closing quote of a field", "double the quotes inside a quoted field");
    }
    return;
  }
}

namespace {

/// Whether a spreadsheet would take the text for a formula. A plain number with its sign is none.
bool beginsFormula(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2) return false;
  constexpr std::array<std::string_view, 8> marks{"=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
  if (std::ranges::none_of(marks, [&](std::string_view mark) { return text.starts_with(mark); })) return false;
  double number = 0;
  const char* const begin = text.data() + (text.front() == '+' ? 1 : 0);
  const char* const end = text.data() + text.size();
  return std::from_chars(begin, end, number).ptr != end;
}

/// What a spreadsheet shows as it is. The escapes leave line ends alone where `lines` says so.
std::string inertText(std::string_view value, bool lines) {
  constexpr std::size_t whole = std::numeric_limits<std::size_t>::max();
  std::string text = beginsFormula(value) ? "'" : "";
  if (!lines) return text + escapeForDisplay(value, whole);
  for (bool first = true; first || !value.empty(); first = false) {
    const std::size_t end = value.find('\n');
    text += escapeForDisplay(value.substr(0, end), whole);
    if (end == std::string_view::npos) break;
    text += '\n';
    value.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace

std::string csvField(std::string_view value) {
  const std::string text = inertText(value, true);
  const bool plain = text.find_first_of(",\"\n") == std::string::npos && trimmed(text).size() == text.size();
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string tsvField(std::string_view value) {
  return inertText(value, false);
}

std::string_view withoutFormulaGuard(std::string_view field) {
  return field.starts_with('\'') && beginsFormula(field.substr(1)) ? field.substr(1) : field;
}

}  // namespace sojourn
