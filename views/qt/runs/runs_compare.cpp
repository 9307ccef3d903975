// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_compare.h"

#include <array>
#include <cmath>
#include <limits>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_difference.h"

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
    cells.emplace_back(tr(title));
    for (const int row : rows) cells.emplace_back(cellOf(model.line(row)));
  };
  using Line = RunsModel::Line;
  addRow("state", [](const Line& line) { return tr(line.digest.stateWords(line.standing)); });
  struct Figure {
    RunColumn column;
    const char* title;
    int decimals;  ///< here they are read side by side; the table of the runs has all digits
  };
  constexpr std::array figures{Figure{RunColumn::Epoch, "epochs", 0},
                               Figure{RunColumn::BestEpoch, "best epoch by validation loss", 0},
                               Figure{RunColumn::BestLoss, "lowest validation loss", 4},
                               Figure{RunColumn::AccuracyAll, "best epoch: validation Acc@1, all, %", 2},
                               Figure{RunColumn::AccuracyKnown, "best epoch: validation Acc@1, known targets, %", 2},
                               Figure{RunColumn::ReciprocalRank, "best epoch: validation MRR, all, %", 2},
                               Figure{RunColumn::Time, "seconds", 0}};
  const auto rounded = [](std::optional<double> value, int decimals) {
    const double scale = std::pow(10.0, decimals);
    return value ? std::round(*value * scale) / scale : std::numeric_limits<double>::quiet_NaN();
  };
  for (const Figure& figure : figures) {
    addRow(figure.title, [&](const Line& line) { return rounded(runFigure(line, figure.column), figure.decimals); });
  }
  addRow("test Acc@1, all, %", [&](const Line& line) -> present::Table::Cell {
    if (!session::RunComparison::hasTest(*line.run)) return std::string("\u2013");
    if (!line.revealed) return tr("hidden");
    return rounded(runFigure(line, RunColumn::Test), 2);
  });
  addRow("test figures revealed, times",
         [](const Line& line) { return static_cast<double>(line.run->entry.notes.reveals); });
  return table;
}

}  // namespace sojourn::qt
