// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a header and what a user says of its columns: lines of names, after an empty line "key=name".
#include <sstream>

#include "model/data/records/columns.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  InputSettings settings;
  settings.header = size % 2 == 0;
  std::vector<std::string> firstRow;
  bool said = false;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (line.empty())
      said = true;
    else if (!said)
      firstRow.push_back(line);
    else if (equals != std::string::npos)
      settings.columns[line.substr(0, equals)] = line.substr(equals + 1);
  }
  for (const InputFormat format : {InputFormat::PointsCsv, InputFormat::CheckinsCsv, InputFormat::VisitsCsv}) {
    settings.format = format;
    const auto columns = mapColumns(settings, firstRow, "rows.csv");
    if (!columns) {
      fuzz::touch(columns.error());
      continue;
    }
    for (const auto& index : columns->index)
      if (index && *index >= firstRow.size()) throw std::logic_error("a column that the table does not have");
    if (!columns->missing.empty()) fuzz::touch(missingColumns(*columns, firstRow, settings.header, "rows.csv"));
  }
  return 0;
}
