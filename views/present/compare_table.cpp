// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/compare_table.h"

#include <algorithm>

namespace sojourn::present {
namespace {

/// A tab or a line's end within a cell would make two of it.
std::string oneCell(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

std::string asTabbedText(const CompareTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += (i > 0 ? "\t" : "") + oneCell(table.columns[i].title);
  for (const CompareTable::Row& row : table.rows) {
    text += '\n';
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const CompareTable::Cell& cell = row.cells[i];
      text += (i > 0 ? "\t" : "") + oneCell(cell.text);
    }
  }
  return text + '\n';
}

}  // namespace sojourn::present
