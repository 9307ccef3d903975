// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/csv_rows.h"

#include <algorithm>
#include <array>
#include <optional>

#include "model/core/text.h"
#include "model/formats/text/csv.h"

namespace sojourn {

char guessDelimiter(std::string_view firstLine) {
  constexpr std::array<char, 4> delimiters{'\t', ';', ',', '|'};
  std::array<std::size_t, delimiters.size()> counts{};
  bool quoted = false;
  for (const char c : firstLine) {
    if (c == '"') quoted = !quoted;
    const auto found = std::ranges::find(delimiters, c);
    if (!quoted && found != delimiters.end()) ++counts[static_cast<std::size_t>(found - delimiters.begin())];
  }
  return delimiters[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
}

std::string_view trimmedField(std::string_view field) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!field.empty() && blank(field.front())) field.remove_prefix(1);
  while (!field.empty() && blank(field.back())) field.remove_suffix(1);
  return field;
}

std::string_view asUtf8(std::string_view text, std::string& scratch) {
  const auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(text, isAscii) || isValidUtf8(text)) return text;
  scratch.clear();
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (!isAscii(c)) scratch += static_cast<char>(0xC0U | (code >> 6U));
    scratch += isAscii(c) ? c : static_cast<char>(0x80U | (code & 0x3FU));
  }
  return scratch;
}

CsvRows::CsvRows(TextLines& lines) : m_lines(lines) {
  std::optional<char> said;
  while (const auto line = m_lines.next()) {
    if (!said) {
      said = separatorSaid(*line);
      if (said) continue;
    }
    m_delimiter = said ? *said : guessDelimiter(*line);
    if (split(*line)) return;
  }
}

bool CsvRows::next() {
  while (const auto line = m_lines.next()) {
    if (split(*line)) return true;
  }
  m_fields.clear();
  return false;
}

bool CsvRows::split(std::string_view line) {
  if (line.empty() || line.find_first_not_of(" \t") == std::string_view::npos) return false;
  m_rowLine = m_lines.line();
  m_fields.clear();
  if (line.find('"') != std::string_view::npos) {
    splitQuoted(line);
    return true;
  }
  const char* begin = line.data();
  const char* const end = begin + line.size();
  for (const char* at = begin; at != end; ++at) {
    if (*at != m_delimiter) continue;
    m_fields.emplace_back(begin, at);
    begin = at + 1;
  }
  m_fields.emplace_back(begin, end);
  return true;
}

void CsvRows::splitQuoted(std::string_view line) {
  m_text.clear();
  m_stops.clear();
  bool quoted = false;
  bool fieldBegins = true;
  while (true) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
        m_text += '"';
        ++i;
      } else if (c == '"' && (quoted || fieldBegins)) {
        quoted = !quoted;
      } else if (c == m_delimiter && !quoted) {
        m_stops.push_back(m_text.size());
        fieldBegins = true;
        continue;
      } else {
        m_text += c;
      }
      fieldBegins = false;
    }
    if (!quoted) break;
    if (m_text.size() > longestInputLine) {
      m_lines.fail(m_rowLine, "has a quoted field of more than 1 MiB", "close it with a double quote");
    }
    const auto more = m_lines.next();
    if (!more) m_lines.fail(m_rowLine, "has a quoted field that never ends", "close it with a double quote");
    m_text += '\n';
    line = *more;
  }
  m_stops.push_back(m_text.size());
  std::size_t begin = 0;
  for (const std::size_t stop : m_stops) {
    m_fields.push_back(std::string_view(m_text).substr(begin, stop - begin));
    begin = stop;
  }
}

}  // namespace sojourn
