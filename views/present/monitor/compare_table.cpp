// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/monitor/compare_table.h"

#include "model/formats/text/csv.h"

namespace sojourn::present {

std::string asTabbedText(const CompareTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += (i > 0 ? "\t" : "") + tsvField(table.columns[i].title);
  for (const CompareTable::Row& row : table.rows) {
    text += '\n';
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const CompareTable::Cell& cell = row.cells[i];
      text += (i > 0 ? "\t" : "") + tsvField(cell.text);
    }
  }
  return text + '\n';
}

}  // namespace sojourn::present
