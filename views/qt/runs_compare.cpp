// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs_compare.h"

#include <array>
#include <limits>

#include "model/core/text.h"
#include "views/session/run_difference.h"

namespace sojourn::qt {

present::Table compareTable(const RunsModel& model, const std::vector<int>& rows) {
  present::Table table{.columns = {"What differs"}, .rows = {}};
  std::vector<const RunRecord*> records;
  for (const int row : rows) {
    const RunEntry& entry = model.line(row).run->entry;
    table.columns.push_back(escapeForDisplay(entry.title(), 80));
    records.push_back(entry.record.get());
  }
  for (const session::DifferingSetting& setting : session::differingSettings(records)) {
    std::vector<present::Table::Cell>& cells = table.rows.emplace_back();
    cells.emplace_back(setting.key);
    for (const auto& value : setting.values) cells.emplace_back(value.value_or("\u2013"));
  }
  const auto addRow = [&](const char* title, const auto& cellOf) {
    std::vector<present::Table::Cell>& cells = table.rows.emplace_back();
    cells.emplace_back(std::string(title));
    for (const int row : rows) cells.emplace_back(cellOf(model.line(row)));
  };
  using Line = RunsModel::Line;
  addRow("state", [](const Line& line) { return std::string(session::standingWord(line.standing)); });
  constexpr std::array figures{std::pair(RunColumn::Epoch, "epochs"),
                               std::pair(RunColumn::BestEpoch, "best epoch by validation loss"),
                               std::pair(RunColumn::BestLoss, "lowest validation loss"),
                               std::pair(RunColumn::AccuracyAll, "validation Acc@1, all, %"),
                               std::pair(RunColumn::AccuracyKnown, "validation Acc@1, known targets, %"),
                               std::pair(RunColumn::ReciprocalRank, "validation MRR, all, %"),
                               std::pair(RunColumn::Time, "seconds")};
  for (const auto& [column, title] : figures) {
    addRow(title, [which = column](const Line& line) {
      return runFigure(line, which).value_or(std::numeric_limits<double>::quiet_NaN());
    });
  }
  addRow("test Acc@1, all, %", [](const Line& line) -> present::Table::Cell {
    if (!session::RunComparison::hasTest(*line.run)) return std::string("\u2013");
    if (!line.revealed) return std::string("hidden");
    return runFigure(line, RunColumn::Test).value_or(std::numeric_limits<double>::quiet_NaN());
  });
  addRow("test figures revealed, times",
         [](const Line& line) { return static_cast<double>(line.run->entry.notes.reveals); });
  return table;
}

}  // namespace sojourn::qt
